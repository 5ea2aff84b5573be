import { packageTests } from "@runningtab/vitest-preset";

export default packageTests("web-tools");
