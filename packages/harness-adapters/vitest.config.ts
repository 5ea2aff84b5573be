import { packageTests } from "@runningtab/vitest-preset";

export default packageTests("harness-adapters");
