/** Opens the store that the first argument names, and kills itself before the statement that the second one counts. */
import { DatabaseSync, StatementSync } from "node:sqlite";
import { openDatabase } from "../open-database.ts";

const [file = "", fatal = "0"] = process.argv.slice(2);
let statements = 0;

function count(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const original = Reflect.get(prototype, name) as (...args: unknown[]) => unknown;
    Reflect.set(prototype, name, function (this: unknown, ...args: unknown[]): unknown {
      if (++statements === Number(fatal)) process.kill(process.pid, "SIGKILL");
      return Reflect.apply(original, this, args);
    });
  }
}
count(DatabaseSync.prototype, ["exec"]);
count(StatementSync.prototype, ["run", "get", "all", "iterate"]);
openDatabase(file, 1_000).close();
