import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import type { Readable, Writable } from "node:stream";
import type { Limits, ParserEntry } from "../document-parser.ts";
import { limitExceeded, ParsedCacheError } from "../parsed-cache-error.ts";
import type { ParsedPart } from "../parts.ts";
import { decodeMessage } from "./decode-message.ts";
import { createFrameReader, encodeFrame } from "./framing.ts";
import type { Launch } from "./launch.ts";
import type { ChildMessage, JailReport, ParseRequest } from "./messages.ts";
import { residentMemory, waitedForCore } from "./process-numbers.ts";

export interface ParseJob {
  readonly bytes: Uint8Array;
  readonly parser: ParserEntry;
  readonly limits: Limits;
  readonly signal?: AbortSignal;
}

/** One running child. Parses one document at a time; after a rejection it is dead. */
export interface ParserProcess {
  /** What holds it, as records name it: `bubblewrap+permission`, `permission`, `process`. */
  readonly jail: string;
  /** The parts of one document. Rejects with a `ParsedCacheError` that says why not, or with the signal's reason. */
  parse(job: ParseJob): Promise<readonly ParsedPart[]>;
  /** Whether it has not died by itself since its last document. */
  isAlive(): boolean;
  /** Bytes of memory it holds now; `undefined` where the platform does not say. */
  residentBytes(): number | undefined;
  /** Ends it at once, also in mid-parse. */
  kill(): void;
}

const START_DEADLINE_MS = 20_000;
/** Time in which the child waited for a core does not count, but no parse takes more than so many deadlines by the clock. */
const MOST_DEADLINES = 10;
/** Between two looks at a child's memory: while it is far from its limit, and when it has come near. */
const WATCHDOG_PERIOD_MS = 50;
const NEAR_PERIOD_MS = 5;
const NEAR_SHARE = 0.7;
/** A child is ended at this share of its limit: it grows on between two looks, and must not grow beyond. */
const MEMORY_SHARE = 0.9;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;
/** Structure around the text: a part's JSON is longer than its text, but not without bound. */
const WIRE_BYTES_PER_CHARACTER = 16;
const KEPT_STDERR_CHARACTERS = 8000;

/** Starts a child and waits until it has inspected its jail. Rejects when it does not come up. */
export async function startParserProcess(launch: Launch, kind: "bubblewrap" | "permission"): Promise<ParserProcess> {
  const child = spawn(launch.command, launch.args, { env: {}, stdio: ["pipe", "pipe", "pipe", "pipe"] });
  const [stdin, stdout, stderr, info] = child.stdio as unknown as [Writable, Readable, Readable, Readable];
  const link = createLink(child, stdin, stdout, stderr);
  // With bubblewrap our child is the launcher; it reports the process that runs inside.
  const insidePid = kind === "bubblewrap" ? readChildPid(info) : Promise.resolve(child.pid);
  const report = await link.ready();
  const pid = (await insidePid) ?? child.pid;
  link.hold(false);
  return {
    jail: describeJail(kind, report),
    parse: (job) => parseOne(link, pid, job),
    isAlive: link.isAlive,
    residentBytes: () => (pid === undefined ? undefined : residentMemory(pid)),
    kill: link.kill,
  };
}

function describeJail(kind: "bubblewrap" | "permission", report: JailReport): string {
  const layers = [
    ...(kind === "bubblewrap" && report.withoutNetwork ? ["bubblewrap"] : []),
    ...(report.permission ? ["permission"] : []),
  ];
  return layers.length > 0 ? layers.join("+") : "process";
}

/** The host's end of the pipes: messages in, requests out, and the news that the child is dead. */
interface Link {
  ready(): Promise<JailReport>;
  send(request: ParseRequest, body: Uint8Array): void;
  listen(receive: (message: ChildMessage, wireBytes: number) => void, died: (error: ParsedCacheError) => void): void;
  /** Whether the child keeps this process alive: only while it works for us. */
  hold(isBusy: boolean): void;
  isAlive(): boolean;
  kill(): void;
}

function createLink(child: ChildProcess, stdin: Writable, stdout: Readable, stderr: Readable): Link {
  let receive: (message: ChildMessage, wireBytes: number) => void = () => undefined;
  let died: (error: ParsedCacheError) => void = () => undefined;
  let death: ParsedCacheError | undefined;
  let complaints = "";
  const kill = (): void => void child.kill("SIGKILL");
  const die = (error: ParsedCacheError): void => {
    if (death !== undefined) return;
    death = error;
    kill();
    died(error);
  };

  const readFrames = createFrameReader(MAX_FRAME_BYTES);
  stdout.on("data", (chunk: Uint8Array) => {
    try {
      for (const frame of readFrames(chunk)) receive(decodeMessage(frame.header), frame.byteLength);
    } catch (cause) {
      const found = cause instanceof Error ? cause.message : String(cause);
      die(crash(`The parser process broke the protocol: ${found}.`, cause));
    }
  });
  stderr.on("data", (chunk: Uint8Array) => {
    complaints = (complaints + Buffer.from(chunk).toString("utf8")).slice(-KEPT_STDERR_CHARACTERS);
  });
  // A write to a child that is already dead; its `close` says why.
  stdin.on("error", () => undefined);
  child.on("error", (cause) => die(crash(`The parser process could not be started: ${cause.message}.`, cause)));
  child.on("close", (code, signal) => die(describeExit(code, signal, complaints)));

  const listen: Link["listen"] = (receiveNext, diedNext) => {
    receive = receiveNext;
    died = diedNext;
    if (death !== undefined) diedNext(death);
  };
  return {
    ready: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(
          () => die(crash(`The parser process did not start within ${START_DEADLINE_MS} ms.`)),
          START_DEADLINE_MS,
        );
        const settle = (): void => clearTimeout(timer);
        listen(
          (message) => {
            settle();
            if (message.type === "ready") resolve(message.jail);
            else die(crash("The parser process spoke before it was ready."));
          },
          (error) => {
            settle();
            reject(error);
          },
        );
      }),
    send: (request, body) => {
      // As one write: each wakes the child.
      stdin.cork();
      stdin.write(encodeFrame(request, body.byteLength));
      stdin.write(body);
      stdin.uncork();
    },
    listen,
    hold: (isBusy) => {
      const act = isBusy ? "ref" : "unref";
      child[act]();
      // Pipes are sockets, which the types of `stdio` do not say.
      for (const pipe of child.stdio) if (pipe instanceof Socket && !pipe.destroyed) pipe[act]();
    },
    isAlive: () => death === undefined,
    kill,
  };
}

