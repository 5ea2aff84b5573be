import { mkdirSync, rmSync } from "node:fs";
import type { Sandbox } from "@runningtab/harness-adapters";
import type { ContentHash } from "@runningtab/content-hash";
import type { Documents } from "@runningtab/parsed-cache";
import type { StagedWorkspace } from "@runningtab/staged-workspace";
import { createCompanionTree } from "../companions/companion-tree.ts";
import { withCompanions } from "../companions/with-companions.ts";
import { createSandbox, type SandboxName } from "../create-sandbox.ts";
import type { Settings } from "../settings.ts";
import { SKILL_PACKS, SKILLS_AT, skillsFolder } from "../skill-packs.ts";
import type { RunOptions } from "./run-options.ts";

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
const PARSED_ALONE =
  "In place of each file stands its text by page, read-only: NAME_parsed/page_N.md (report.pdf_parsed/page_3.md, notes.txt_parsed/page_1.md); the files themselves are not there, and what you write there is no part of the workspace. Cite the document itself.";
const SKILLS = `How to read, make and change such files, with scripts that work here: ${SKILLS_AT}/{${SKILL_PACKS.join(",")}}/SKILL.md.`;
const VIRTUAL =
  "The shell is a virtual one: cat, grep, rg, sed, awk, jq, yq, sort, join, find, tar and the like, no Python, no other programs, no links; what comes before & runs to its end first.";

/**
 * The sandbox that the options ask for. Parsed copies stand in a private folder alone, so in-place runs have none beside
 * the files; the arm `parsed-only` works in a folder with nothing but copies. Skill packs are mounted by bubblewrap, and by
 * a sandbox of the config that takes what is wanted; their scripts need Python. What cannot be had is said at once, not after the first command.
 */
export async function openCommandRoom(room: {
  readonly options: Pick<RunOptions, "arm" | "sandbox" | "traceFiles">;
  /** With the root that is worked in. */
  readonly settings: Settings;
  readonly workspace: Pick<StagedWorkspace, "root" | "manifest" | "mode">;
  readonly documents: Documents;
  /** A private folder of the run, which need not be there, for copies that stand alone. */
  readonly copiesFolder: string;
  /** Whether a command may come at all. */
  readonly isUsed: boolean;
  /** Aborted when no command will run any more. */
  readonly ended: AbortSignal;
}): Promise<CommandRoom> {
  const { options, settings, workspace, documents, copiesFolder, isUsed, ended } = room;
  const { terminal } = settings;
  const name = options.sandbox as SandboxName;
  const isParsedOnly = options.arm === "parsed-only";
  if (isParsedOnly) {
    rmSync(copiesFolder, { recursive: true, force: true });
    mkdirSync(copiesFolder, { recursive: true, mode: 0o700 });
  }
  const hasCompanions = isParsedOnly || (options.arm === "dual" && workspace.mode === "staged");
  const companions = hasCompanions
    ? createCompanionTree({ workspace, documents, ...(isParsedOnly && { instead: copiesFolder }) })
    : undefined;
  ended.addEventListener(
    "abort",
    () => (isParsedOnly ? rmSync(copiesFolder, { recursive: true, force: true }) : companions?.remove()),
    { once: true },
  );
  const ofConfig = settings.config.sandbox;
  const hasSkills = name === "bubblewrap" && (ofConfig === undefined || ofConfig.length > 1);
  const traceFiles = options.traceFiles === true;
  const sandbox = await createSandbox(isParsedOnly ? { ...settings, root: copiesFolder } : settings, name, {
    traceFiles,
    mounts: [{ source: skillsFolder(), target: SKILLS_AT }],
    ...(companions && { sealed: companions.sealed }),
  });
  if (isUsed || name === "none") await sayWhatHolds(sandbox, { traceFiles, terminal });
  return {
    sandbox: companions === undefined ? sandbox : withCompanions(sandbox, companions, terminal.note),
    holds: [
      ...(name === "virtual" ? [VIRTUAL] : []),
      ...(companions ? [isParsedOnly ? PARSED_ALONE : COMPANIONS] : []),
      ...(hasSkills ? [SKILLS] : []),
    ],
    companionVersion: (path) => companions?.versionAt(path),
  };
}

/** The level of isolation is known before the first command, and said where it is not the usual one. */
async function sayWhatHolds(
  sandbox: Sandbox,
  { traceFiles, terminal }: { readonly traceFiles: boolean; readonly terminal: Settings["terminal"] },
): Promise<void> {
  if (sandbox.name === "none") {
    terminal.note("bash and python run without a sandbox, with your own rights.");
    return;
  }
  const { proven, details } = await sandbox.probe();
  if (!proven) {
    const choice = sandbox.name === "virtual" ? "" : " --sandbox virtual runs commands in a shell without programs.";
    terminal.note(
      `bash and python refuse: the ${sandbox.name} sandbox is not proven (${details.join("; ")}).${choice}`,
    );
    return;
  }
  if (sandbox.name === "virtual")
    terminal.note("bash runs in a virtual shell, without programs of this machine; python is not there.");
  if (!traceFiles) return;
  const said = details.find((detail) => detail.startsWith("file tracing: "));
  if (said !== "file tracing: works")
    terminal.note(said ?? "file tracing: not available in this sandbox; commands run untraced.");
}
