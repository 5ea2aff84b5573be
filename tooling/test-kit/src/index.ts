export { describeWithData, dataFolder } from "./data-folder.ts";
export { temporaryFolder } from "./temporary-folder.ts";
export { seededRandom, type SeededRandom } from "./seeded-random.ts";
export { findReadmeExample, runReadmeExample, type ReadmeExample } from "./readme-example.ts";
