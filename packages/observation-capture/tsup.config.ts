import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({
  index: "src/index.ts",
  conformance: "src/conformance.ts",
});
