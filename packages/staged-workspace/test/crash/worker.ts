import { existsSync } from "node:fs";
import { createStagedWorkspace } from "@runningtab/staged-workspace";

/** Opens a workspace, which finishes what was left undone, and does what it is told. */
const [root, stateFolder, act] = process.argv.slice(2) as [string, string, "open" | "promote" | "rollback"];
// Seen in a trace: what comes before is the start of the process.
existsSync("/begin-of-the-trial");
const workspace = await createStagedWorkspace({ root, stateFolder });
if (act === "promote") await workspace.promote();
if (act === "rollback") await workspace.rollback({ turn: 1 });
await workspace.close();
