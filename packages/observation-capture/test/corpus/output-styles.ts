import type { JsonValue, Observation } from "../../src/index.ts";

/** How a harness hands a command's output to the model. */
export interface OutputStyle {
  readonly name: string;
  /** Put before the command without the model seeing it, such as a profile that colours. */
  readonly profile?: string;
  /** What is left of the output. */
  readonly shorten?: (output: string) => string;
  /** The output within the harness's own words. */
  readonly wrap?: (output: string, observation: Observation) => string;
  readonly call?: (command: string) => { readonly tool: string; readonly args: JsonValue };
}

/** Characters that the shortening styles leave. */
const ROOM = 1200;

const COLOURED = ["ls", "grep", "diff", "rg", "tree"]
  .map((name) => `${name}() { command ${name} ${name === "tree" ? "-C" : "--color=always"} "$@"; }; export -f ${name}`)
  .join("\n");

export const OUTPUT_STYLES: readonly OutputStyle[] = [
  { name: "plain" },
  {
    name: "clamped",
    shorten(output) {
      if (output.length <= ROOM) return output;
      const head = output.slice(0, output.lastIndexOf("\n", ROOM * 0.7) + 1 || ROOM * 0.7);
      const tail = output.slice(output.indexOf("\n", output.length - ROOM * 0.3) + 1);
      const cut = output.length - head.length - tail.length;
      return `${head}[${cut} of ${output.length} characters (${output.split("\n").length} lines) cut here; ask for a smaller part to see them]\n${tail}`;
    },
  },
  {
    name: "tail kept",
    shorten(output) {
      const lines = output.split("\n");
      if (output.length <= ROOM) return output;
      const kept: string[] = [];
      for (let size = 0; lines.length > 0 && size < ROOM; size += kept[0]!.length) kept.unshift(lines.pop()!);
      const total = lines.length + kept.length;
      return `${kept.join("\n")}\n\n[Showing lines ${lines.length + 1}-${total} of ${total}. Full output: /tmp/pi-bash-1.log]`;
    },
    wrap: (output, { exitCode }) => (exitCode === 0 ? output : `${output}\n\nCommand exited with code ${exitCode}`),
  },
  { name: "coloured", profile: COLOURED },
  { name: "terminal", shorten: (output) => output.replaceAll("\n", "\r\n") },
  {
    name: "headed",
    call: (command) => ({ tool: "shell", args: { command: ["bash", "-lc", command] } }),
    wrap: (output, { exitCode }) => `Exit code: ${exitCode}\nWall time: 0.1 seconds\nOutput:\n${output}`,
  },
  {
    name: "session",
    call: (command) => ({ tool: "exec_command", args: { cmd: command, yield_time_ms: 1000 } }),
    wrap: (output, { exitCode }) =>
      `Chunk ID: 3fa91c\nWall time: 0.0512 seconds\nProcess exited with code ${exitCode}\nOriginal token count: ${output.length >> 2}\nOutput:\n${output}`,
  },
  {
    name: "JSON",
    call: (command) => ({ tool: "shell", args: { command: ["bash", "-lc", command], timeout_ms: 10_000 } }),
    wrap: (output, { exitCode }) =>
      JSON.stringify({ output, metadata: { exit_code: exitCode ?? 0, duration_seconds: 0.1 } }),
  },
  {
    name: "JSON content",
    call: (command) => ({ tool: "mcp__shell__run_command", args: { command } }),
    wrap: (output) => JSON.stringify([{ type: "text", text: output }]),
  },
  {
    name: "tagged",
    call: (command) => ({ tool: "execute_command", args: { command } }),
    wrap: (output, { exitCode }) => `<output>\n${output}</output>\n<exit_code>${exitCode}</exit_code>`,
  },
];

/** The observation as the style shows it, and the text that it leaves of the output. */
export function styled(
  raw: Observation,
  command: string,
  style: OutputStyle,
): { observation: Observation; shown: string } {
  const shown = style.shorten?.(raw.output) ?? raw.output;
  const { exitCode, ...rest } = raw;
  const isSaid = style.wrap !== undefined && style.name !== "JSON content";
  const call = style.call?.(command) ?? { tool: "bash", args: { command } };
  return {
    // A harness that writes the exit code into the text gives none beside it.
    observation: { ...rest, ...call, output: style.wrap?.(shown, raw) ?? shown, ...(!isSaid && { exitCode }) },
    shown,
  };
}
