import { pathToFileURL } from "node:url";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createParserPool,
  type ParseOutcome,
  type ParserEntry,
  type ParserPoolOptions,
} from "@runningtab/parsed-cache";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it, onTestFinished } from "vitest";
import { findBubblewrap } from "./bubblewrap.ts";

/** A parser made for one test: the body of `parse(bytes, options, emit, limits)`. */
function parserOf(body: string, head = ""): ParserEntry {
  const file = join(temporaryFolder("parser"), "parser.mjs");
  writeFileSync(file, `${head}\nexport const parser = { async parse(bytes, options, emit, limits) { ${body} } };`);
  return { id: "test", version: "1", module: pathToFileURL(file).href, options: {}, accepts: ["text/plain"] };
}

const ECHO = `emit({ type: "page", address: "L1", text: Buffer.from(bytes).toString("utf8") });`;

async function parseAll(
  parsers: readonly ParserEntry[],
  options: Partial<ParserPoolOptions> = {},
): Promise<ParseOutcome[]> {
  const pool = createParserPool({ parsers, size: 1, ...options });
  onTestFinished(() => pool.close());
  const outcomes: ParseOutcome[] = [];
  for (const parser of parsers) {
    outcomes.push(await pool.schedule((parse) => parse(new TextEncoder().encode("hello"), parser)));
  }
  return outcomes;
}

function reasonOf(outcome: ParseOutcome | undefined): string {
  return outcome?.status === "failed" ? `${outcome.error.code}: ${outcome.error.message}` : "parsed";
}

/** Each failure costs a new process, and tests share few cores. */
const PATIENCE = { timeout: 90_000 };