function parseOne(link: Link, pid: number | undefined, job: ParseJob): Promise<readonly ParsedPart[]> {
  const { limits, parser, signal } = job;
  return new Promise((resolve, reject) => {
    const parts: ParsedPart[] = [];
    let wireBytes = 0;
    const settle = (act: () => void): void => {
      clearTimeout(deadline);
      clearTimeout(watchdog);
      signal?.removeEventListener("abort", abort);
      link.listen(
        () => undefined,
        () => undefined,
      );
      link.hold(false);
      act();
    };
    const fail = (error: unknown): void =>
      settle(() => {
        link.kill();
        reject(error);
      });
    const abort = (): void => fail(signal?.reason);
    const started = performance.now();
    const waitedBefore = waitedForCore(pid);
    const judge = (): void => {
      const elapsed = performance.now() - started;
      // On a busy machine the document is not to blame, and its record would say so for good.
      const left = limits.deadlineMs - (elapsed - (waitedForCore(pid) - waitedBefore));
      if (left < 1 || elapsed >= limits.deadlineMs * MOST_DEADLINES)
        return fail(limitExceeded("deadlineMs", limits.deadlineMs, "parsing took longer"));
      deadline = setTimeout(judge, left);
    };
    let deadline = setTimeout(judge, limits.deadlineMs);
    const look = (): void => {
      const share = ((pid === undefined ? undefined : residentMemory(pid)) ?? 0) / limits.maxMemoryBytes;
      if (share > MEMORY_SHARE) return fail(memoryExceeded(limits.maxMemoryBytes));
      watchdog = setTimeout(look, share > NEAR_SHARE ? NEAR_PERIOD_MS : WATCHDOG_PERIOD_MS);
    };
    let watchdog = setTimeout(look, WATCHDOG_PERIOD_MS);
    if (signal?.aborted === true) return abort();
    signal?.addEventListener("abort", abort);
    link.hold(true);
    link.listen(
      (message, frameBytes) => {
        switch (message.type) {
          case "part":
            wireBytes += frameBytes;
            if (wireBytes > limits.maxOutputCharacters * WIRE_BYTES_PER_CHARACTER) {
              return fail(limitExceeded("maxOutputCharacters", limits.maxOutputCharacters, "the parser emits more"));
            }
            return void parts.push(message.part);
          case "done":
            return settle(() => resolve(parts));
          case "failed":
            return fail(new ParsedCacheError({ code: message.code, message: message.message, data: message.data }));
          case "ready":
            return fail(crash("The parser process started twice."));
          default:
            return message satisfies never;
        }
      },
      (error) => fail(error.data["heap"] === true ? memoryExceeded(limits.maxMemoryBytes) : error),
    );
    link.send({ parser: { module: parser.module, export: parser.export, options: parser.options }, limits }, job.bytes);
  });
}

function memoryExceeded(maxMemoryBytes: number): ParsedCacheError {
  return limitExceeded("maxMemoryBytes", maxMemoryBytes, "parsing took more memory");
}

function crash(message: string, cause?: unknown): ParsedCacheError {
  return new ParsedCacheError({ code: "parser-crashed", message, cause });
}

function describeExit(code: number | null, signal: NodeJS.Signals | null, complaints: string): ParsedCacheError {
  const end = signal === null ? `exit code ${code}` : signal;
  // Behind the error itself stand its stack and the version of Node.
  const telling = complaints.split("\n").findLast((line) => /^\W*(?:\w*Error|Fatal error|FATAL ERROR)\b/.test(line));
  return new ParsedCacheError({
    code: "parser-crashed",
    message: `The parser process died (${end})${telling === undefined ? "" : `: ${telling.trim()}`}.`,
    data: { heap: complaints.includes("heap out of memory"), signal },
  });
}

/** bubblewrap writes `{ "child-pid": N, … }` to its info pipe once the process inside exists. */
function readChildPid(info: Readable): Promise<number | undefined> {
  return new Promise((resolve) => {
    let text = "";
    info.on("data", (chunk: Uint8Array) => {
      text += Buffer.from(chunk).toString("latin1");
      const pid = /"child-pid": (\d+)/.exec(text)?.[1];
      if (pid !== undefined) resolve(Number(pid));
    });
    info.on("close", () => resolve(undefined));
  });
}
