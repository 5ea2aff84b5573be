import { posix } from "node:path";
import type { SeededRandom } from "@runningtab/test-kit";
import type { JsonValue } from "../../src/index.ts";
import type { CorpusFile, CorpusWorkspace } from "./corpus-workspace.ts";

/** A call of a structured tool, rendered as its harness renders it, with what it shows by construction. */
export interface ToolCallSample {
  readonly tool: string;
  readonly args: JsonValue;
  readonly output: string;
  readonly shown: readonly string[];
  readonly listed: readonly string[];
}

export interface ToolFamily {
  readonly name: string;
  readonly make: (workspace: CorpusWorkspace, random: SeededRandom) => ToolCallSample;
}

const TEXTS = ["markdown", "text", "log", "csv", "json", "yaml", "source"] as const;
const REMINDER =
  "\n\n<system-reminder>\nWhenever you read a file, consider whether it looks right.\n</system-reminder>\n";

interface Window {
  readonly file: CorpusFile;
  readonly lines: readonly string[];
  /** 1-based number of the first line shown. */
  readonly first: number;
  readonly count: number;
  readonly total: number;
}

function windowOf(workspace: CorpusWorkspace, random: SeededRandom): Window {
  const file = random.pick(workspace.of(...TEXTS).filter((each) => each.text.split("\n").length > 6));
  const all = file.text.replace(/\r?\n$/, "").split(/\r?\n/);
  const whole = random.next() < 0.4;
  const first = whole ? 1 : random.integer(1, 3);
  const count = whole ? all.length : random.integer(3, 5);
  return { file, lines: all.slice(first - 1, first - 1 + count), first, count, total: all.length };
}

const reading = (
  name: string,
  tool: string,
  render: (
    shown: Window,
    absolute: string,
    random: SeededRandom,
  ) => { readonly args: JsonValue; readonly output: string },
): ToolFamily => ({
  name,
  make(workspace, random) {
    const shown = windowOf(workspace, random);
    const { args, output } = render(shown, `${workspace.root}/${shown.file.path}`, random);
    return { tool, args, output, shown: [shown.file.path], listed: [] };
  },
});

const part = ({ first, count, total }: Window): { offset?: number; limit?: number } =>
  first === 1 && count >= total ? {} : { offset: first, limit: count };

const listing = (
  name: string,
  tool: string,
  render: (
    files: readonly string[],
    folder: string,
    root: string,
  ) => { readonly args: JsonValue; readonly output: string },
): ToolFamily => ({
  name,
  make(workspace, random) {
    const folder = random.pick(["docs", "src", "data", "archive"]);
    const files = workspace.files
      .map((file) => file.path)
      .filter((path) => path.startsWith(`${folder}/`))
      .toSorted();
    const { args, output } = render(files, folder, workspace.root);
    return { tool, args, output, shown: [], listed: files };
  },
});

const matching = (
  name: string,
  tool: string,
  render: (
    hits: readonly Hit[],
    pattern: string,
    root: string,
  ) => { readonly args: JsonValue; readonly output: string },
): ToolFamily => ({
  name,
  make(workspace, random) {
    const pattern = random.pick(["total", "status", "team"]);
    const hits = random
      .shuffle(workspace.of("markdown", "text", "source"))
      .slice(0, 6)
      .flatMap((file) =>
        file.text
          .split(/\r?\n/)
          .flatMap((line, at) => (line.includes(pattern) ? [{ path: file.path, number: at + 1, line }] : []))
          .slice(0, 3),
      );
    const { args, output } = render(hits, pattern, workspace.root);
    return { tool, args, output, shown: [...new Set(hits.map((hit) => hit.path))], listed: [] };
  },
});

interface Hit {
  readonly path: string;
  readonly number: number;
  readonly line: string;
}

const byFile = (hits: readonly Hit[]): readonly (readonly [string, readonly Hit[]])[] =>
  [...new Set(hits.map((hit) => hit.path))].map((path) => [path, hits.filter((hit) => hit.path === path)]);

const level = (files: readonly string[], folder: string): { names: string[]; folders: string[]; direct: string[] } => {
  const below = files.map((path) => path.slice(folder.length + 1));
  return {
    names: below.filter((path) => !path.includes("/")),
    folders: [...new Set(below.filter((path) => path.includes("/")).map((path) => path.split("/")[0]!))],
    direct: files.filter((path) => posix.dirname(path) === folder),
  };
};

/** A listing of one level names the folder's own files only. */
const shallow = (family: ToolFamily): ToolFamily => ({
  ...family,
  make(workspace, random) {
    const sample = family.make(workspace, random);
    const folder = sample.listed[0]!.split("/")[0]!;
    return { ...sample, listed: level(sample.listed, folder).direct };
  },
});

