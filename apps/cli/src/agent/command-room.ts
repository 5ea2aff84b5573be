import type { Sandbox } from "@runningtab/harness-adapters";
import type { ContentHash } from "@runningtab/content-hash";
import type { Documents } from "@runningtab/parsed-cache";
import type { StagedWorkspace } from "@runningtab/staged-workspace";
import type { RunOptions } from "../commands/run.ts";
import { createCompanionTree } from "../companions/companion-tree.ts";
import { withCompanions } from "../companions/with-companions.ts";
import { createSandbox } from "../compose.ts";
import type { Settings } from "../settings.ts";
import { SKILL_PACKS, SKILLS_AT, skillsFolder } from "../skill-packs.ts";

/** Where the agent's commands run, and what they find there beside the workspace's files. */
export interface CommandRoom {
  readonly sandbox: Sandbox;
  /** Said once to the model, in the description of `bash`: the same words throughout a run, so that prompt caches hold. */
  readonly holds: readonly string[];
  /** For the capture: which version the parsed copy at a path shows; `undefined` where there is none. */
  companionVersion(path: string): ContentHash | undefined;
}

const COMPANIONS =
  "Beside each document that is no text stands its text by page, read-only: NAME_parsed/page_N.md (report.pdf_parsed/page_3.md), for rg and scripts; cite the document itself.";
const SKILLS = `How to read, make and change such files, with scripts that work here: ${SKILLS_AT}/{${SKILL_PACKS.join(",")}}/SKILL.md.`;

/**
 * The sandbox that the options ask for. Parsed copies stand in a private folder alone, so in-place runs have none; skill
 * packs are mounted by the built-in sandbox. What cannot be had is said at once, not after the first command.
 */
export async function openCommandRoom(room: {
  readonly options: RunOptions;
  /** With the root that is worked in. */
  readonly settings: Settings;
  readonly workspace: Pick<StagedWorkspace, "root" | "manifest" | "mode">;
  readonly documents: Documents;
  /** Aborted when no command will run any more. */
  readonly ended: AbortSignal;
}): Promise<CommandRoom> {
  const { options, settings, workspace, documents, ended } = room;
  const { terminal } = settings;
  const companions = workspace.mode === "staged" ? createCompanionTree({ workspace, documents }) : undefined;
  ended.addEventListener("abort", () => companions?.remove(), { once: true });
  const isBuiltIn = options.sandbox !== "none" && settings.config.sandbox === undefined;
  const traceFiles = options.traceFiles === true;
  const sandbox = await createSandbox(settings, options.sandbox === "none" ? "none" : "bubblewrap", {
    traceFiles,
    mounts: [{ source: skillsFolder(), target: SKILLS_AT }],
    ...(companions && { sealed: companions.sealed }),
  });
  if (traceFiles) {
    const said = (await sandbox.probe()).details.find((detail) => detail.startsWith("file tracing: "));
    if (said !== "file tracing: works")
      terminal.note(said ?? "file tracing: not available in this sandbox; commands run untraced.");
  }
  return {
    sandbox: companions === undefined ? sandbox : withCompanions(sandbox, companions, terminal.note),
    holds: [...(companions ? [COMPANIONS] : []), ...(isBuiltIn ? [SKILLS] : [])],
    companionVersion: (path) => companions?.versionAt(path),
  };
}
