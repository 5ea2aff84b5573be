import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({
  index: "src/index.ts",
  "engines/reference": "src/engines/reference.ts",
  conformance: "src/conformance.ts",
});
