import type { ScopeOptions } from "@runningtab/parsed-cache";
import { z } from "zod";
import { workspacePath } from "./workspace-path.ts";

/** The arguments by which every tool that searches is told where to stay. */
export const SCOPE_PARAMETERS = {
  path: z.string().optional().describe("File or folder to stay in; default everything."),
  types: z.array(z.string()).optional().describe("Kinds of files to stay in, such as pdf or xlsx."),
};

/** Where they say to search; `root` is the workspace's. */
export function scopeOf(
  { path = "", types }: { readonly path?: string | undefined; readonly types?: readonly string[] | undefined },
  root: string,
): ScopeOptions {
  const within = workspacePath(path, root);
  return { ...(within !== "" && { paths: [within] }), ...(types && { types }) };
}