describe("the parsing child", PATIENCE, () => {
  it("parses under the permission model and says what holds it", async () => {
    const [inAuto] = await parseAll([parserOf(ECHO)]);
    const [alone] = await parseAll([parserOf(ECHO)], { jail: "permission" });
    expect(inAuto).toMatchObject({ status: "parsed", parts: [{ type: "page", address: "L1", text: "hello" }] });
    expect(inAuto?.jail).toBe(findBubblewrap() === undefined ? "permission" : "bubblewrap+permission");
    expect(alone?.jail).toBe("permission");
  });

  it("can read no file but code, write none, start nothing, and sees no environment", async () => {
    process.env["SECRET_FOR_TEST"] = "do-not-leak";
    onTestFinished(() => void delete process.env["SECRET_FOR_TEST"]);
    const attempts = `
      const attempt = async (name, work) => {
        try { emit({ type: "page", address: name, text: "did: " + String(await work()) }); }
        catch (error) { emit({ type: "page", address: name, text: error.code ?? error.message }); }
      };
      await attempt("read", () => fs.readFileSync("/etc/hostname", "utf8"));
      await attempt("write", () => fs.writeFileSync("/tmp/escaped", "x"));
      await attempt("spawn", () => childProcess.execFileSync("/bin/true"));
      await attempt("worker", () => new Worker("1", { eval: true }));
      await attempt("environment", () => Object.values(process.env).includes("do-not-leak"));`;
    const head = `import fs from "node:fs"; import childProcess from "node:child_process"; import { Worker } from "node:worker_threads";`;
    const [outcome] = await parseAll([parserOf(attempts, head)], { jail: "permission" });
    const found =
      outcome?.status === "parsed" ? outcome.parts.map((part) => (part.type === "page" ? part.text : "")) : [];
    expect(found).toEqual([
      "ERR_ACCESS_DENIED",
      "ERR_ACCESS_DENIED",
      "ERR_ACCESS_DENIED",
      "ERR_ACCESS_DENIED",
      "did: false",
    ]);
  });

  it.runIf(findBubblewrap())("has no network inside bubblewrap", async () => {
    const connect = `
      const text = await new Promise((resolve) => {
        const socket = net.connect({ host: "192.0.2.1", port: 80 });
        socket.on("connect", () => resolve("connected"));
        socket.on("error", (error) => resolve(error.code));
      });
      emit({ type: "page", address: "L1", text });`;
    const [outcome] = await parseAll([parserOf(connect, `import net from "node:net";`)]);
    expect(outcome).toMatchObject({ status: "parsed", parts: [{ text: "ENETUNREACH" }] });
  });

  it.each(["auto", "permission"] as const)("outlives every way in which a parser can fail (%s)", async (jail) => {
    const hostile = [
      // Process 1 of a namespace cannot kill itself.
      parserOf("process.kill(process.pid, 'SIGKILL'); process.exit(9);"),
      parserOf("process.abort();"),
      parserOf("process.exit(0);"),
      parserOf("for (;;) {}"),
      parserOf("throw new Error('cannot read this');"),
      parserOf("process.stdout.write = undefined; fs.writeSync(1, 'noise '.repeat(100));", `import fs from "node:fs";`),
      parserOf("emit({ type: 'page', address: 1, text: 'x' });"),
      parserOf("Object.prototype.polluted = true;"),
      parserOf("", "throw new Error('cannot even load');"),
      parserOf("await new Promise((resolve) => setTimeout(resolve, 1e9));"),
      parserOf(ECHO),
    ];
    const outcomes = await parseAll(hostile, { jail, limits: { deadlineMs: 1500 } });
    expect(outcomes.map((outcome) => outcome.status)).toEqual([...Array<string>(10).fill("failed"), "parsed"]);
    const reasons = outcomes.map(reasonOf);
    expect(reasons[0]).toMatch(/^parser-crashed: .*died/);
    expect(reasons[2]).toMatch(/^parser-crashed: .*exit code 0/);
    expect(reasons[3]).toMatch(/^limit-exceeded: Limit deadlineMs \(1500\)/);
    expect(reasons[4]).toBe("damaged: cannot read this");
    expect(reasons[5]).toMatch(/^parser-crashed: .*broke the protocol/);
    expect(reasons[6]).toMatch(/^parser-crashed: .*broke the protocol/);
    expect(reasons[7]).toMatch(/Object\.prototype/);
    expect(reasons[9]).toMatch(/^limit-exceeded: Limit deadlineMs \(1500\)/);
    expect("polluted" in {}).toBe(false);
  });

  it("says what was wrong with a parser that breaks the protocol or throws where no promise carries it", async () => {
    const outcomes = await parseAll([
      parserOf(`emit({ type: "chapter", address: "L1", text: "x" });`),
      parserOf(`emit({ type: "block", address: "paragraph=1", kind: "paragraph", runs: "x" });`),
      parserOf(`emit({ type: "block", address: "paragraph=1", kind: "verse", runs: [{ text: "x" }] });`),
      parserOf(`emit({ type: "sheet", address: "s", name: "s", cells: [{ ref: "A1", shown: "1" }, { shown: "2" }] });`),
      parserOf(`emit({ type: "metadata", values: { size: 1n } });`),
      parserOf(`setTimeout(() => { throw new TypeError("late and lost"); }); await new Promise(() => {});`),
      parserOf(
        `void Promise.reject(new Error("nobody waits")); await new Promise((resolve) => setTimeout(resolve, 1e9));`,
      ),
      parserOf(`${ECHO} setTimeout(() => { throw new Error("after the answer"); }, 50);`),
      parserOf(ECHO),
    ]);
    expect(outcomes.map(reasonOf)).toEqual([
      'parser-crashed: The parser broke the protocol: unknown part type "chapter".',
      "parser-crashed: The parser broke the protocol: runs: not an array.",
      expect.stringMatching(/^parser-crashed: The parser process broke the protocol: part: kind: not one of heading, /),
      "parser-crashed: The parser process broke the protocol: part: cells: item 2: ref: not a string.",
      expect.stringMatching(/^parser-crashed: The parser broke the protocol: .*BigInt/),
      "parser-crashed: The parser threw outside of what it promised: late and lost",
      "parser-crashed: The parser threw outside of what it promised: nobody waits",
      "parsed",
      "parsed",
    ]);
  });

  it("names the limit when there is too little memory to start", async () => {
    const outcomes = await parseAll([parserOf(ECHO)], { limits: { maxMemoryBytes: 1 << 20 }, jail: "permission" });
    expect(reasonOf(outcomes[0])).toMatch(/^limit-exceeded: Limit maxMemoryBytes \(1048576\) exceeded: .* start/);
    expect(outcomes[0]).toMatchObject({ isTransient: true });
  });

  it.runIf(process.platform === "linux")(
    "is killed when it takes more memory than allowed, native memory too",
    async () => {
      const megabytes = 200;
      const hog = `const held = []; for (;;) { held.push(Buffer.alloc(8 << 20, 1)); await new Promise((r) => setTimeout(r, 5)); }`;
      const outcomes = await parseAll([parserOf(hog), parserOf(ECHO)], {
        limits: { maxMemoryBytes: megabytes << 20, deadlineMs: 20_000 },
      });
      expect(reasonOf(outcomes[0])).toMatch(/^limit-exceeded: Limit maxMemoryBytes/);
      expect(outcomes[1]?.status).toBe("parsed");
    },
  );

  it("stops a document that emits more text than allowed, also when the parser swallows the error", async () => {
    const flood = `for (let i = 0; i < 100; i++) try { emit({ type: "page", address: "L1", text: "x".repeat(1000) }); } catch {}`;
    const [outcome] = await parseAll([parserOf(flood)], { limits: { maxOutputCharacters: 5000 } });
    expect(reasonOf(outcome)).toMatch(/^limit-exceeded: Limit maxOutputCharacters \(5000\)/);
  });

  it("is replaced after its share of documents and after a failure, and kept otherwise", async () => {
    const counter = parserOf(
      `globalThis.count = (globalThis.count ?? 0) + 1; if (options.fail) throw new Error("no"); emit({ type: "page", address: "L1", text: String(globalThis.count) });`,
    );
    const failing = { ...counter, options: { fail: true } };
    const outcomes = await parseAll([counter, counter, counter, counter, failing, counter], {
      maxDocumentsPerChild: 3,
    });
    const counts = outcomes.map((outcome) =>
      outcome.status === "parsed" && outcome.parts[0]?.type === "page" ? outcome.parts[0].text : "failed",
    );
    expect(counts).toEqual(["1", "2", "3", "1", "failed", "1"]);
  });

  it.runIf(process.platform === "linux")("is replaced after a document that left it with too much memory", async () => {
    const counter = parserOf(
      `globalThis.kept ??= []; globalThis.kept.push(Buffer.alloc(options.megabytes << 20, 1)); emit({ type: "page", address: "L1", text: String(globalThis.kept.length) });`,
    );
    const large = { ...counter, options: { megabytes: 310 } };
    const small = { ...counter, options: { megabytes: 1 } };
    const outcomes = await parseAll([small, small, large, small]);
    expect(outcomes.map((outcome) => outcome.status === "parsed" && outcome.parts)).toMatchObject(
      ["1", "2", "3", "1"].map((text) => [{ text }]),
    );
  });
});

