import { z } from "zod";

// The shapes that docs/formats/cli-json.md promises to scripts. Strict: a member that is not documented fails too.

const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/);

export const freshness = z.strictObject({
  state: z.enum(["current", "stale", "pending", "failed", "missing"]),
  recordHash: hash.optional(),
  sourceHash: hash.optional(),
  reason: z.string().optional(),
});

const losses = z.array(
  z.strictObject({
    kind: z.string(),
    count: z.int().min(1),
    detail: z.string().optional(),
    address: z.string().optional(),
  }),
);

/** `search`, `grep`, `files`. */
export const searchAnswer = z.strictObject({
  hits: z.array(
    z.strictObject({
      address: z.string(),
      path: z.string(),
      hash,
      freshness,
      score: z.number().positive().optional(),
      text: z.string(),
    }),
  ),
  searched: z.int().min(0),
  skipped: z.array(z.strictObject({ path: z.string(), reason: z.string().min(1) })),
  truncated: z.boolean(),
});

export const viewAnswer = z.strictObject({
  path: z.string(),
  addresses: z.array(z.string()),
  text: z.string(),
  freshness,
  source: z.enum(["record", "fallback"]),
  shown: z.string().min(1),
  sourceUpdatedAt: z.iso.datetime().optional(),
  parsedAt: z.iso.datetime().optional(),
  losses,
});

export const indexAnswer = z.strictObject({
  files: z.int(),
  current: z.int(),
  failed: z.array(z.strictObject({ path: z.string(), reason: z.string().min(1) })),
  withoutText: z.array(z.strictObject({ path: z.string(), reason: z.string().min(1) })),
  skipped: z.array(z.strictObject({ path: z.string(), reason: z.string().min(1) })),
});

const parsedBase = {
  path: z.string(),
  hash,
  parser: z.strictObject({ id: z.string(), version: z.string() }),
  pages: z.array(z.strictObject({ address: z.string(), text: z.string() })),
  losses,
  metadata: z.record(z.string(), z.json()),
  jail: z.string(),
};
export const parsedFile = z.discriminatedUnion("status", [
  z.strictObject({ ...parsedBase, status: z.literal("ok") }),
  z.strictObject({ ...parsedBase, status: z.literal("failed"), reason: z.string().min(1) }),
]);

export const fileDiff = z.strictObject({
  format: z.string(),
  equal: z.boolean(),
  changes: z.array(
    z.strictObject({
      kind: z.enum(["added", "removed", "changed", "moved", "renamed"]),
      address: z.string(),
      from: z.string().optional(),
      before: z.string().optional(),
      after: z.string().optional(),
    }),
  ),
  notes: z.array(z.string()),
});

export const hit = z.strictObject({ id: z.string(), score: z.number().positive(), terms: z.array(z.string()) });

const range = z.union([
  z.strictObject({ unit: z.enum(["line", "page", "slide"]), start: z.int().min(1), end: z.int().min(1) }),
  z.strictObject({ unit: z.literal("cell"), sheet: z.string(), cells: z.string() }),
]);
export const captureLine = z.strictObject({
  reads: z.array(
    z.strictObject({
      path: z.string(),
      paths: z.array(z.string()).optional(),
      excerpt: z.string(),
      range: range.optional(),
      ranges: z.array(range).optional(),
      partial: z.boolean(),
      hash: hash.optional(),
      via: z.enum(["search", "derived"]).optional(),
      redacted: z.literal(true).optional(),
      confidence: z.number().min(0).max(1),
    }),
  ),
  listed: z.array(z.string()),
  computed: z.array(z.strictObject({ excerpt: z.string(), inputs: z.array(z.string()), own: z.boolean() })),
  writes: z.array(z.string()),
  notes: z.array(z.string()),
});

export const tabReply = z.strictObject({ ok: z.boolean(), text: z.string().min(1), value: z.json().optional() });

const counts = z.strictObject({ open: z.int(), done: z.int(), unavailable: z.int(), computed: z.int() });
export const tabStatus = z.strictObject({
  task: z.string(),
  text: z.string(),
  closed: z.boolean(),
  turn: z.int(),
  requirements: counts,
  readLog: z.int(),
  candidates: z.int(),
  aboveThreshold: z.int(),
});

const characters = z.strictObject({
  task: z.int(),
  assistant: z.int(),
  tabCalls: z.int(),
  toolResults: z.int(),
  tabReplies: z.int(),
  statusLines: z.int(),
  finishChecks: z.int(),
  notices: z.int(),
  summaries: z.int(),
});

const activity = z.strictObject({
  observations: z.int(),
  entries: z.int(),
  entryCharacters: z.int(),
  listed: z.int(),
  tabCalls: z.int(),
  finishChecks: z.int(),
});

