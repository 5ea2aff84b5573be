import { packageTests } from "@runningtab/vitest-preset";

export default packageTests("sample-workspace");
