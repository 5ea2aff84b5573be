import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({
  index: "src/index.ts",
  "blobs/memory": "src/blobs/memory.ts",
  "blobs/file": "src/blobs/file.ts",
  "journals/memory": "src/journals/memory.ts",
  "journals/sqlite": "src/journals/sqlite.ts",
  conformance: "src/conformance.ts",
});
