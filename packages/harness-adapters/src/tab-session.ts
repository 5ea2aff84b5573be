import type { CaptureContext, CaptureStrategy, JsonValue } from "@runningtab/observation-capture";
import type { LogId, Switches, Tab } from "@runningtab/tab-core";

/** What the session needs of parsed documents; `@runningtab/parsed-cache` has it. */
export interface DocumentsPort {
  /** Brings the records in step with these files. Resolves once changed ones are marked stale; with `wait`, once parsed. */
  sync(
    files: Iterable<{
      readonly path: string;
      readonly hash: string;
      readonly size: number;
      readonly modifiedAtMs: number;
    }>,
    options?: {
      readonly wait?: boolean;
      readonly signal?: AbortSignal;
      readonly skipped?: readonly { readonly path: string; readonly reason: string }[];
    },
  ): Promise<void>;
  /** Plain text of a file's record now, for the delivery check; `undefined` when it has none, with the reason. */
  text(path: string): Promise<
    /** `unread`: parts where a value may stand unseen, such as `chart on slide 3`. */
    | { readonly text: string; readonly unread?: readonly string[] }
    | { readonly text: undefined; readonly reason: string }
  >;
  /** A file's record, for what its text leaves out: losses such as images and charts, where a value may stand unseen. */
  record?(
    path: string,
  ): Promise<{ readonly parts: readonly { readonly type: string; readonly kind?: string }[] } | undefined>;
  /** Pages that match, best first, each with its best line. Absent: candidates rank by their paths alone. */
  search?(
    query: string,
    options?: { readonly limit?: number },
  ): Promise<{ readonly hits: readonly { readonly path: string; readonly text: string }[] }>;
}

/** What the session needs of the folder; `@runningtab/staged-workspace` has it. Scanned once before the session starts. */
export interface WorkspacePort {
  readonly root: string;
  readonly manifest: ReadonlyMap<
    string,
    { readonly path: string; readonly hash: string; readonly size: number; readonly modifiedAtMs: number }
  >;
  /** What is there and the last scan did not read, with reasons; handed on to the documents. */
  readonly unread?: readonly { readonly path: string; readonly reason: string }[];
  /** The files when the task began; tells a file that was written again with the same bytes. */
  readonly baseline?: ReadonlyMap<string, { readonly hash: string; readonly modifiedAtMs: number }>;
  /** Reports what changed since the scan before. */
  scan(options?: { readonly signal?: AbortSignal }): Promise<{
    readonly changes: readonly {
      readonly kind: "create" | "modify" | "mode" | "delete" | "move";
      readonly path: string;
      /** Of a move. */
      readonly from?: string;
      readonly before?: { readonly hash: string };
      readonly after?: { readonly hash: string };
    }[];
  }>;
  changesSinceBaseline(): readonly { readonly kind: string; readonly path: string }[];
}

/** Masks secrets before anything is stored or shown. */
export type Redact = (text: string, path?: string) => { readonly text: string; readonly masked: number };

