import { type ContentHash, isContentHash } from "@runningtab/content-hash";
import { z } from "zod";
import type { ToolAnswer } from "../agent-tool.ts";

/** The guard that `edit` and `write` share. */
export const expectedHash = z
  .string()
  .optional()
  .describe("Hash (sha256:…) that the file must still have, as view shows it; refused when it is another version.");

/** The hash asked for; `undefined` when none was. */
export function hashOf(wanted: string | undefined): ContentHash | undefined | "malformed" {
  if (wanted === undefined || wanted === "") return undefined;
  return isContentHash(wanted) ? wanted : "malformed";
}

/** What a write came to, for the model. */
export function writeAnswer(
  path: string,
  result:
    | { readonly status: "written"; readonly hash: ContentHash }
    | { readonly status: "conflict"; readonly found: ContentHash | undefined },
  size: number,
): ToolAnswer {
  if (result.status === "written") return { text: `Written ${path}: ${size} bytes, ${result.hash}` };
  const found = result.found === undefined ? "it is gone" : `it is now ${result.found}`;
  return {
    text: `Refused: ${path} is another version by now (${found}). View it again before you change it.`,
    isError: true,
  };
}
