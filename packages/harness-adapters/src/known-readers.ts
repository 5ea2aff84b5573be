/** Tools of common harnesses that only read, by their plain name in lower case. All others may write. */
const READERS = new Set([
  "view",
  "read",
  "read_file",
  "readfile",
  "grep",
  "glob",
  "find",
  "ls",
  "list",
  "list_dir",
  "list_directory",
  "list_files",
  "file_search",
  "search",
  "search_files",
  "vector_search",
  "web_search",
  "web_fetch",
  "websearch",
  "webfetch",
  "read_whiteboard",
  "write_whiteboard",
  "workspace_diff",
  "workspace_file_diff",
]);

/** Whether a tool could have changed the folder: everything but known readers. A wrong `true` costs one scan, no more. */
export function mayWriteByDefault(tool: string): boolean {
  return !READERS.has(tool.toLowerCase());
}
