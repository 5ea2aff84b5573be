import type { SharedOptions } from "../settings.ts";

/** The options of `run` as commander hands them over. */
export interface RunOptions extends SharedOptions {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly staged?: true;
  readonly inPlace?: true;
  readonly promote?: "never" | "ask" | "auto";
  readonly check?: string;
  readonly maxTurns: number;
  readonly maxToolCalls?: number;
  readonly timeLimit: number;
  /** Absent: the config's profile, else level 3. */
  readonly contextLevel?: string;
  readonly arm: string;
  readonly preset: string;
  readonly off?: readonly string[];
  readonly sandbox: string;
  readonly traceFiles?: boolean;
  readonly resume?: string;
  readonly strict?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}
