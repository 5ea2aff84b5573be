import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { registerConformance, runConformance } from "@runningtab/conformance-kit";
import { describe, expect, it } from "vitest";
import { sandboxCases, type SandboxSubject, unprovenSandboxCases } from "../src/conformance.ts";
import type { Sandbox, SandboxCommand } from "../src/index.ts";
import { createBubblewrapSandbox } from "../src/sandboxes/bubblewrap.ts";
import { createNoSandbox } from "../src/sandboxes/none.ts";
import { createVirtualSandbox } from "../src/sandboxes/virtual.ts";

const isJailHere = process.platform === "linux" && existsSync("/usr/bin/bwrap");

function subject(name: string, make: (workspace: string) => Sandbox) {
  return {
    name,
    create(): SandboxSubject {
      const workspace = realpathSync(mkdtempSync(join(tmpdir(), "runningtab-sandbox-")));
      return { sandbox: make(workspace), workspace };
    },
    dispose: ({ workspace }: SandboxSubject) => rmSync(workspace, { recursive: true, force: true }),
  };
}

const isolated = { capabilities: new Set(["isolation"]) };

describe.skipIf(!isJailHere)(`isolating sandboxes${isJailHere ? "" : " (skipped: install bubblewrap)"}`, () => {
  registerConformance({ describe, it }, sandboxCases, {
    ...subject("bubblewrap", (workspace) => createBubblewrapSandbox({ workspace })),
    ...isolated,
  });

  /** As an outsider writes one: it keeps a list of what ran, and leaves the rest to another. */
  function listing(workspace: string): Sandbox {
    const inner = createBubblewrapSandbox({ workspace });
    const ran: SandboxCommand[] = [];
    return {
      specVersion: 1,
      name: "listing",
      probe: () => inner.probe(),
      run(command) {
        ran.push(command);
        return inner.run(command);
      },
    };
  }
  registerConformance({ describe, it }, sandboxCases, { ...subject("listing", listing), ...isolated });
});

registerConformance({ describe, it }, sandboxCases, {
  ...subject("virtual", (workspace) => createVirtualSandbox({ workspace })),
  ...isolated,
  knownGaps: { "run/background": "the virtual shell runs what comes before & to its end, and only then goes on" },
});

registerConformance(
  { describe, it },
  sandboxCases,
  subject("none", (workspace) => createNoSandbox({ workspace })),
);

registerConformance(
  { describe, it },
  unprovenSandboxCases,
  subject("bubblewrap without its program", (workspace) =>
    createBubblewrapSandbox({ workspace, program: "/nonexistent/bwrap" }),
  ),
);

registerConformance(
  { describe, it },
  unprovenSandboxCases,
  subject("virtual without its library", (workspace) =>
    createVirtualSandbox({ workspace, library: "@runningtab/not-installed" }),
  ),
);

it("finds out a sandbox that says it is proven and runs everything as the user", async () => {
  const pretending = (workspace: string): Sandbox => ({
    ...createNoSandbox({ workspace }),
    probe: async () => ({ proven: true, details: ["trust me"] }),
  });
  const cases = sandboxCases.filter((one) => one.requires === "isolation");
  const report = await runConformance(cases, { ...subject("pretending", pretending), ...isolated });
  expect(report.results.filter((result) => result.status === "failed").map((result) => result.id)).toEqual(
    expect.arrayContaining(["isolation/proven", "isolation/files"]),
  );
});
