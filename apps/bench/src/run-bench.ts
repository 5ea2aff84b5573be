import { type Bench, BenchMisuse, type BenchOutput } from "./bench.ts";

/**
 * Runs one command line over the benches there are. Exit codes: 0 done, 1 a target was missed, 2 misuse; a failure of
 * the bench itself is thrown.
 */
export async function runBench(
  args: readonly string[],
  benches: Readonly<Record<string, Bench>>,
  output: BenchOutput,
): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    output.print(helpText(benches));
    return name === undefined ? 2 : 0;
  }
  const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
  if (bench === undefined) {
    output.note(`There is no bench ${JSON.stringify(name)}. Known: ${Object.keys(benches).join(", ")}.`);
    return 2;
  }
  if (rest.includes("--help") || rest.includes("-h")) {
    output.print(`npm run bench -- ${name} ${bench.usage}\n\n${bench.summary}`);
    return 0;
  }
  try {
    return await (await bench.load()).run(rest, output);
  } catch (error) {
    if (!(error instanceof BenchMisuse)) throw error;
    output.note(`${name}: ${error.message}\nnpm run bench -- ${name} ${bench.usage}`);
    return 2;
  }
}

function helpText(benches: Readonly<Record<string, Bench>>): string {
  const width = Math.max(...Object.keys(benches).map((name) => name.length));
  const lines = Object.entries(benches).map(
    ([name, { summary, usage }]) =>
      `  ${name.padEnd(width)}  ${summary}${usage === "" ? "" : `\n  ${" ".repeat(width)}  ${usage}`}`,
  );
  return ["npm run bench -- NAME [ARGS]", "", ...lines].join("\n");
}