/** Tokens and dollars by a provider's figures, in `stats` and in the events of `run`. */
export const usage = z.strictObject({
  inputTokens: z.int(),
  outputTokens: z.int(),
  cachedTokens: z.int().optional(),
  cacheWriteTokens: z.int().optional(),
  reasoningTokens: z.int().optional(),
  cost: z.number().optional(),
  isUnreported: z.literal(true).optional(),
});

export const stats = z.strictObject({
  tasks: z.array(
    z.strictObject({
      task: z.string(),
      openedAt: z.iso.datetime(),
      turns: z.int(),
      requirements: z.int(),
      readLog: z.strictObject({ entries: z.int(), characters: z.int() }),
      candidates: z.int(),
      activity,
      characters: characters.optional(),
      estimatedTokens: z.int().optional(),
      estimatedTabTokens: z.int().optional(),
      spending: z
        .strictObject({
          steps: z.int(),
          usage,
          unreportedSteps: z.int(),
          modelMs: z.number(),
          toolMs: z.number(),
        })
        .optional(),
      prompts: z
        .strictObject({
          sent: z.int(),
          sentByTab: z.int(),
          compared: z.int(),
          keepingAll: z.int(),
          keptShare: z.number().min(0).max(1),
        })
        .optional(),
      perTurn: z
        .array(z.strictObject({ turn: z.int(), activity: activity.optional(), characters: characters.optional() }))
        .optional(),
    }),
  ),
  stateBytes: z.int(),
});

const at = z.iso.datetime();
const turn = z.int().min(0);

/** Lines of `run --json` before the last. */
export const runEvent = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("run.started"),
    at,
    runId: z.string(),
    runDir: z.string(),
    task: z.string(),
    provider: z.string(),
    model: z.string(),
    contextProfile: z.string(),
    mode: z.enum(["staged", "in-place"]),
    resumed: z.strictObject({ changed: z.array(z.string()) }).optional(),
  }),
  z.strictObject({ type: z.literal("parsing"), at, done: z.int(), total: z.int(), path: z.string() }),
  z.strictObject({ type: z.literal("turn.started"), at, turn }),
  z.strictObject({ type: z.literal("text"), at, turn, text: z.string() }),
  z.strictObject({
    type: z.literal("step.retried"),
    at,
    turn,
    attempt: z.int().min(2),
    delayMs: z.number().min(0),
    reason: z.string(),
  }),
  z.strictObject({ type: z.literal("step.ended"), at, turn, usage, total: usage }),
  z.strictObject({ type: z.literal("tools.started"), at, turn, commands: z.array(z.string()) }),
  z.strictObject({
    type: z.literal("tool.ended"),
    at,
    turn,
    callId: z.string(),
    tool: z.string(),
    command: z.string(),
    isError: z.boolean(),
    characters: z.int(),
    entries: z.array(z.string()),
    statusLine: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal("turn.ended"),
    at,
    turn,
    open: z.int(),
    resolved: z.int(),
    readLog: z.int(),
    candidates: z.int(),
  }),
  z.strictObject({ type: z.literal("finish.checked"), at, turn, text: z.string() }),
  z.strictObject({ type: z.literal("note"), at, turn, text: z.string() }),
]);

/** The last line of `run --json`. */
export const runSummary = z.strictObject({
  status: z.enum(["finished", "budget", "error"]),
  reason: z.string().optional(),
  deliverables: z.array(z.string()),
  outdated: z.array(z.strictObject({ requirement: z.string(), entry: z.string(), path: z.string() })),
  missing: z.array(z.string()),
  staged: z.array(z.string()),
  checks: z.array(z.strictObject({ check: z.string(), passed: z.boolean(), findings: z.array(z.string()) })),
  requirements: counts,
  readLog: z.int(),
  candidates: z.int(),
  turns: z.int(),
  runDir: z.string(),
});

export const doctor = z.strictObject({
  findings: z.array(
    z.strictObject({ check: z.string(), status: z.enum(["ok", "warning", "failed"]), detail: z.string().min(1) }),
  ),
});

/** The one JSON value of a command's stdout, in its promised shape. */
export function parseOne<T>(shape: z.ZodType<T>, stdout: string): T {
  const lines = stdout.trimEnd().split("\n");
  if (lines.length !== 1) throw new Error(`Expected one line of JSON, found ${lines.length}: ${stdout.slice(0, 200)}`);
  return shape.parse(JSON.parse(lines[0]!));
}

/** The JSON value of each line of a command's stdout, in its promised shape. */
export function parseLines<T>(shape: z.ZodType<T>, stdout: string): readonly T[] {
  return stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => shape.parse(JSON.parse(line)));
}
