import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { seededRandom, type SeededRandom } from "@runningtab/test-kit";
import { hashBytes, type ContentHash } from "@runningtab/content-hash";
import type { CaptureContext, Observation } from "../../src/index.ts";
import { COMMAND_FAMILIES, PLAIN, quoteName, type Ingredients } from "./command-families.ts";
import { buildCorpusWorkspace, type CorpusWorkspace } from "./corpus-workspace.ts";
import { groundTruth, indexWords, type GroundTruth, type WordIndex } from "./ground-truth.ts";
import { OUTPUT_STYLES, styled } from "./output-styles.ts";
import { TOOL_FAMILIES } from "./tool-calls.ts";
import { runTraced } from "./traced-run.ts";

/** One observation with what it really showed. */
export interface LabelledObservation {
  readonly family: string;
  readonly style: string;
  readonly command: string;
  /** Calls of one session in order: a strategy is made anew for each session. */
  readonly session: number;
  readonly observation: Observation;
  readonly context: CaptureContext;
  readonly opened: ReadonlySet<string>;
  readonly truth: GroundTruth;
  readonly rewrites: boolean;
  readonly words: WordIndex;
  /** The lines of a plain text; `undefined` for documents. */
  readonly linesOf: (path: string) => readonly string[] | undefined;
  /** Whether a shell command ran; else a structured tool was rendered. */
  readonly isCommand: boolean;
}

export interface Corpus {
  readonly observations: readonly LabelledObservation[];
  /** Families that need programs which are not here. */
  readonly skipped: readonly { readonly family: string; readonly needs: readonly string[] }[];
}

export interface CorpusOptions {
  readonly seed: number;
  /** An empty folder for the workspace and its copies. */
  readonly folder: string;
  /** Commands made of each family. */
  readonly perFamily: number;
  /** Families to build; default all. */
  readonly families?: (name: string) => boolean;
}

/** Runs commands over a workspace, all from one seed. Needs `strace`. */
export async function buildCorpus({ seed, folder, perFamily, families = () => true }: CorpusOptions): Promise<Corpus> {
  const random = seededRandom(seed);
  const root = join(folder, "workspace");
  mkdirSync(root);
  const workspace = buildCorpusWorkspace(root, random);
  const git = (...words: string[]): unknown =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: root });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "first");

  const observations: LabelledObservation[] = [];
  const skipped: { family: string; needs: readonly string[] }[] = [];
  let session = 0;
  const unchanged = await contextOf(workspace, root);
  for (const family of COMMAND_FAMILIES.filter((each) => families(each.name))) {
    const missing = (family.needs ?? []).filter((program) => !isHere(program));
    if (missing.length > 0) {
      skipped.push({ family: family.name, needs: missing });
      continue;
    }
    for (let each = 0; each < perFamily; each++) {
      const calls = family.make(ingredients(workspace, random));
      const style = random.next() < 0.35 ? OUTPUT_STYLES[0]! : random.pick(OUTPUT_STYLES);
      session++;
      const at = family.changes === true ? join(folder, `copy-${session}`, "workspace") : root;
      if (at !== root) cpSync(root, at, { recursive: true, verbatimSymlinks: true });
      const earlier = new Set<string>();
      for (const command of typeof calls === "string" ? [calls] : calls) {
        const profile = style.profile === undefined ? "" : `${style.profile}\n`;
        const run = runTraced(at, `${profile}${command}`, join(folder, "trace"));
        const { context, words, linesOf } = at === root ? unchanged : await contextOf(workspace, at);
        const made = styled(run.observation, command, style);
        const seen = { ...run, observation: { ...run.observation, output: made.shown } };
        observations.push({
          family: family.name,
          style: style.name,
          command,
          session,
          observation: made.observation,
          context,
          opened: run.opened,
          truth: groundTruth(seen, command, words, earlier),
          rewrites: family.rewrites === true,
          words,
          linesOf,
          isCommand: true,
        });
        for (const path of run.opened) earlier.add(path);
      }
      if (at !== root) rmSync(join(folder, `copy-${session}`), { recursive: true });
    }
  }
  for (const family of TOOL_FAMILIES.filter((each) => families(each.name))) {
    for (let each = 0; each < perFamily; each++) {
      const { tool, args, output, shown, listed } = family.make(workspace, random);
      const none = new Set<string>();
      observations.push({
        family: family.name,
        style: "structured tool",
        command: `${tool} ${JSON.stringify(args)}`,
        session: ++session,
        observation: { tool, args, output, cwd: root },
        context: unchanged.context,
        opened: new Set(shown),
        truth: {
          shown: new Set(shown),
          oneOf: [],
          listed: new Set(listed),
          mentioned: none,
          touched: none,
          shownUnopened: none,
          isUntold: false,
        },
        rewrites: false,
        words: unchanged.words,
        linesOf: unchanged.linesOf,
        isCommand: false,
      });
    }
  }
  return { observations, skipped };
}