export interface TabSessionOptions {
  readonly tab: Tab;
  readonly capture: CaptureStrategy;
  /** Absolute workspace root; default `workspace.root`. */
  readonly root?: string;
  /** Without it nothing is scanned, and facts of files come from the disk. */
  readonly workspace?: WorkspacePort;
  /** Without it the delivery check can read no deliverable, and says so. */
  readonly documents?: DocumentsPort;
  /**
   * Text of a file's version by line, from its bytes or its parsed record, so that the capture finds the files behind what
   * a script prints. Used with a workspace only; without it such output is kept as computed.
   */
  readonly textLines?: CaptureContext["textLines"];
  /** Which version a parsed copy beside a document shows, where the composer makes such copies. Used with a workspace only. */
  readonly companionVersion?: CaptureContext["companionVersion"];
  /** Default: `redactSecrets` of the capture package. */
  readonly redact?: Redact;
  /** Most characters of one tool output that the model sees; the rest is cut visibly. Default 50,000. */
  readonly maxOutputCharacters?: number;
  /** Whether a tool may write, so that the folder is scanned after its batch. Default: everything but known readers. */
  readonly mayWrite?: (tool: string, args: JsonValue) => boolean;
  /**
   * Longest time in milliseconds that a batch waits for its record; default 2,000. Beyond it the outputs go on without
   * a status line while recording continues, so that a slow disk never stalls the host.
   */
  readonly maxDelayMs?: number;
  /** A person is there to answer: a stop whose last line asks something is no end of the task. Default false. */
  readonly interactive?: boolean;
  /** Part of the budget that is used, 0 to 1, for the tab's checkpoints; asked after each batch. */
  readonly budgetUsed?: () => number;
  /** Number of the first turn, at least 1; default 1. A session that goes on with a task takes the turn after its last. */
  readonly firstTurn?: number;
  /** Files that the agent has made or changed already, of a session that goes on with a task. Default: none. */
  readonly own?: Iterable<string>;
  /** As handed to the tab: with `finishCheck: false` nothing is sent back, an incomplete record neither. */
  readonly switches?: Partial<Pick<Switches, "finishCheck">>;
}

/** One finished tool call, as the harness hands it over. */
export interface ToolOutcome {
  readonly tool: string;
  readonly args: JsonValue;
  readonly output: string;
  /** Unique in the task; a call handed over twice is recorded once. */
  readonly callId: string;
  readonly cwd?: string;
  readonly exitCode?: number;
  /** Workspace-relative paths of the files that a traced command opened; absent where it was not traced. */
  readonly opened?: ReadonlySet<string>;
  /**
   * The tool did not do what it was asked (unknown, malformed, refused, broken): its output is the harness's words, no
   * text of a file, and never becomes a log entry. A shell command that ran and failed is none of these.
   */
  readonly isError?: true;
}

/** A tool that the session offers to the harness. Safe to run in parallel; never rejects. */
export interface SessionTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: { readonly [key: string]: JsonValue };
  execute(
    args: JsonValue,
    call: { readonly callId: string; readonly signal?: AbortSignal },
  ): Promise<{ readonly text: string; readonly value: unknown; readonly ok: boolean }>;
}

/**
 * The one composition that all harnesses share: observation in, text for the model out. The order of one observation is
 * clamp, redact, capture, neutralise look-alikes, status line.
 */
export interface TabSession {
  /** The static system-prompt block, at most 150 words. */
  readonly systemBlock: string;
  /** `tab_add`, `tab_resolve`, `tab_list`, `tab_show`. */
  readonly tools: readonly SessionTool[];
  /**
   * A batch of parallel tool calls that belong to one turn, in order. Scans the folder when something could have written,
   * records everything, and returns each output as the model is to see it; the status line rides on the last.
   * Outcomes of the tab's own tools come back as they are. An empty batch only ends the turn.
   * Never rejects for a failing store or capture: it returns the outputs and admits the gap in the finish check.
   */
  observe(batch: readonly ToolOutcome[], options?: { readonly signal?: AbortSignal }): Promise<readonly string[]>;
  /** At a stop: the message that sends the agent back, or `undefined`. Never rejects. */
  onStop(stop: { readonly finalMessage: string }): Promise<string | undefined>;
  /** After a context compaction: the review, to be put back in front of the model; empty when it is switched off. Never rejects. */
  onCompact(): Promise<string>;
  /** The log entries that hold a recorded call's output; empty for a call that showed no content or is unknown. */
  entriesOf(callId: string): readonly LogId[];
  /**
   * Deliverables so far: new files without scratch, and files that the task names and that were written since it began.
   * Empty without a workspace.
   */
  deliverables(): Promise<readonly string[]>;
  /** What could not be recorded, in plain words; empty when the record is whole. */
  readonly gaps: readonly string[];
  /** Number of the turn now; a turn ends with its batch. */
  readonly turn: number;
}
