import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { loadConfig } from "./config.ts";

const nowhere = { variables: { XDG_CONFIG_HOME: "/nonexistent" } };

function module(folder: string, text: string, name = "config.mjs"): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

describe("loadConfig", () => {
  it("is empty when there is none", async () => {
    expect(await loadConfig({ file: undefined, root: "/workspace", environment: nowhere })).toEqual({});
  });

  it("takes the file that is named, else the one in the user's config folder", async () => {
    const home = temporaryFolder("config");
    module(join(home, "runningtab"), "export default { parsers: [] };");
    const environment = { variables: { XDG_CONFIG_HOME: home } };
    expect(await loadConfig({ file: undefined, root: "/workspace", environment })).toEqual({ parsers: [] });
    const named = module(temporaryFolder("named"), "export default { formats: [] };");
    expect(await loadConfig({ file: named, root: "/workspace", environment })).toEqual({ formats: [] });
  });

  it("never runs code from the workspace, also not through a link", async () => {
    const root = temporaryFolder("workspace");
    const planted = module(root, "globalThis.planted = true; export default {};");
    const link = join(temporaryFolder("outside"), "config.mjs");
    symlinkSync(planted, link);
    for (const file of [planted, link]) {
      await expect(loadConfig({ file, root, environment: nowhere })).rejects.toThrow("lies inside the workspace");
    }
    expect(globalThis).not.toHaveProperty("planted");
  });

  it.each([
    ["export default 7;", "must export an object"],
    ["export default { rankr: () => 1 };", '"rankr" is none of model, embedding, ranker,'],
    ["export default { ranker: 7 };", "ranker: expected a function that makes a rank engine"],
    ["export default { capture: { specVersion: 2, capture() {} } };", "capture: expected an object with specVersion 1"],
    [
      "export default { formats: [{ specVersion: 1, accepts() {} }] };",
      "formats[0]: expected an object with specVersion 1",
    ],
    [
      "export default { parsers: [{ id: 7, version: '1', module: 'm', accepts: [] }] };",
      "parsers[0].id: expected string",
    ],
    ["export default { embedding: { url: 'http://127.0.0.1' } };", "embedding.model: expected string"],
    ["export default { model: 'openai/gpt' };", 'model: expected { model: "provider/id", baseUrl? } or a function'],
    ["this is no module", "could not be loaded"],
  ])("refuses %j and says why", async (text, message) => {
    const file = module(temporaryFolder("config"), text);
    await expect(loadConfig({ file, root: "/workspace", environment: nowhere })).rejects.toThrow(message);
  });

  it("names all that is wrong at once", async () => {
    const file = module(temporaryFolder("config"), "export default { ranker: 7, evidence: {}, other: 1 };");
    const failure = await loadConfig({ file, root: "/w", environment: nowhere }).catch((error: Error) => error.message);
    expect(String(failure).split("\n")).toHaveLength(4);
  });

  it("says when a named file is not there", async () => {
    await expect(loadConfig({ file: "/nonexistent.mjs", root: "/w", environment: nowhere })).rejects.toThrow(
      "does not exist",
    );
  });
});
