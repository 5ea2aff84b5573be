import { packageTests } from "@runningtab/vitest-preset";

export default packageTests("swap-the-ranker");
