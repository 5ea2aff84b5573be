import type { CaptureContext, FileFact } from "@runningtab/observation-capture";
import { seededRandom, type SeededRandom } from "@runningtab/test-kit";

/** Lines of a file, and words of a line. */
const FILE_LINES = 24;
const LINE_WORDS = 8;
const VOCABULARY = 20_000;

/** A workspace that exists only as a manifest and generated text: any file's text is made when it is asked for. */
export interface GeneratedWorkspace {
  readonly paths: readonly string[];
  readonly context: CaptureContext;
  text(path: string): string;
  /** Of all files together, in UTF-16 units, which are bytes here. */
  readonly characters: number;
}

/** Equal sizes give equal workspaces. Files differ by words, sizes and depth, as a company's folder does. */
export function generateWorkspace(files: number): GeneratedWorkspace {
  const words = Array.from({ length: VOCABULARY }, (_, at) => wordOf(seededRandom(at + 1)));
  const number = new Map<string, number>();
  const facts = new Map<string, FileFact>();
  const pathByHash = new Map<string, string>();
  const linesOf = (at: number): readonly string[] => {
    const random = seededRandom(at + 1_000_003);
    return Array.from({ length: FILE_LINES }, (_, line) => {
      // The n-th word comes about 1/n as often, as in real text.
      const picked = Array.from({ length: LINE_WORDS }, () => words[Math.floor(VOCABULARY ** random.next()) - 1]!);
      return line % 6 === 4 ? "" : `${picked.join(" ")} ${random.integer(1, 99_999)}`;
    });
  };
  const text = (path: string): string => `${linesOf(number.get(path)!).join("\n")}\n`;
  let characters = 0;
  for (let at = 0; at < files; at++) {
    const path = `unit_${at % 97}/year_${2000 + (at % 25)}/${words[at % 500]}_report_${at}.txt`;
    number.set(path, at);
    const size = text(path).length;
    characters += size;
    const hash = `sha256:${at.toString(16).padStart(64, "0")}` as NonNullable<FileFact["hash"]>;
    facts.set(path, { size, kind: "file", hash });
    pathByHash.set(hash, path);
  }
  return {
    paths: [...facts.keys()],
    text,
    characters,
    context: {
      root: "/srv/company",
      stat: (path) => facts.get(path),
      paths: () => facts.keys(),
      revision: facts,
      async *textLines(hash) {
        for (const [at, line] of text(pathByHash.get(hash)!).split("\n").entries())
          yield { address: `L${at + 1}`, line };
      },
    },
  };
}

function wordOf(random: SeededRandom): string {
  return Array.from({ length: random.integer(2, 9) }, () => random.pick([..."etaoinshrdlucm"])).join("");
}
