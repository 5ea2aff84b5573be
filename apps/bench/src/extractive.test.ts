import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { judgeRun } from "./extractive/judge-run.ts";
import { run } from "./extractive.ts";

describe("judging a deliverable", () => {
  const facts = [
    { ask: "Rent", value: "18,400", address: "lease.txt#L2" },
    { ask: "Area", value: "486.5", address: "survey.csv#L2" },
    { ask: "Insurer", value: undefined, address: undefined },
  ];

  async function judged(deliverable: string): Promise<Awaited<ReturnType<typeof judgeRun>>> {
    const root = join(temporaryFolder("judge"), "workspace");
    mkdirSync(root);
    writeFileSync(join(root, "lease.txt"), "Lease\nRent: 18,400\nOld rent: 17,200\n");
    writeFileSync(join(root, "survey.csv"), "Floor,Area\nSecond,486.5\n");
    writeFileSync(join(root, "a.md"), deliverable);
    return judgeRun({ root, deliverable: "a.md", facts });
  }

  it("counts what is stated rightly and cited where it stands", async () => {
    const text =
      "- Rent: **18,400** — “Rent: 18,400” [`lease.txt#L2`]\n- Area: **486.5** [`survey.csv#sheet=Sheet1&cell=B2`]\n\n## Not found\n\n- Insurer\n";
    expect(await judged(text)).toMatchObject({ asked: 2, found: 2, cited: 2, wrong: 0, invented: 0, problems: [] });
  });

  it("tells wrong values, wrong places, gaps and inventions apart", async () => {
    const text = "- Rent: **18,400** — “Rent: 18,400” [`lease.txt#L3`]\n- Insurer: **Nobody Ltd** [`lease.txt#L1`]\n";
    expect(await judged(text)).toMatchObject({ asked: 2, found: 1, cited: 0, wrong: 0, invented: 1 });
    expect(await judged("- Rent: **17,200** [`lease.txt#L3`]")).toMatchObject({ found: 0, wrong: 1, invented: 0 });
    expect((await judged("nothing")).problems).toHaveLength(2);
  });
});

it(
  "finds nine in ten facts of generated workspaces with the right citation, through the command line",
  { timeout: 280_000 },
  async () => {
    const lines: string[] = [];
    const output = { print: (line: string) => void lines.push(line), note: (line: string) => void lines.push(line) };
    expect(await run(["--seed", "40", "--count", "4", "--files", "0"], output), lines.join("\n")).toBe(0);
  },
);
