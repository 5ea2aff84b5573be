import type { Source, WorkspacePaths } from "../workspace-paths.ts";
import { linesOf } from "./lines.ts";
import type { Span } from "./spans.ts";

/** Of output that may not be a listing at all, only so many characters are searched for names. */
const MOST_SEARCHED = 256 * 1024;
/** Beyond this many characters a line is content, not a listing. */
const LONGEST_LINE = 4096;
/** As long as a path may be on Linux. */
const LONGEST_NAME = 4096;
const LONG_FORMAT = /^[-dlbcpsDC][-rwxsStT]{9}[.+@]?\s/;
const TREE_STEM = /^((?:[│|]?[\s ]{2,4}|[│|]\s*)*)(?:├──|└──|\|--|`--|\+--|\\--)[\s ]/;

/**
 * Workspace files that a listing names: plain names, `ls -l`, `ls -R` (with `dir:` headings), `tree`, `find`, `du`,
 * `wc`, `stat`, `git status`, tables and JSON of names. Every candidate must be a regular file by the manifest, so a
 * wrong reading of a line names nothing.
 */
export function parseListing(
  text: string,
  start: number,
  end: number,
  folders: readonly string[],
  paths: WorkspacePaths,
): readonly Source[] {
  const found = new Map<string, Source>();
  const bases = [...new Set(folders)];
  let headed: string | undefined;
  const tree: string[] = [];

  // Lines of logs and tables repeat the same words: each is looked up once per folder.
  const tried = new Map<string, boolean>();
  let inCompanion = bases.some(isCompanion);
  const take = (name: string): boolean => {
    if (name.length > LONGEST_NAME || !(inCompanion || paths.mayBeFile(name))) return false;
    const before = tried.get(name);
    if (before !== undefined) return before;
    let source = headed === undefined ? undefined : paths.file(name, headed);
    for (let at = 0; source === undefined && at < bases.length; at++) source = paths.file(name, bases[at]);
    if (source !== undefined) found.set(source.path, source);
    tried.set(name, source !== undefined);
    return source !== undefined;
  };
  const headingFolder = (name: string): string | undefined => {
    for (const base of bases) {
      const absolute = paths.absolute(name, base);
      const below = absolute === undefined ? undefined : paths.below(absolute);
      if (below !== undefined && paths.isFolder(below)) return absolute;
    }
    return undefined;
  };

  // Below a cut, a tree's folders are not in the text any more; a name that comes once in the workspace needs none.
  let byName: Map<string, string | undefined> | undefined;
  const takeOrphan = (name: string): void => {
    byName ??= uniqueNames(paths.under(""));
    const path = byName.get(name);
    if (path !== undefined) take(`${paths.root}/${path}`);
  };

  for (const line of linesOf(text, start, Math.min(end, text.length))) {
    if (line.end - line.start > LONGEST_LINE) continue;
    const written = text.slice(line.start, line.end);
    // Most listings are names and nothing else.
    if (take(written)) continue;
    const stem = TREE_STEM.exec(written);
    if (stem !== null) {
      const depth = Math.floor((stem[0].length - 4) / 4);
      const name = treeName(written.slice(stem[0].length));
      tree.length = depth;
      tree[depth] = name;
      const path = tree.join("/");
      // `tree -f` writes whole paths.
      if (!take(path) && !take(name) && headingFolder(path) === undefined) takeOrphan(name);
      continue;
    }
    const bullet = /^(\s*)- (.+)$/.exec(written);
    if (bullet !== null) {
      // Claude Code's LS: `- /repo/`, below it `  - src/`, `    - index.ts`.
      const depth = Math.min(bullet[1]!.length >> 1, tree.length);
      tree.length = depth;
      tree[depth] = bullet[2]!.replace(/\/$/, "");
      if (take(tree.join("/"))) continue;
    }
    if (written.endsWith(":")) {
      const folder = headingFolder(written.slice(0, -1));
      if (folder !== undefined) {
        headed = folder;
        tried.clear();
        inCompanion ||= isCompanion(folder);
        continue;
      }
    }
    if (written.includes(", ") && takeAll(written.trim().split(/, |,$/), take)) continue;
    if (!candidates(written).some(take)) for (const mention of mentions(written)) take(mention);
  }
  return [...found.values()];
}

/** Files that text names which may be no listing at all, such as what an unknown program prints, in its first 256 Ki UTF-16 units. */
export function namesInOutput(
  text: string,
  { start, end }: Span,
  folders: readonly string[],
  paths: WorkspacePaths,
): readonly Source[] {
  return parseListing(text, start, Math.min(end, start + MOST_SEARCHED), folders, paths);
}

/** `ls -m`: names with commas between them. One that is no file may be a folder's, more are a sentence. */
function takeAll(names: readonly string[], take: (name: string) => boolean): boolean {
  if (names.length > 1000) return false;
  return names.filter((name) => name !== "" && take(unescapeName(name))).length * 2 > names.length;
}

/** Paths by their last part; `undefined` where several have it. */
function uniqueNames(all: readonly string[]): Map<string, string | undefined> {
  const byName = new Map<string, string | undefined>();
  for (const path of all) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    byName.set(name, byName.has(name) ? undefined : path);
  }
  return byName;
}

/** Whether a folder holds the pages of a document, whose names are no file's. */
function isCompanion(folder: string): boolean {
  return folder.includes("_parsed");
}

function treeName(written: string): string {
  return written
    .replace(/^\[[^\]]*\]\s+/, "")
    .replace(/ -> .*$/, "")
    .replace(/[*/=@|]$/, "");
}

/** Readings of a whole line as one name, the likeliest first. */
function candidates(written: string): string[] {
  const bare = written.trim();
  if (bare === "") return [];
  const readings = [
    ...(bare.includes("\\") ? escapedReadings(bare) : []),
    written,
    bare,
    unquote(bare),
    bare.replace(/[*@=|]$/, ""),
    bare.replace(/:\d+$/, ""),
    bare.replace(/\s\([^()]{1,40}\)$/, ""),
    bare.replace(/^(?:[-*•]|\d+[.)])\s+/, ""),
  ];
  if (LONG_FORMAT.test(bare)) {
    const name = afterFields(bare, 8);
    readings.unshift(name, unquote(name), name.replace(/ -> .*$/s, ""), name.replace(/[*@=|]$/, ""));
  }
  // `ls -i` puts a number before the line of `ls -l`.
  if (/^\d+\s+[-dlbcps][-rwxsStT]{9}/.test(bare)) readings.unshift(afterFields(bare, 9));
  const afterTab = bare.lastIndexOf("\t");
  if (afterTab >= 0) readings.push(bare.slice(afterTab + 1));
  for (const fields of [1, 2, 3, 4]) readings.push(afterFields(bare, fields));
  // A size or a date after the name, and MCP's `[FILE] name   1.2 KB`.
  const marked = bare.replace(/^\[(?:FILE|DIR|LINK)\]\s+/, "");
  readings.push(marked);
  for (let cut = marked, fields = 0; fields < 3; fields++) {
    const shorter = cut.replace(/\s+\S+$/, "");
    if (shorter === cut) break;
    readings.push(shorter);
    cut = shorter;
  }
  const colon = bare.indexOf(": ");
  if (colon > 0) readings.push(bare.slice(0, colon), bare.slice(colon + 2));
  return readings;
}

/** Names as `ls -b`, `find -ls`, `ls -Q` and git write them: `a\ b.txt`, `"\346\225\260.txt"`. */
function escapedReadings(bare: string): string[] {
  const last = bare.slice(Math.max(bare.lastIndexOf("\t"), 0)).trim();
  return [
    bare,
    last,
    unquote(bare),
    unquote(last),
    afterFields(bare, 10),
    afterFields(bare, 8),
    unquote(afterFields(bare, 1)),
  ].map(unescapeName);
}

/** A name without the escapes that `ls -b`, `find -ls` and git put into it. */
export function unescapeName(name: string): string {
  const plain = name.replace(/\\([ "'\\()&$`;!])/g, "$1");
  if (!/\\[0-7]{3}/.test(plain)) return plain;
  return plain.replace(/(?:\\[0-7]{3})+/g, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.split("\\").slice(1), (code) => Number.parseInt(code, 8))),
  );
}

