import { packageTests } from "@runningtab/vitest-preset";

export default packageTests("lexical-ranker");
