import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild(
  {
    index: "src/index.ts",
    "jail/child": "src/jail/child.ts",
    "parsers/pdf": "src/parsers/pdf.ts",
    "parsers/spreadsheet": "src/parsers/spreadsheet.ts",
    "parsers/word": "src/parsers/word.ts",
    "parsers/presentation": "src/parsers/presentation.ts",
    "parsers/html": "src/parsers/html.ts",
    "parsers/mail": "src/parsers/mail.ts",
    "parsers/notebook": "src/parsers/notebook.ts",
    "parsers/archive": "src/parsers/archive.ts",
    "parsers/image": "src/parsers/image.ts",
    "parsers/csv": "src/parsers/csv.ts",
    "parsers/markdown": "src/parsers/markdown.ts",
    "parsers/text": "src/parsers/text.ts",
    "stores/memory": "src/stores/memory.ts",
    "stores/sqlite": "src/stores/sqlite.ts",
    conformance: "src/conformance.ts",
  },
  ["@runningtab/conformance-kit"],
);
