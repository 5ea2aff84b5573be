/**
 * What a structured tool does with files, by its name. One line teaches the strategy another tool. Names are compared
 * in lower case and without a server's prefix (`mcp__fs__read_file`, `fs.read_file` are `read_file`).
 */
export type ToolShape =
  /** Shows the text of the file that the arguments name. */
  | { readonly kind: "read" }
  /** Shows several files, each after its own `path:` line. */
  | { readonly kind: "read-many" }
  /** Shows matching lines, or names files, by mode. */
  | { readonly kind: "search" }
  /** Names files. */
  | { readonly kind: "list" }
  /** Ranked passages under addresses. */
  | { readonly kind: "passages" }
  /** Creates or changes the file that the arguments name. */
  | { readonly kind: "write" }
  /** Shows differences between versions of files. */
  | { readonly kind: "difference" }
  /** What another agent reports: its words about files, not their text; a subagent's own reads are captured in its turn. */
  | { readonly kind: "report" }
  /** Runs a program that the arguments hold; files that its text names are its inputs. */
  | { readonly kind: "program" }
  /** Shows or keeps the agent's own words. */
  | { readonly kind: "own" }
  /** One tool for several jobs; its argument `command` tells which. */
  | { readonly kind: "by-command"; readonly commands: Readonly<Record<string, "read" | "list" | "write" | "own">> };

const named = (kind: Exclude<ToolShape["kind"], "by-command">, names: string): [string, ToolShape][] =>
  names.split(/\s+/).map((name) => [name, { kind }]);

export const TOOL_SHAPES: ReadonlyMap<string, ToolShape> = new Map<string, ToolShape>([
  // RunningTab's own, over the dual view of a workspace.
  ...named("read", "view"),
  ...named("search", "grep"),
  ...named("list", "file_search list_dir"),
  ...named("passages", "search vector_search"),
  ...named("write", "edit write"),
  ...named("own", "read_whiteboard write_whiteboard"),
  ...named("difference", "workspace_diff workspace_file_diff"),
  ...named("program", "python run_python execute_python code_interpreter run_code"),
  // Claude Code (Read, NotebookRead, Glob, Grep, LS, Write, Edit, …), Pi (read, find, ls) and OpenCode (read, list, patch).
  ...named("read", "read notebookread"),
  ...named("list", "glob ls find list"),
  ...named("write", "multiedit notebookedit patch apply_patch"),
  ...named("own", "todowrite todoread todo_write write_todos update_plan think exitplanmode askuserquestion"),
  ...named("report", "task agent subagent delegate"),
  // MCP filesystem servers.
  ...named("read", "read_file read_text_file read_media_file"),
  ...named("read-many", "read_multiple_files read_many_files"),
  ...named(
    "list",
    "list_directory list_directory_with_sizes directory_tree search_files get_file_info list_allowed_directories",
  ),
  ...named("write", "write_file edit_file move_file create_file delete_file rename_file"),
  // Names that editors and frameworks share.
  ...named("read", "view_file open_file readfile cat_file get_file_contents fs_read read_document"),
  ...named("search", "search_file_content grep_search code_search search_code ripgrep"),
  ...named(
    "list",
    "list_files find_files glob_search glob_file_search listfiles fs_list find_by_name listdirectory readdir",
  ),
  ...named("write", "replace str_replace insert append_file writefile search_replace delete fs_write"),
  [
    "str_replace_editor",
    {
      kind: "by-command",
      commands: { view: "read", create: "write", str_replace: "write", insert: "write", undo_edit: "write" },
    },
  ],
  [
    "str_replace_based_edit_tool",
    { kind: "by-command", commands: { view: "read", create: "write", str_replace: "write", insert: "write" } },
  ],
]);

/** The arguments that name a file, the likeliest first. */
export const PATH_KEYS: readonly string[] = [
  "path",
  "file_path",
  "filePath",
  "filename",
  "file",
  "notebook_path",
  "target_file",
  "absolute_path",
  "relative_path",
  "relative_workspace_path",
  "uri",
  "source",
  "destination",
  "new_path",
  "old_path",
];

/** The arguments that name a folder only. */
export const FOLDER_KEYS: readonly string[] = [
  "dir_path",
  "directory",
  "dir",
  "folder",
  "root",
  "target_directory",
  "cwd",
];

/** The arguments that name several files. */
export const PATHS_KEYS: readonly string[] = ["paths", "files", "file_paths"];

export const FIRST_LINE_KEYS: readonly string[] = [
  "offset",
  "start_line",
  "startLine",
  "line_start",
  "start_line_one_indexed",
];
export const LINE_COUNT_KEYS: readonly string[] = ["limit", "max_lines", "head"];
export const LAST_LINE_KEYS: readonly string[] = [
  "end_line",
  "endLine",
  "line_end",
  "end_line_one_indexed",
  "end_line_one_indexed_inclusive",
];

export function toolShape(tool: string): ToolShape | undefined {
  return TOOL_SHAPES.get(bareToolName(tool));
}

/** A tool's name in lower case and without a server's prefix: `mcp__fs__read_file`, `fs.read_file` are `read_file`. */
export function bareToolName(tool: string): string {
  const bare = tool.slice(
    Math.max(
      tool.includes("__") ? tool.lastIndexOf("__") + 2 : 0,
      tool.lastIndexOf(".") + 1,
      tool.lastIndexOf("/") + 1,
      tool.lastIndexOf(":") + 1,
      0,
    ),
  );
  return bare.toLowerCase();
}
