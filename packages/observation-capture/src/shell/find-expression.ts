import { matchesGlob, matchesName } from "../globs.ts";
import type { Call } from "./state.ts";

/** A find command, understood as far as it can be. */
export interface FindQuery {
  readonly roots: readonly string[];
  readonly test: Test;
  readonly maxDepth: number;
  readonly minDepth: number;
  /** `-exec`, `-execdir`, `-ok`: a command with `{}`; `together` for `+`. */
  readonly actions: readonly { readonly words: readonly string[]; readonly together: boolean }[];
  /** Whether it says `-print` or the like; without actions it prints anyway. */
  readonly prints: boolean;
  readonly deletes: boolean;
}

interface Candidate {
  readonly path: string;
  readonly name: string;
  /** As find writes it. */
  readonly written: string;
  readonly depth: number;
}

/** A test over three values: `undefined` where it cannot be told without the disk. */
type Test = (candidate: Candidate) => boolean | undefined;

const TRUE: Test = () => true;
const UNKNOWN: Test = () => undefined;
const VALUED = new Set(
  "-size -mtime -mmin -newer -user -group -perm -amin -atime -cmin -ctime -links -inum -samefile -regex -iregex -regextype -printf -fprint -newermt -fstype -uid -gid".split(
    " ",
  ),
);

export function parseFind(words: readonly string[]): FindQuery {
  const start = words.findIndex((word) => /^[-(!]/.test(word) && !/^-[HLPD]$|^-O\d?$/.test(word));
  const roots = words.slice(0, start < 0 ? words.length : start).filter((word) => !word.startsWith("-"));
  const parser = new ExpressionParser(start < 0 ? [] : words.slice(start));
  const test = parser.expression();
  const { maxDepth, minDepth, actions, prints, deletes } = parser;
  return { roots: roots.length === 0 ? ["."] : roots, test, maxDepth, minDepth, actions, prints, deletes };
}

/** Evaluates a query over the known files: the paths as find prints them, `certain` if every test was understood. */
export function findFiles(query: FindQuery, call: Call): { values: readonly string[]; certain: boolean } {
  const values: string[] = [];
  let certain = call.certain;
  for (const candidate of query.roots.flatMap((root) => candidatesBelow(root, call))) {
    if (candidate.depth > query.maxDepth || candidate.depth < query.minDepth) continue;
    const passes = query.test(candidate);
    if (passes === false) continue;
    if (passes === undefined) certain = false;
    values.push(candidate.written);
  }
  return { values, certain };
}

function candidatesBelow(root: string, call: Call): readonly Candidate[] {
  const { paths } = call.run;
  const absolute = paths.absolute(root, call.state.cwd);
  const below = absolute === undefined ? undefined : paths.below(absolute);
  if (below === undefined) return [];
  if (paths.fact(below) !== undefined)
    return [{ path: below, name: below.slice(below.lastIndexOf("/") + 1), written: root, depth: 0 }];
  return paths.under(below).map((path) => {
    const rest = below === "" ? path : path.slice(below.length + 1);
    return {
      path,
      name: path.slice(path.lastIndexOf("/") + 1),
      written: root.endsWith("/") ? root + rest : `${root}/${rest}`,
      depth: rest.split("/").length,
    };
  });
}

/** Recursive descent over find's grammar: `!`, parentheses, `-a`, `-o`; actions are collected on the way. */
class ExpressionParser {
  maxDepth = Infinity;
  minDepth = 0;
  prints = false;
  deletes = false;
  readonly actions: { words: readonly string[]; together: boolean }[] = [];
  #at = 0;
  readonly #words: readonly string[];

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  expression(): Test {
    const choices = [this.#conjunction()];
    while (this.#accept("-o") || this.#accept("-or")) choices.push(this.#conjunction());
    if (choices.length === 1) return choices[0]!;
    return (candidate) => any(choices.map((choice) => choice(candidate)));
  }

  #conjunction(): Test {
    const parts: Test[] = [];
    while (this.#at < this.#words.length && !["-o", "-or", ")", ","].includes(this.#words[this.#at]!)) {
      if (this.#accept("-a") || this.#accept("-and")) continue;
      parts.push(this.#primary());
    }
    if (this.#words[this.#at] === ",") this.#at++;
    return (candidate) => {
      const results = parts.map((part) => part(candidate));
      return results.includes(false) ? false : results.includes(undefined) ? undefined : true;
    };
  }

  #primary(): Test {
    const word = this.#words[this.#at++]!;
    switch (word) {
      case "!":
      case "-not": {
        const inner = this.#at < this.#words.length ? this.#primary() : TRUE;
        return (candidate) => {
          const result = inner(candidate);
          return result === undefined ? undefined : !result;
        };
      }
      case "(": {
        const inner = this.expression();
        this.#accept(")");
        return inner;
      }
      case "-name":
      case "-iname": {
        const pattern = this.#value();
        return ({ name }) => matchesName(pattern, name, { dot: true, ignoreCase: word === "-iname" });
      }
      case "-path":
      case "-wholename":
      case "-ipath": {
        // Here `*` crosses `/`, as in a name.
        const pattern = this.#value();
        return ({ written }) =>
          matchesName(pattern, written, { dot: true, ignoreCase: word === "-ipath" }) ||
          matchesGlob(pattern, written, { dot: true });
      }
      case "-type": {
        const wanted = this.#value();
        return () => wanted.includes("f");
      }
      case "-maxdepth":
        this.maxDepth = Number(this.#value()) || 0;
        return TRUE;
      case "-mindepth":
        this.minDepth = Number(this.#value()) || 0;
        return TRUE;
      case "-print":
      case "-print0":
      case "-ls":
        this.prints = true;
        return TRUE;
      case "-printf":
        this.prints = true;
        this.#value();
        return TRUE;
      case "-delete":
        this.deletes = true;
        return TRUE;
      case "-prune":
        return () => false;
      case "-exec":
      case "-execdir":
      case "-ok": {
        this.#action();
        return TRUE;
      }
      case "-true":
      case "-depth":
      case "-mount":
      case "-xdev":
      case "-follow":
      case "-readable":
        return TRUE;
      case "-false":
        return () => false;
      default:
        if (VALUED.has(word)) this.#value();
        return UNKNOWN;
    }
  }

  #action(): void {
    const rest = this.#words.slice(this.#at);
    const end = rest.findIndex((word, index) => word === ";" || (word === "+" && rest[index - 1] === "{}"));
    const words = end < 0 ? rest : rest.slice(0, end);
    this.#at += words.length + 1;
    this.actions.push({ words, together: end >= 0 && rest[end] === "+" });
  }

  #accept(word: string): boolean {
    if (this.#words[this.#at] !== word) return false;
    this.#at++;
    return true;
  }

  #value(): string {
    return this.#words[this.#at++] ?? "";
  }
}

function any(results: readonly (boolean | undefined)[]): boolean | undefined {
  return results.includes(true) ? true : results.includes(undefined) ? undefined : false;
}
