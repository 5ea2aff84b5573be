import type { ParsedRecord } from "@runningtab/parsed-cache";
import type { Check } from "@runningtab/staged-workspace";
import type { FormulaError } from "@runningtab/staged-workspace/checks/formula-errors";
import type { Config } from "../config.ts";
import { createSandbox } from "../create-sandbox.ts";
import type { VersionReader } from "./version-reader.ts";

/** What every promotion is tried with: documents can be read, and workbooks show no new formula errors. */
export async function documentChecks(reader: VersionReader): Promise<readonly Check[]> {
  const { createFormulaErrorsCheck, isFormulaError } =
    await import("@runningtab/staged-workspace/checks/formula-errors");
  const { createParsesCheck } = await import("@runningtab/staged-workspace/checks/parses");
  const { isSecretPath } = await import("@runningtab/staged-workspace");
  return [
    createParsesCheck({
      async parse(path, bytes, signal) {
        const record = isSecretPath(path) ? undefined : await reader.read(path, bytes, signal);
        if (record?.status !== "failed") return undefined;
        return (record.reason ?? "no reason was given").replace(/\s+/g, " ");
      },
    }),
    createFormulaErrorsCheck({
      async errors(path, bytes, signal) {
        const record = isSecretPath(path) ? undefined : await reader.read(path, bytes, signal);
        return record === undefined || !/spreadsheet|excel/.test(record.mediaType.type)
          ? []
          : errorsIn(record.parts, isFormulaError);
      },
    }),
  ];
}

function errorsIn(parts: ParsedRecord["parts"], isError: (shown: string) => boolean): readonly FormulaError[] {
  return parts.flatMap((part) => {
    if (part.type !== "sheet") return [];
    const cells = part.cells.filter(({ shown }) => isError(shown));
    return cells.map(({ ref, shown }) => ({ place: `${part.name}!${ref}`, value: shown.trim() }));
  });
}

const COMMAND_MS = 600_000;

/** A command of the user's, run in the sandbox over the candidate tree. */
export async function commandCheck(command: string, config: Config): Promise<Check> {
  const { createCommandCheck } = await import("@runningtab/staged-workspace/checks/command");
  return createCommandCheck({
    command,
    async runIn(folder, line, signal) {
      const sandbox = await createSandbox({ root: folder, config }, "bubblewrap");
      const outcome = await sandbox.run({ command: line, timeoutMs: COMMAND_MS, ...(signal && { signal }) });
      const ends = [
        ...(outcome.timedOut ? [`it was ended after ${COMMAND_MS / 1_000} s`] : []),
        ...(outcome.limit === undefined ? [] : [`it exceeded the limit on ${outcome.limit}`]),
      ];
      return { exitCode: outcome.exitCode, output: [outcome.output, ...ends].join("\n") };
    },
  });
}
