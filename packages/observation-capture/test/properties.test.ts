import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createCapture, type CaptureContext, type CaptureResult, type Observation } from "../src/index.ts";

const ROOT = "/srv/work space/root";

/** Names as a hostile or careless person makes them: quotes, spaces, dashes, wildcards, breaks, other scripts, decomposed. */
const segment = fc.oneof(
  fc.constantFrom(
    "a.txt",
    "notes.md",
    "-n",
    "--help",
    "a b",
    "it's",
    'q"q',
    "$HOME",
    "*",
    "[x]",
    "a\nb",
    "數據.csv",
    "cafe\u0301",
    "==> a <==",
    "x:12:y",
    "`id`",
    ";rm",
    "\\",
    "…",
    ".env",
    "tab_list",
    "report.pdf_parsed",
  ),
  fc
    .string({ minLength: 1, maxLength: 8, unit: "grapheme" })
    .filter((name) => !name.includes("/") && !name.includes("\0") && name !== "." && name !== ".."),
);
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const escape = fc.constantFrom(
  "../x",
  "../../etc/passwd",
  "/etc/passwd",
  `${ROOT}2/a`,
  `${ROOT}/../other`,
  "/srv/work space",
  "~/.ssh/id_rsa",
  "a/../../b",
  "./../root_secret/x",
);
const quote = (name: string): string => `'${name.replaceAll("'", `'\\''`)}'`;

interface World {
  readonly files: ReadonlyMap<string, string>;
  readonly observation: Observation;
}

const world: fc.Arbitrary<World> = fc
  .record({
    files: fc.uniqueArray(fc.tuple(path, fc.string({ maxLength: 60, unit: "grapheme" })), {
      minLength: 1,
      maxLength: 6,
      selector: ([name]) => name,
    }),
    others: fc.array(escape, { maxLength: 2 }),
    template: fc.constantFrom(
      "cat %",
      "head -n 3 %",
      "sed -n 1,2p %",
      "grep -n a %",
      "grep -rn a .",
      "rg a",
      "cat % | sort | head -2",
      "ls -la",
      "find . -type f -exec cat {} +",
      'for f in %; do echo "== $f"; cat "$f"; done',
      'find . | while read f; do cat "$f"; done',
      "cat < %",
      "cp % /tmp/t; cat /tmp/t",
      "cd a && cat %",
      "wc -l %",
      "xargs cat",
      "cat <(sort %)",
      "bash -c 'cat %'",
      "%",
      "echo % > %",
    ),
    noise: fc.string({ maxLength: 200, unit: "binary" }),
    shape: fc.constantFrom("bash", "Read", "Grep", "LS", "read_multiple_files", "view", "odd"),
    exitCode: fc.constantFrom(undefined, 0, 1, 127),
    cwd: fc.constantFrom(undefined, ROOT, `${ROOT}/a`, "/", "/srv"),
  })
  .map(({ files, others, template, noise, shape, exitCode, cwd }) => {
    const names = [...files.map(([name]) => name), ...others];
    const command = template.replaceAll("%", () => names.map(quote).join(" "));
    const lines = files.flatMap(([name, text]) => [
      `==> ${name} <==`,
      text,
      `${name}:3:${text}`,
      `-rw-r--r-- 1 u g 3 Jan 1 00:00 ${name}`,
    ]);
    return {
      files: new Map(files),
      observation: {
        tool: shape,
        args: { command, path: names[0]!, file_path: names.at(-1)!, paths: names },
        output: [...lines, noise, ...others, ...others.map((other) => `${other}:1:x`)].join("\n"),
        ...(exitCode !== undefined && { exitCode }),
        ...(cwd !== undefined && { cwd }),
      },
    };
  });

function contextOf(files: ReadonlyMap<string, string>): CaptureContext {
  return {
    root: ROOT,
    stat: (name) => (files.has(name) ? { size: Buffer.byteLength(files.get(name)!), kind: "file" } : undefined),
    paths: () => files.keys(),
  };
}

async function check(assert: (result: CaptureResult, world: World) => void): Promise<void> {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      assert(await createCapture().capture(given.observation, contextOf(given.files)), given);
    }),
    { numRuns: 150 },
  );
}

describe("whatever was run and shown", () => {
  it("gives excerpts that are slices of the observation", async () => {
    await check((result, { observation }) => {
      for (const { start, end } of [...result.reads, ...result.computed]) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(observation.output.length);
      }
    });
  });

  it("names no path outside the root and none that is no regular file", async () => {
    await check((result, { files }) => {
      for (const name of [
        ...result.reads.flatMap((read) => read.paths),
        ...result.listed,
        ...result.computed.flatMap((each) => each.inputs),
      ]) {
        expect(files.has(name)).toBe(true);
      }
      for (const name of result.writes) expect(name).not.toMatch(/^\/|(?:^|\/)\.\.(?:\/|$)/);
    });
  });

  it("never says of itself that it failed", async () => {
    await check((result) => {
      for (const note of result.notes) expect(note).not.toMatch(/^(?:strategy \S+ failed|the capture failed)/);
    });
  });
});

describe("files shown byte for byte", () => {
  it("are told apart by their sizes", async () => {
    const text = fc.string({ maxLength: 40, unit: "grapheme" }).map((body) => `${body.replaceAll("\r", "")}\n`);
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 5 }), async (texts) => {
        const files = new Map(texts.map((body, index): [string, string] => [`file ${index}.txt`, body]));
        const command = `cat ${[...files.keys()].map(quote).join(" ")}`;
        const output = texts.join("");
        const { reads } = await createCapture().capture({ tool: "bash", args: { command }, output }, contextOf(files));
        const whole = reads.filter((read) => !/^\s*$/.test(output.slice(read.start, read.end)));
        for (const read of whole) expect(output.slice(read.start, read.end)).toBe(files.get(read.paths[0]!));
        expect(whole.map((read) => read.paths)).toEqual(
          [...files].filter(([, body]) => body.trim() !== "").map(([name]) => [name]),
        );
      }),
      { numRuns: 100 },
    );
  });
});
