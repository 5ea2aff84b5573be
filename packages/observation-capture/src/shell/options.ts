/** A command's words, its options and operands apart. */
export interface ParsedOptions {
  readonly operands: readonly string[];
  /** Last value of an option, `""` for one without a value. */
  readonly options: ReadonlyMap<string, string>;
  has(...names: readonly string[]): boolean;
  value(...names: readonly string[]): string | undefined;
  /** Every value of an option that may be repeated, in order. */
  values(...names: readonly string[]): readonly string[];
}

/**
 * Splits words as getopt_long does, operands and options mixed. `valued` are the options that take a value, named with
 * their dashes (`-n`, `--lines`); a long one may also be written `--lines=5`, a short one `-n5`.
 */
export function parseOptions(words: readonly string[], valued: readonly string[] = []): ParsedOptions {
  const takesValue = new Set(valued);
  const operands: string[] = [];
  const options = new Map<string, string>();
  const given: [string, string][] = [];
  const set = (name: string, value: string): void => {
    options.set(name, value);
    given.push([name, value]);
  };
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    if (word === "--") {
      operands.push(...words.slice(index + 1));
      break;
    }
    if (word.startsWith("--")) {
      const equals = word.indexOf("=");
      const name = equals < 0 ? word : word.slice(0, equals);
      set(name, equals >= 0 ? word.slice(equals + 1) : takesValue.has(name) ? (words[++index] ?? "") : "");
    } else if (word.startsWith("-") && word.length > 1) {
      for (let at = 1; at < word.length; at++) {
        const name = `-${word[at]}`;
        if (!takesValue.has(name)) {
          set(name, "");
          continue;
        }
        set(name, at + 1 < word.length ? word.slice(at + 1) : (words[++index] ?? ""));
        break;
      }
    } else operands.push(word);
  }
  return {
    operands,
    options,
    values: (...names) => given.flatMap(([name, value]) => (names.includes(name) ? [value] : [])),
    has: (...names) => names.some((name) => options.has(name)),
    value: (...names) => names.map((name) => options.get(name)).find((value) => value !== undefined),
  };
}
