import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({ main: "src/main.ts" });
