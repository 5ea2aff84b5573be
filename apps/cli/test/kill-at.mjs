// Loaded with --import before the command line: kills its process at the n-th durable act, KILL_AT, counted over writes,
// flushes, renames and statements of the stores. A write is cut in half first. Without KILL_AT the acts are counted, and
// their number goes to the file KILL_COUNT.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { StatementSync } from "node:sqlite";

// Processes that the command line starts are left alone.
if (process.argv[1]?.endsWith("main.ts")) {
  const at = Number(process.env.KILL_AT ?? 0);
  let acts = 0;

  const die = () => {
    process.kill(process.pid, "SIGKILL");
    for (;;);
  };

  for (const name of ["writeSync", "writeFileSync", "fsyncSync", "renameSync", "ftruncateSync"]) {
    const real = fs[name];
    fs[name] = (...args) => {
      if (++acts === at) {
        if (name === "writeSync" && typeof args[1] === "string") real(args[0], args[1].slice(0, args[1].length / 2));
        die();
      }
      return real(...args);
    };
  }
  syncBuiltinESMExports();

  const { run } = StatementSync.prototype;
  StatementSync.prototype.run = function (...args) {
    if (++acts === at) die();
    return run.apply(this, args);
  };

  const { KILL_COUNT } = process.env;
  if (KILL_COUNT) process.on("exit", () => fs.writeFileSync(KILL_COUNT, String(acts)));
}
