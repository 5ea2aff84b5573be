import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { storyFiles } from "./story/index.ts";

// Writes `files/` anew. The result is committed, and a test compares it with what the story gives now.
const folder = fileURLToPath(new URL("files/", import.meta.url));
rmSync(folder, { recursive: true, force: true });
for (const [path, content] of Object.entries(storyFiles())) {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}
