import { parseArgs, type ParseArgsOptionsConfig } from "node:util";

/** One measurement, by name. Its code is loaded when it is run, so that one that fails to load hides no other. */
export interface Bench {
  /** One line of help. */
  readonly summary: string;
  /** Its arguments, for help; empty when there are none. */
  readonly usage: string;
  load(): Promise<BenchModule>;
}

export interface BenchModule {
  /** Measures, prints, and answers with the exit code: 0 done, 1 a target was missed. Throws `BenchMisuse`. */
  run(args: readonly string[], output: BenchOutput): Promise<number>;
}

export interface BenchOutput {
  /** One line of the result. */
  print(line: string): void;
  /** One line about what is going on. */
  note(line: string): void;
}

/** Arguments that mean nothing, or a place that is not there; the message says what would have been right. */
export class BenchMisuse extends Error {
  override readonly name = "BenchMisuse";
}

/** `parseArgs` of Node with the wrong arguments told apart from failures. */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw new BenchMisuse((cause as Error).message, { cause });
  }
}
