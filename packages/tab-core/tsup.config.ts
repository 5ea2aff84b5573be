import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({
  index: "src/index.ts",
  "stores/memory": "src/stores/memory.ts",
  "stores/sqlite": "src/stores/sqlite.ts",
  conformance: "src/conformance.ts",
});
