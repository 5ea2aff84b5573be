import { PassThrough } from "node:stream";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createTerminal, escapeControls } from "./terminal.ts";

function capture(options: { readonly isTTY?: boolean; readonly color?: boolean } = {}) {
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { isTTY: options.isTTY ?? false, columns: 40 });
  const terminal = createTerminal({ stdout, stderr, color: options.color ?? false });
  const read = (stream: PassThrough): string => String(stream.read() ?? "");
  return { terminal, out: () => read(stdout), err: () => read(stderr) };
}

describe("the terminal", () => {
  it("prints file text without a live control character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        expect(escapeControls(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
    const { terminal, out } = capture();
    terminal.print("a\u001b]52;c;eA==\u0007b\tc");
    expect(out()).toBe("a\\x1b]52;c;eA==\\x07b\tc\n");
  });

  it("escapes in JSON in a form that reads back equal", () => {
    const { terminal, out } = capture();
    const value = { text: "\u009b1m\u202e\u001b[2J" };
    terminal.printJson(value);
    const line = out();
    expect(line).not.toMatch(/[\u001b\u009b\u202e]/);
    expect(JSON.parse(line)).toEqual(value);
  });

  it("shows progress only where it can be redrawn, and never on stdout", () => {
    const piped = capture();
    piped.terminal.progress("50 %");
    expect(piped.err() + piped.out()).toBe("");
    const shown = capture({ isTTY: true });
    shown.terminal.progress("x".repeat(100));
    shown.terminal.note("done");
    expect(shown.err()).toBe(`${"x".repeat(39)}\r\u001b[2Kdone\n`);
    expect(shown.out()).toBe("");
  });

  it("takes back several lines of progress, none of which the terminal wraps", () => {
    const { terminal, err } = capture({ isTTY: true });
    terminal.progress(`first\n${"表".repeat(30)}`);
    terminal.progress("");
    expect(err()).toBe(`first\r\n${"表".repeat(19)}\r\u001b[2K\u001b[1A\u001b[2K`);
  });

  it("takes the colours out of styled output when they are off", () => {
    const { terminal, out } = capture();
    terminal.printStyled("\u001b[32madded\u001b[0m");
    expect(out()).toBe("added\n");
    const colored = capture({ color: true });
    colored.terminal.printStyled("\u001b[32madded\u001b[0m");
    expect(colored.out()).toBe("\u001b[32madded\u001b[0m\n");
  });
});
