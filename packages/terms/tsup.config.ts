import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({
  index: "src/index.ts",
  path: "src/path.ts",
});
