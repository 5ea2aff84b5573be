import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({
  index: "src/index.ts",
  "adapters/ai-sdk": "src/adapters/ai-sdk.ts",
  "sandboxes/bubblewrap": "src/sandboxes/bubblewrap.ts",
  "sandboxes/none": "src/sandboxes/none.ts",
  "sandboxes/virtual": "src/sandboxes/virtual.ts",
  "sandboxes/virtual-shell": "src/sandboxes/virtual-shell.ts",
  conformance: "src/conformance.ts",
});
