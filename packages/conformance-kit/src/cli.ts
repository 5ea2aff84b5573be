#!/usr/bin/env node
import { runCommand } from "./command.ts";

const { exitCode, stdout, stderr } = await runCommand(process.argv.slice(2), process.cwd());
await Promise.all([
  new Promise((resolve) => process.stdout.write(stdout, resolve)),
  new Promise((resolve) => process.stderr.write(stderr, resolve)),
]);
// Not merely `exitCode`: a broken subject may have left a timer or a socket open.
process.exit(exitCode);
