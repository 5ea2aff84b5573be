import type { Sandbox } from "@runningtab/harness-adapters";
import type { SandboxWanted } from "./config.ts";
import type { Settings } from "./settings.ts";

/** What `--sandbox` can say. */
export const SANDBOXES = ["bubblewrap", "virtual", "none"] as const;
export type SandboxName = (typeof SANDBOXES)[number];

/** How commands of the agent are kept in. `virtual` and `none` only when they were asked for in so many words. */
export async function createSandbox(
  { root, config }: Pick<Settings, "root" | "config">,
  name: SandboxName,
  options: SandboxWanted = {},
): Promise<Sandbox> {
  if (name === "none") {
    const { createNoSandbox } = await import("@runningtab/harness-adapters/sandboxes/none");
    return createNoSandbox({ workspace: root });
  }
  if (name === "virtual") {
    const { createVirtualSandbox } = await import("@runningtab/harness-adapters/sandboxes/virtual");
    const { mounts, sealed } = options;
    return createVirtualSandbox({ workspace: root, ...(mounts && { mounts }), ...(sealed && { sealed }) });
  }
  if (config.sandbox !== undefined) return config.sandbox(root, options);
  const { createBubblewrapSandbox } = await import("@runningtab/harness-adapters/sandboxes/bubblewrap");
  return createBubblewrapSandbox({ workspace: root, ...options });
}
