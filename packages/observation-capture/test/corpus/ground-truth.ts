import { posix } from "node:path";
import type { TracedRun } from "./traced-run.ts";

/** What one observation really showed, worked out from the trace and the text alone. */
export interface GroundTruth {
  /** Files that were opened and of which text that stands in no other file is in the output. */
  readonly shown: ReadonlySet<string>;
  /** Groups of opened files with the shown text in common: one of each group is right. */
  readonly oneOf: readonly ReadonlySet<string>[];
  /** Files named in the output whose text was not shown, and that a process looked at, alone or in their folder. */
  readonly listed: ReadonlySet<string>;
  /** Named in the output, but no process looked at them: names out of git's history or a file's text. */
  readonly mentioned: ReadonlySet<string>;
  /** Opened or asked about, not shown: naming them as candidates is no mistake. */
  readonly touched: ReadonlySet<string>;
  /** Text of files in the output that no process of this command opened. */
  readonly shownUnopened: ReadonlySet<string>;
  /** Something was shown that has no text of a single file in it although files were opened. */
  readonly isUntold: boolean;
}

/** The words of every file: what is shown is recognised by words that stand in one file only. */
export interface WordIndex {
  readonly paths: readonly string[];
  filesOf(word: string): ReadonlySet<string>;
}

const WORD = /[\p{L}\p{N}]{6,}/gu;

export function indexWords(texts: ReadonlyMap<string, string>): WordIndex {
  const files = new Map<string, Set<string>>();
  const inNames = new Set([...texts.keys()].flatMap((path) => path.normalize("NFC").match(WORD) ?? []));
  for (const [path, text] of texts) {
    for (const word of new Set(text.match(WORD))) {
      if (inNames.has(word)) continue;
      const known = files.get(word);
      if (known === undefined) files.set(word, new Set([path]));
      else known.add(path);
    }
  }
  const none: ReadonlySet<string> = new Set();
  return { paths: [...texts.keys()], filesOf: (word) => files.get(word) ?? none };
}

/** The words of a text that stand in one file only, with that file. */
export function tellingWords(text: string, words: WordIndex): readonly { word: string; path: string }[] {
  return [...new Set(text.match(WORD))].flatMap((word) => {
    const files = words.filesOf(word);
    return files.size === 1 ? [{ word, path: [...files][0]! }] : [];
  });
}

export function groundTruth(
  run: TracedRun,
  command: string,
  words: WordIndex,
  earlier: ReadonlySet<string> = new Set(),
): GroundTruth {
  const opened = new Set([...run.opened, ...earlier]);
  const ofCommand = new Set(command.match(WORD));
  const forms = readableForms(run.observation.output);
  const shown = new Set<string>();
  const shownUnopened = new Set<string>();
  const groups = new Map<string, Set<string>>();
  const isPlain = tellingWords(forms[0]!, words).some(({ word }) => !ofCommand.has(word));
  // Decoded forms count only where the text as it stands tells nothing: read backwards, some number is always somebody's.
  const read = isPlain ? forms.slice(0, 1) : forms;
  for (const word of new Set(read.flatMap((form) => form.match(WORD) ?? []))) {
    if (ofCommand.has(word)) continue;
    const files = words.filesOf(word);
    if (files.size === 0) continue;
    const candidates = [...files].filter((path) => opened.has(path));
    if (candidates.length === 1) shown.add(candidates[0]!);
    else if (candidates.length > 1) groups.set(candidates.toSorted().join("\0"), new Set(candidates));
    else for (const path of files) shownUnopened.add(path);
  }
  const oneOf = [...groups.values()].filter((group) => ![...group].some((path) => shown.has(path)));
  const unclear = new Set(oneOf.flatMap((group) => [...group]));
  const listed = new Set<string>();
  const mentioned = new Set<string>();
  const touched = new Set<string>();
  const text = forms.join("\n").normalize("NFC");
  for (const path of words.paths) {
    const looked = run.opened.has(path) || run.asked.has(path);
    if (looked && !shown.has(path)) touched.add(path);
    if (shown.has(path) || unclear.has(path)) continue;
    if (!isNamed(path, text, words)) continue;
    const folder = posix.dirname(path);
    // A bare name that several looked-through folders have tells none of them.
    const namesakes = words.paths.filter((each) => posix.basename(each) === posix.basename(path));
    const isBare = namesakes.length > 1 && !text.includes(posix.dirname(path) === "." ? `./${path}` : path);
    const inSeen = namesakes.filter((each) => run.folders.has(posix.dirname(each) === "." ? "" : posix.dirname(each)));
    if (isBare && (inSeen.length > 1 || !inSeen.includes(path))) {
      mentioned.add(path);
      continue;
    }
    (looked || run.folders.has(folder === "." ? "" : folder) ? listed : mentioned).add(path);
  }
  const isUntold =
    opened.size > 0 && shown.size + oneOf.length + listed.size === 0 && run.observation.output.trim() !== "";
  return { shown, oneOf, listed, mentioned, touched, shownUnopened, isUntold };
}

/** The text itself, and what a reader sees in escapes and encodings. */
function readableForms(output: string): readonly string[] {
  const bare = output.replace(/\u001b\[[0-9;]*[A-Za-z]/g, "");
  const forms = [bare];
  if (/\\[0-7]{3}/.test(bare))
    forms.push(
      bare.replace(/(?:\\[0-7]{3})+/g, (run) =>
        Buffer.from(
          run
            .split("\\")
            .slice(1)
            .map((code) => Number.parseInt(code, 8)),
        ).toString("utf8"),
      ),
    );
  if (/\\[ "'()&]/.test(bare)) forms.push(bare.replace(/\\([ "'()&])/g, "$1"));
  forms.push(
    bare
      .split("\n")
      .map((line) => [...line].toReversed().join(""))
      .join("\n"),
  );
  const packed = bare.replace(/\s/g, "");
  if (/^[A-Za-z0-9+/]{40,}=*$/.test(packed)) forms.push(Buffer.from(packed, "base64").toString("utf8"));
  const dump = [...bare.matchAll(/^[0-9a-f]{6,8}:?((?: {1,2}[0-9a-f]{2,4}){1,16})/gm)].map((match) =>
    match[1]!.replace(/\s/g, ""),
  );
  if (dump.length > 0) forms.push(Buffer.from(dump.join(""), "hex").toString("utf8"));
  if (bare.startsWith("0000000 "))
    forms.push(
      bare
        .replace(/^\d{7} /gm, "")
        .replace(/\n/g, "")
        .replace(/ {3}(.)/g, "$1"),
    );
  // Wrapped lines may part a word; `cat -A` and JSON put signs of their own beside it.
  return forms;
}

/** Whether the path, or where its folder tells, its last part, stands in the text as a name of its own. */
function isNamed(path: string, text: string, words: WordIndex): boolean {
  const composed = path.normalize("NFC");
  const name = posix.basename(composed);
  const isUnique = words.paths.filter((each) => posix.basename(each.normalize("NFC")) === name).length === 1;
  const isOwnName = (at: number): boolean => {
    const before = text[at - 1] ?? "\n";
    const after = text.slice(at + name.length, at + name.length + 2);
    if (/[\p{L}\p{N}_.-]/u.test(before) || /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u.test(after)) return false;
    if (isUnique || before !== "/") return true;
    // Of equal names the folder before decides.
    const folder = composed.slice(0, -name.length);
    const lead = text.slice(0, at);
    return folder === "" ? /(?:^|[^\p{L}\p{N}_/])\.\/$/u.test(lead) : lead.endsWith(folder);
  };
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) if (isOwnName(at)) return true;
  return false;
}
