import { packageTests } from "@runningtab/vitest-preset";

export default packageTests("capture-a-tool");