export const TOOL_FAMILIES: readonly ToolFamily[] = [
  reading("Claude Code Read", "Read", (shown, path, random) => ({
    args: { file_path: path, ...part(shown) },
    output:
      shown.lines.map((line, at) => `${String(shown.first + at).padStart(6)}→${line}`).join("\n") +
      (random.next() < 0.5 ? REMINDER : ""),
  })),
  reading("Pi read", "read", (shown) => {
    const last = shown.first + shown.lines.length - 1;
    const more =
      last < shown.total ? `\n\n[${shown.total - last} more lines in file. Use offset=${last + 1} to continue.]` : "";
    return { args: { path: shown.file.path, ...part(shown) }, output: shown.lines.join("\n") + more };
  }),
  reading("OpenCode read", "read", (shown, path) => {
    const last = shown.first + shown.lines.length - 1;
    const end =
      last < shown.total
        ? `(Showing lines ${shown.first}-${last} of ${shown.total}. Use offset=${last + 1} to continue.)`
        : `(End of file - total ${shown.total} lines)`;
    const body = shown.lines.map((line, at) => `${shown.first + at}: ${line}`).join("\n");
    return {
      args: { filePath: path, ...part(shown) },
      output: `<path>${path}</path>\n<type>file</type>\n<content>\n${body}\n\n${end}\n</content>`,
    };
  }),
  reading("OpenCode read, older", "read", (shown, path) => {
    const body = shown.lines.map((line, at) => `${String(shown.first + at).padStart(5, "0")}| ${line}`).join("\n");
    return {
      args: { filePath: path, ...(shown.first > 1 && { offset: shown.first - 1 }), limit: shown.count },
      output: `<file>\n${body}\n\n(File has more lines. Use 'offset' parameter to read beyond line ${shown.first + shown.lines.length - 1})\n</file>`,
    };
  }),
  reading("text editor view", "str_replace_based_edit_tool", (shown, path) => ({
    args: {
      command: "view",
      path,
      ...(part(shown).offset !== undefined && { view_range: [shown.first, shown.first + shown.count - 1] }),
    },
    output: `Here's the result of running \`cat -n\` on ${path}:\n${shown.lines.map((line, at) => `${String(shown.first + at).padStart(6)}\t${line}`).join("\n")}\n`,
  })),
  reading("MCP read_text_file", "mcp__filesystem__read_text_file", (shown, path) => ({
    args: { path, ...(shown.first === 1 && shown.count < shown.total && { head: shown.count }) },
    output: shown.first === 1 ? shown.lines.join("\n") : shown.file.text,
  })),
  reading("MCP read, JSON", "mcp__filesystem__read_file", (shown, path) => ({
    args: { path },
    output: JSON.stringify({ content: [{ type: "text", text: shown.file.text }] }),
  })),
  reading("LangChain read_file", "read_file", (shown) => ({
    args: { file_path: shown.file.path },
    output: shown.file.text,
  })),
  reading("deep agents read_file", "read_file", (shown, path) => ({
    args: { file_path: path, offset: shown.first - 1, limit: shown.count },
    output: shown.lines.map((line, at) => `${String(shown.first + at).padStart(6)}\t${line}`).join("\n"),
  })),
  reading("AI SDK readFile", "readFile", (shown) => ({
    args: { path: shown.file.path },
    output: JSON.stringify({ path: shown.file.path, content: shown.file.text }),
  })),
  reading("AI SDK text output", "readFile", (shown) => ({
    args: { path: shown.file.path },
    output: JSON.stringify({ type: "text", value: shown.file.text }),
  })),
  {
    name: "MCP read_multiple_files",
    make(workspace, random) {
      const files = random.shuffle(workspace.of("markdown", "text", "csv")).slice(0, 3);
      return {
        tool: "read_multiple_files",
        args: { paths: files.map((file) => file.path) },
        output: files.map((file) => `${file.path}:\n${file.text}\n`).join("\n---\n"),
        shown: files.map((file) => file.path),
        listed: [],
      };
    },
  },
  listing("Claude Code Glob", "Glob", (files, folder, root) => ({
    args: { pattern: "**/*", path: `${root}/${folder}` },
    output: files.map((path) => `${root}/${path}`).join("\n"),
  })),
  listing("Claude Code LS", "LS", (files, folder, root) => ({
    args: { path: `${root}/${folder}` },
    output: claudeTree(files, folder, root),
  })),
  listing("Pi find", "find", (files, folder) => ({
    args: { pattern: "**/*", path: folder },
    output: files.map((path) => path.slice(folder.length + 1)).join("\n"),
  })),
  shallow(
    listing("Pi ls", "ls", (files, folder) => {
      const { names, folders } = level(files, folder);
      return { args: { path: folder }, output: [...folders.map((name) => `${name}/`), ...names].join("\n") };
    }),
  ),
  listing("OpenCode glob", "glob", (files, folder, root) => ({
    args: { pattern: `${folder}/**` },
    output: `${files.map((path) => `${root}/${path}`).join("\n")}\n\n(Results are truncated. Consider using a more specific path or pattern.)`,
  })),
  shallow(
    listing("MCP list_directory", "list_directory", (files, folder, root) => {
      const { names, folders } = level(files, folder);
      return {
        args: { path: `${root}/${folder}` },
        output: [...folders.map((name) => `[DIR] ${name}`), ...names.map((name) => `[FILE] ${name}`)].join("\n"),
      };
    }),
  ),
  shallow(
    listing("MCP list_directory_with_sizes", "list_directory_with_sizes", (files, folder, root) => {
      const { names } = level(files, folder);
      return {
        args: { path: `${root}/${folder}` },
        output: `${names.map((name) => `[FILE] ${name.padEnd(30)} 1.21 KB`).join("\n")}\n\nTotal: ${names.length} files, 0 directories`,
      };
    }),
  ),
  listing("MCP search_files", "search_files", (files, folder, root) => ({
    args: { path: root, pattern: folder },
    output: files.map((path) => `${root}/${path}`).join("\n"),
  })),
  shallow(
    listing("LangChain list_directory", "list_directory", (files, folder) => ({
      args: { dir_path: folder },
      output: level(files, folder).names.join("\n"),
    })),
  ),
  listing("LangChain file_search", "file_search", (files, folder) => ({
    args: { dir_path: folder, pattern: "*" },
    output: files.map((path) => path.slice(folder.length + 1)).join("\n"),
  })),
  listing("deep agents glob", "glob", (files, folder) => ({
    args: { pattern: "**/*", path: `/${folder}` },
    output: JSON.stringify(files),
  })),
  matching("Claude Code Grep, content", "Grep", (hits, pattern, root) => ({
    args: { pattern, output_mode: "content", "-n": true },
    output: hits.map((hit) => `${root}/${hit.path}:${hit.number}:${hit.line}`).join("\n"),
  })),
  {
    name: "Claude Code Grep, files",
    make(workspace, random) {
      const files = random
        .shuffle(workspace.of("markdown", "source"))
        .slice(0, 4)
        .map((file) => file.path);
      return {
        tool: "Grep",
        args: { pattern: "the", output_mode: random.pick(["files_with_matches", "count"]) },
        output: `Found ${files.length} files\n${files.map((path) => `${workspace.root}/${path}`).join("\n")}`,
        shown: [],
        listed: files,
      };
    },
  },
  matching("Pi grep", "grep", (hits, pattern) => ({
    args: { pattern, path: "." },
    output: hits.map((hit) => `${hit.path}:${hit.number}: ${hit.line}`).join("\n"),
  })),
  matching("OpenCode grep", "grep", (hits, pattern, root) => ({
    args: { pattern },
    output: `Found ${hits.length} matches\n${byFile(hits)
      .map(([path, some]) => `${root}/${path}:\n${some.map((hit) => `  Line ${hit.number}: ${hit.line}`).join("\n")}`)
      .join("\n\n")}`,
  })),
  matching("deep agents grep", "grep", (hits, pattern) => ({
    args: { pattern, output_mode: "content" },
    output: byFile(hits)
      .map(([path, some]) => `\n${path}:\n${some.map((hit) => `  ${hit.number}: ${hit.line}`).join("\n")}`)
      .join("\n"),
  })),
];

/** `- ROOT/docs/` and below it its entries, indented by two. */
function claudeTree(files: readonly string[], folder: string, root: string): string {
  const lines = [`- ${root}/${folder}/`];
  const open = new Set<string>();
  for (const path of files) {
    const parts = path.slice(folder.length + 1).split("/");
    for (let depth = 1; depth < parts.length; depth++) {
      const parent = parts.slice(0, depth).join("/");
      if (!open.has(parent)) lines.push(`${"  ".repeat(depth)}- ${parts[depth - 1]}/`);
      open.add(parent);
    }
    lines.push(`${"  ".repeat(parts.length)}- ${parts.at(-1)}`);
  }
  return `${lines.join("\n")}\n`;
}
