import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { StoredEvent } from "@runningtab/tab-core";
import { describe, expect, it } from "vitest";
import { WIRES } from "./fault-matrix.ts";
import { makeOfficeWorkspace } from "./office-workspace.ts";
import { runCli } from "./run-cli.ts";
import { type Script, startScriptedServer } from "./scripted-server.ts";

const canDraw = existsSync("/usr/bin/pdftoppm");
/** The beginning of a PNG in base64, in the part that each protocol has for an image. */
const IMAGE_PARTS: Readonly<Record<string, RegExp>> = {
  chat: /"role":"user","content":\[\{"type":"text","text":"The image that view \([^)]*\) shows:"\},\{"type":"image_url","image_url":\{"url":"data:image\/png;base64,iVBORw0KGgo/,
  responses: /\{"type":"input_image","image_url":"data:image\/png;base64,iVBORw0KGgo/,
  messages: /\{"type":"image","source":\{"type":"base64","media_type":"image\/png","data":"iVBORw0KGgo/,
  google: /\{"inlineData":\{"mimeType":"image\/png","data":"iVBORw0KGgo/,
};
const look = { calls: [{ tool: "view", args: { path: "policies/travel.pdf", mode: "visual" } }] };

describe.skipIf(!canDraw).each(WIRES.map((wire) => [wire.name, wire] as const))(
  "a page as an image, over %s",
  (name, wire) => {
    async function run(script: Script) {
      const workspace = makeOfficeWorkspace();
      const server = await startScriptedServer(script, wire);
      const model = ["--model", wire.model, "--base-url", server.baseUrl, "--off", "finishCheck"];
      const outcome = await runCli(["run", "Look", ...workspace.options, "--json", ...model], {
        variables: wire.variables,
      });
      return { ...outcome, bodies: server.requests.map((request) => JSON.stringify(request)) };
    }

    it("reaches the model as an image, never as text, and is a read without an excerpt", async () => {
      const { stdout, bodies } = await run([look, { text: "Seen." }]);
      expect(bodies[1]).toMatch(IMAGE_PARTS[name]!);
      expect(bodies[1]!.split("iVBORw0KGgo")).toHaveLength(2);
      const { runDir } = JSON.parse(stdout.trim().split("\n").at(-1)!) as { runDir: string };
      const events = JSON.parse(readFileSync(join(runDir, "tab-events.json"), "utf8")) as StoredEvent[];
      const entries = events.flatMap(({ event }) => (event.type === "read.recorded" ? [event.entry] : []));
      expect(entries).toEqual([
        expect.objectContaining({ paths: ["policies/travel.pdf"], origin: "read", length: 0, partial: true }),
      ]);
    });

    it("is told in words to a model that takes none, from the first refusal on", async () => {
      const refused = { status: 400, body: wire.errorBody(400, "image input is not supported by this model") };
      const { exitCode, bodies } = await run([
        look,
        refused,
        { calls: [{ tool: "list_dir", args: {} }] },
        { text: "Read instead." },
      ]);
      expect(exitCode).toBe(0);
      expect(bodies).toHaveLength(4);
      expect(bodies[1]).toContain("iVBORw0KGgo");
      for (const body of bodies.slice(2)) {
        expect(body).not.toContain("iVBORw0KGgo");
        expect(body).toContain("[image not shown: this model takes no images. Use view with mode text.]");
      }
    });
  },
);
