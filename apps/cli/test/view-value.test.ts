import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { runCli, writeFiles } from "./run-cli.ts";
import { parseOne, viewAnswer } from "./shapes.ts";

function open(files: Readonly<Record<string, string>>) {
  const [root, state] = [temporaryFolder("workspace"), temporaryFolder("state")];
  writeFiles(root, files);
  const view = (address: string, ...more: readonly string[]) =>
    runCli(["view", address, ...more, "--workspace", root, "--state", state]);
  return { root, view };
}

interface JsonDiff {
  readonly changes: readonly { readonly kind: string; readonly address: string; readonly after?: string }[];
}

it.each([
  [
    "json",
    '{"a":{"b":[1,2]},"c/d~":3,"ü x":1}',
    '{"a":{"b":[1,5,"new"]},"c/d~":{"e":null},"ü x":12345678901234567890}',
  ],
  ["yaml", "a:\n  b: [1, 2]\nc: x\n", "a:\n  b: [1, 5, new]\nc: {e: 12345678901234567890}\n"],
])("shows the value at each address that a comparison of %s prints", async (ending, before, after) => {
  const { root, view } = open({ [`before.${ending}`]: before, [`after.${ending}`]: after });
  const files = [`before.${ending}`, `after.${ending}`].map((name) => join(root, name));
  const { changes } = JSON.parse((await runCli(["diff", ...files, "--json"])).stdout) as JsonDiff;
  expect(changes.filter((change) => change.after !== undefined).length).toBeGreaterThan(0);
  for (const { address, after: value } of changes) {
    const answer = parseOne(viewAnswer, (await view(`after.${ending}#${address}`, "--json")).stdout);
    expect(answer.addresses).toEqual([`after.${ending}#${address}`]);
    // Of a value that changed in its words the comparison has the pieces alone.
    if (value !== undefined) expect(answer.text).toBe(value);
    expect(answer.freshness).toMatchObject({ state: "current", recordHash: answer.freshness.sourceHash });
  }
});

it("says what is not there, and shows nothing of secrets", async () => {
  const { view } = open({ "a.json": '{"a":1}', "broken.json": '{"a":', "credentials.json": '{"a":"hunter2"}' });
  const missing = await view("a.json#path=/b");
  expect([missing.exitCode, missing.stderr]).toEqual([1, "a.json#path=/b: nothing shown: there is no path=/b\n"]);
  expect((await view("broken.json#path=/a")).exitCode).toBe(1);
  expect((await view("nowhere.json#path=/a")).exitCode).toBe(1);
  expect((await view("a.json#path=/constructor")).exitCode).toBe(1);
  expect((await view("credentials.json#path=/a")).stdout).not.toContain("hunter2");
});
