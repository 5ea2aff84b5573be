import { createInterface } from "node:readline/promises";
import type { Environment } from "./environment.ts";

/** Whether a person says yes. Where nobody can be asked, the answer is no, and that is said. */
export async function confirm({ stdin, stderr }: Environment, question: string): Promise<boolean> {
  if ((stdin as { readonly isTTY?: boolean }).isTTY !== true) {
    stderr.write(`${question} Nobody can be asked here; taken for no.\n`);
    return false;
  }
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return /^\s*(?:y|yes)\s*$/i.test(await lines.question(`${question} [y/N] `));
  } finally {
    lines.close();
  }
}
