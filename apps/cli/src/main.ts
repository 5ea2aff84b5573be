#!/usr/bin/env node
import { processEnvironment } from "./environment.ts";
import { runProgram } from "./program.ts";

// A reader that has seen enough (`runningtab search … | head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

process.exitCode = await runProgram(process.argv.slice(2), processEnvironment());