describe("the pool", PATIENCE, () => {
  const slow = (): ParserEntry => parserOf(`await new Promise((r) => setTimeout(r, 300)); ${ECHO}`);

  it("takes urgent documents first", async () => {
    const parser = slow();
    const pool = createParserPool({ parsers: [parser], size: 1 });
    onTestFinished(() => pool.close());
    const order: string[] = [];
    const run = (name: string, isUrgent: boolean): Promise<unknown> =>
      pool.schedule(
        async (parse) => {
          order.push(name);
          return parse(new Uint8Array(1), parser);
        },
        { isUrgent: () => isUrgent },
      );
    await Promise.all([run("first", false), run("second", false), run("asked for", true)]);
    expect(order).toEqual(["first", "asked for", "second"]);
  });

  it("ends a running and a waiting document on abort, and parses the next one", async () => {
    const parser = slow();
    const pool = createParserPool({ parsers: [parser], size: 1 });
    onTestFinished(() => pool.close());
    const controller = new AbortController();
    const tasks = [1, 2].map(() =>
      pool.schedule((parse) => parse(new Uint8Array(1), parser), { signal: controller.signal }),
    );
    const settled = Promise.allSettled(tasks);
    controller.abort(new Error("no longer wanted"));
    for (const outcome of await settled) {
      expect(outcome).toMatchObject({ status: "rejected", reason: { message: "no longer wanted" } });
    }
    expect(await pool.schedule((parse) => parse(new Uint8Array(1), parser))).toMatchObject({ status: "parsed" });
  });

  it("refuses work after close, waiting work included", async () => {
    const parser = slow();
    const pool = createParserPool({ parsers: [parser], size: 1 });
    const running = pool.schedule((parse) => parse(new Uint8Array(1), parser));
    const waiting = pool.schedule((parse) => parse(new Uint8Array(1), parser));
    const outcome = expect(waiting).rejects.toMatchObject({ code: "closed" });
    await pool.close();
    await outcome;
    expect(await running).toMatchObject({ status: "failed", isTransient: true });
    await expect(pool.schedule(async () => 1)).rejects.toMatchObject({ code: "closed" });
  });
});
