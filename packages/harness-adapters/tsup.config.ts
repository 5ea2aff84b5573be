import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({
  index: "src/index.ts",
  "adapters/ai-sdk": "src/adapters/ai-sdk.ts",
  "sandboxes/bubblewrap": "src/sandboxes/bubblewrap.ts",
  "sandboxes/none": "src/sandboxes/none.ts",
  conformance: "src/conformance.ts",
});
