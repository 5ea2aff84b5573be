import * as assert from "./assert.ts";
import { documents, type EngineCase, found, orchard } from "./orchard.ts";

export const queryCases: readonly EngineCase[] = [
  {
    id: "query/literal",
    title: "takes operators and punctuation of query languages as text",
    async run(engine) {
      await engine.add(documents({ row: "POL-358 report 38.101", other: "quince" }));
      for (const query of [
        "POL-358",
        "38.101",
        "pol",
        "358",
        "report*",
        '"report"',
        "(report",
        "row:report",
        "+report",
        "^report",
      ]) {
        assert.deepEqual(await found(engine, query), ["row"], `query ${query}`);
      }
      const nothing = [
        "don't",
        "AND",
        "OR",
        "NOT",
        "NEAR(",
        '""',
        '"',
        "'",
        "*",
        "%",
        "_",
        "\\",
        "--",
        ";",
        "/*",
        "\u0000",
        "\ud800",
      ];
      for (const query of nothing) assert.deepEqual(await engine.search(query), [], `query ${query}`);
    },
  },
  {
    id: "query/long",
    title: "takes a query of a hundred thousand words",
    async run(engine) {
      await engine.add(orchard);
      const query = Array.from({ length: 100_000 }, (_, number) => `w${number}`).join(" ");
      assert.deepEqual(await found(engine, `${query} cherry`), ["c"]);
    },
  },
];
