import type { Limits, ParserEntry } from "../document-parser.ts";
import type { ParsedCacheErrorCode } from "../parsed-cache-error.ts";
import type { ParsedPart } from "../parts.ts";

/** Tells the child module that it is run as the child. */
export const SERVE_ARGUMENT = "serve";

/** Host → child; the frame's body holds the source bytes. */
export interface ParseRequest {
  readonly parser: Pick<ParserEntry, "module" | "export" | "options">;
  readonly limits: Limits;
}

/** What the child found about its own jail when it started; the host reports nothing that is not proven here. */
export interface JailReport {
  /** Files outside the read roots, child processes and workers are refused by Node's permission model. */
  readonly permission: boolean;
  /** No network interface but the loopback is there. */
  readonly withoutNetwork: boolean;
}

/** Child → host. After `ready`, each request is answered by any number of `part` and one `done` or `failed`. */
export type ChildMessage =
  | { readonly type: "ready"; readonly jail: JailReport }
  | { readonly type: "part"; readonly part: ParsedPart }
  | { readonly type: "done" }
  | {
      readonly type: "failed";
      readonly code: ParsedCacheErrorCode;
      readonly message: string;
      readonly data: Readonly<Record<string, unknown>>;
    };
