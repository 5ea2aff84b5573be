// Nothing but to tell the CPU time in ms: what starting Node alone costs.
const { user, system } = process.cpuUsage();
process.stderr.write(`cpu ${(user + system) / 1_000}\n`);
