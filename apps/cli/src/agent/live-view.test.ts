import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { createTerminal } from "../terminal.ts";
import { createLiveView, type Verbosity } from "./live-view.ts";
import { noProgress } from "./run-progress.ts";

const budgets = { maxTurns: 300, maxToolCalls: Infinity, timeLimitMs: 3_600_000 };
const usage = { inputTokens: 45_210, outputTokens: 1_200, cachedTokens: 38_000, cost: 0.0412 };

function watch(isTTY: boolean, verbosity: Verbosity = "normal") {
  let written = "";
  const stream = () =>
    Object.assign(new Writable({ write: (chunk, _encoding, done) => done(void (written += String(chunk))) }), {
      isTTY,
      columns: 120,
    });
  let now = 0;
  const terminal = createTerminal({ stdout: stream(), stderr: stream(), color: false });
  const view = createLiveView(terminal, () => now, { verbosity });
  return { view, pass: (milliseconds: number) => (now += milliseconds), written: () => written };
}

function playTurn({ view, pass }: ReturnType<typeof watch>): void {
  view.turnStarted(7, { budgets, progress: { ...noProgress, usage } });
  pass(72_000);
  view.textCame("Both.");
  view.stepEnded(7, usage, { ...noProgress, usage });
  view.toolsStarted(7, ["view a.pdf\nb"]);
  const result = {
    callId: "t7c1",
    providerCallId: "p",
    tool: "view",
    command: "view a.pdf",
    isError: false,
    entries: [],
  };
  view.toolsEnded(7, [{ ...result, text: "Page 1\n\n[tab] requirements: 1 open, 0 done" }]);
  view.turnEnded(7, { open: 1, resolved: 2, readLog: 12, candidates: 40 });
}

describe("createLiveView", () => {
  it("redraws four lines on a terminal: what is spent, the tab, what is done, the last status line", () => {
    const watched = watch(true);
    playTurn(watched);
    const lines = watched.written().split("\u001b[2K").at(-1)!.split("\r\n");
    expect(lines).toEqual([
      "turn 7 of 300 · 1m 12s of 1h · 45.2k tokens in (38.0k cached), 1200 out · $0.0412",
      "1 open, 2 resolved · 12 read, 40 unopened",
      String.raw`view a.pdf\nb`,
      "[tab] requirements: 1 open, 0 done",
    ]);
    watched.view.parsing(3, 10, "big.pdf");
    watched.pass(1_000);
    watched.view.parsing(4, 10, "big.pdf");
    expect(watched.written()).toContain("parsing 4 of 10: big.pdf");
    watched.view.end();
    // The last lines are taken back, each of them.
    expect(watched.written().endsWith("\r\u001b[2K\u001b[1A\u001b[2K\u001b[1A\u001b[2K\u001b[1A\u001b[2K")).toBe(true);
  });

  it("writes one line a turn elsewhere", () => {
    const watched = watch(false);
    playTurn(watched);
    expect(watched.written().trimEnd().split("\n")).toHaveLength(1);
    expect(watched.written()).toContain("turn 7 of 300 · 1m 12s of 1h");
  });

  it("says nothing when it is to be quiet, and everything when it is to be verbose", () => {
    const quiet = watch(false, "quiet");
    playTurn(quiet);
    quiet.view.note("a note");
    expect(quiet.written()).toBe("");
    const verbose = watch(false, "verbose");
    playTurn(verbose);
    expect(verbose.written()).toMatch(/^Both\.\n→ view a\.pdf\\nb\n← Page 1\n/);
  });
});