function ingredients(workspace: CorpusWorkspace, random: SeededRandom): Ingredients {
  const file: Ingredients["file"] = (...forms) => random.pick(workspace.of(...(forms.length === 0 ? PLAIN : forms)));
  const q = (path: string): string => quoteName(path, random);
  return {
    random,
    workspace,
    file,
    q,
    word: (...forms) => q(file(...forms).path),
    words: (count, ...forms) =>
      random
        .shuffle(workspace.of(...(forms.length === 0 ? PLAIN : forms)))
        .slice(0, count)
        .map((each) => q(each.path))
        .join(" "),
    folder: () =>
      q(
        random.pick([
          "docs",
          "docs/2024",
          "data",
          "data/raw",
          "src",
          "src/lib",
          "archive",
          "team notes",
          "Ünïcode dir",
        ]),
      ),
    inside: (one) => random.pick(one.text.match(/[\p{L}\p{N}]{6,}/gu) ?? ["none"]),
    number: random.integer,
  };
}

const programs = new Map<string, boolean>();

function isHere(program: string): boolean {
  const known = programs.get(program) ?? spawnSync("which", [program]).status === 0;
  programs.set(program, known);
  return known;
}

type Ground = Pick<LabelledObservation, "context" | "words" | "linesOf">;

/** What a manifest knows of the folder as it is now, and the words of its files. */
async function contextOf(workspace: CorpusWorkspace, root: string): Promise<Ground> {
  const known = new Map(workspace.files.map((file) => [file.path, file]));
  const facts = new Map<string, { size: number; kind: "file"; hash: ContentHash }>();
  const texts = new Map<string, string>();
  const lines = new Map<string, readonly string[]>();
  const byHash = new Map<string, string>();
  const scan = async (folder: string): Promise<void> => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const absolute = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== ".git") await scan(absolute);
      if (!entry.isFile()) continue;
      const path = relative(root, absolute);
      const bytes = readFileSync(absolute);
      const form = known.get(path)?.form;
      const isPacked =
        form !== undefined && ["docx", "xlsx", "pptx", "pdf", "sqlite", "zip", "tgz", "gz"].includes(form);
      const text = isPacked ? known.get(path)!.text : bytes.toString("utf8");
      const hash = await hashBytes(bytes);
      facts.set(path, { size: statSync(absolute).size, kind: "file", hash });
      texts.set(path, text);
      if (!isPacked) lines.set(path, text.split(/\r?\n/));
      // A library of parsed records knows documents; archives and databases it does not.
      if (form === undefined || !["sqlite", "zip", "tgz", "gz"].includes(form)) byHash.set(hash, text);
    }
  };
  await scan(root);
  return {
    words: indexWords(texts),
    linesOf: (path) => lines.get(path),
    context: {
      root,
      links: workspace.links,
      stat: (path) => facts.get(path),
      paths: () => facts.keys(),
      async *textLines(hash) {
        for (const [at, line] of (byHash.get(hash) ?? "").split("\n").entries()) yield { address: `L${at + 1}`, line };
      },
    },
  };
}