function unquote(text: string): string {
  const quote = text[0];
  return text.length > 1 && (quote === '"' || quote === "'") && text.endsWith(quote) ? text.slice(1, -1) : text;
}

function afterFields(text: string, count: number): string {
  let at = 0;
  for (let field = 0; field < count; field++) {
    while (at < text.length && text[at] !== " " && text[at] !== "\t") at++;
    while (at < text.length && (text[at] === " " || text[at] === "\t")) at++;
  }
  return text.slice(at);
}

/** Path-like words inside a line of prose, code, JSON or a table. */
export function* mentions(written: string): Generator<string> {
  for (const match of written.matchAll(
    /"([^"\n]{1,1024})"|'([^'\n]{1,1024})'|`([^`\n]{1,1024})`|([^\s"'`<>|,;()[\]{}]+)/g,
  )) {
    if (match[1]?.includes("\\") === true) yield unescapeName(match[1]);
    const word = match[1] ?? match[2] ?? match[3] ?? match[4]!;
    const bare = word.replace(/^[(=:]+/, "").replace(/[.:,;!?)]+$/, "");
    if (!/[./\u0080-\uffff]/.test(bare) && !/^[A-Z]/.test(bare)) continue;
    yield bare;
    const colon = bare.search(/:\d|#/);
    if (colon > 0) yield bare.slice(0, colon);
    const equals = bare.lastIndexOf("=");
    if (equals > 0) yield bare.slice(equals + 1);
  }
}

/** Files of a nested listing in JSON, as MCP filesystem servers print it: `[{ name, type, children }]`. */
export function parseNameTree(text: string, folder: string, paths: WorkspacePaths): readonly Source[] {
  if (!/^\s*[[{]/.test(text)) return [];
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch {
    return [];
  }
  const found: Source[] = [];
  const open: { node: unknown; base: string }[] = [{ node: tree, base: folder }];
  while (open.length > 0) {
    const { node, base } = open.pop()!;
    if (Array.isArray(node)) open.push(...node.slice(0, 100_000).map((each: unknown) => ({ node: each, base })));
    else if (node !== null && typeof node === "object" && "name" in node && typeof node.name === "string") {
      const source = paths.file(node.name, base);
      if (source !== undefined) found.push(source);
      // `tree -J` calls them contents.
      if ("children" in node) open.push({ node: node.children, base: `${base}/${node.name}` });
      else if ("contents" in node) open.push({ node: node.contents, base: `${base}/${node.name}` });
    }
  }
  return found;
}
