import { packageTests } from "@runningtab/vitest-preset";

export default packageTests("evidence-by-meaning");
