import { fileURLToPath } from "node:url";

/** How to read, make and change kinds of files, with scripts: a folder with a `SKILL.md` each. */
export const SKILL_PACKS = ["docx", "pdf", "pptx", "spreadsheet"] as const;

/** Where commands in the sandbox find the packs, read-only. */
export const SKILLS_AT = "/skills";

/** Where the packs lie on this machine: beside the built program and beside its source alike. */
export function skillsFolder(): string {
  return fileURLToPath(new URL("../skills", import.meta.url));
}
