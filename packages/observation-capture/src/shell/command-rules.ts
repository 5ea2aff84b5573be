import { BYSTANDERS, COUNTERS, LISTERS, PREFIXES, READERS } from "./command-table.ts";
import { builtinRules } from "./rules/builtins.ts";
import { counter, finderRules, lister } from "./rules/listers.ts";
import { prefix, runnerRules } from "./rules/runners.ts";
import { reader, readerRules } from "./rules/readers.ts";
import { searchRules } from "./rules/searchers.ts";
import { streamEditorRules } from "./rules/stream-editors.ts";
import { writerRules } from "./rules/writers.ts";
import { sourcesOf, uniqueSources } from "./pieces.ts";
import { resolveOperands } from "./streams.ts";
import type { Call, CommandRule, Outcome } from "./state.ts";

const rules: ReadonlyMap<string, CommandRule> = new Map<string, CommandRule>([
  ...Object.entries(READERS).map(([name, entry]): [string, CommandRule] => [name, (call) => reader(entry, call)]),
  ...Object.entries(LISTERS).map(([name, entry]): [string, CommandRule] => [name, (call) => lister(entry, call)]),
  ...Object.entries(COUNTERS).map(([name, entry]): [string, CommandRule] => [name, (call) => counter(entry, call)]),
  ...Object.entries(PREFIXES).map(([name, entry]): [string, CommandRule] => [name, (call) => prefix(entry, call)]),
  ...[...BYSTANDERS].map((name): [string, CommandRule] => [name, bystander]),
  ...Object.entries({
    ...builtinRules,
    ...readerRules,
    ...streamEditorRules,
    ...searchRules,
    ...finderRules,
    ...runnerRules,
    ...writerRules,
  }),
]);

/** What one command printed. */
export function commandRule(call: Call): Outcome {
  const bare = call.name.slice(call.name.lastIndexOf("/") + 1);
  return (rules.get(bare) ?? unknown)(bare === call.name ? call : { ...call, name: bare });
}

function bystander(call: Call): Outcome {
  // `env X=1 cat a` and `printenv` share no rule; here nothing of the workspace is shown.
  const isOneLine = ONE_LINE.has(call.name);
  return {
    pieces: [{ type: "computed", command: call.written, inputs: [], listed: [], ...(isOneLine && { maxLines: 1 }) }],
  };
}

/** Bystanders that print one line, whatever they are asked. */
const ONE_LINE: ReadonlySet<string> = new Set("date whoami id uname hostname uptime nproc arch tty groups".split(" "));

/** A program that nobody here knows, such as a script: its output is kept, files that its words name are its inputs. */
function unknown(call: Call): Outcome {
  const fed = (call.stdin ?? []).flatMap((piece) => [...sourcesOf(piece)]);
  const sources = uniqueSources([...fed, ...resolveOperands(call.words, call).sources]);
  return { pieces: [{ type: "unknown", command: call.written, inputs: sources }] };
}
