import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({
  index: "src/index.ts",
  "engines/wasm": "src/engines/wasm.ts",
  "engines/wasm-slim": "src/engines/wasm-slim.ts",
  "engines/wasm-module": "src/engines/wasm-module.ts",
  "engines/reference": "src/engines/reference.ts",
  "engines/hybrid": "src/engines/hybrid.ts",
  "engines/phrase": "src/engines/phrase.ts",
  "engines/orama": "src/engines/orama.ts",
  conformance: "src/conformance.ts",
});
