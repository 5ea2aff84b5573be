import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild({
  index: "src/index.ts",
  "blobs/memory": "src/blobs/memory.ts",
  "blobs/file": "src/blobs/file.ts",
  "journals/memory": "src/journals/memory.ts",
  "journals/sqlite": "src/journals/sqlite.ts",
  "acceptance/grader": "src/acceptance/grader.ts",
  "acceptance/person": "src/acceptance/person.ts",
  "acceptance/rule": "src/acceptance/rule.ts",
  "checks/command": "src/checks/command.ts",
  "checks/expected-hashes": "src/checks/expected-hashes.ts",
  "checks/formula-errors": "src/checks/formula-errors.ts",
  "checks/parses": "src/checks/parses.ts",
  conformance: "src/conformance.ts",
});
