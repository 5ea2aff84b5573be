import { packageBuild } from "@runningtab/tsup-preset";

export default packageBuild(
  {
    index: "src/index.ts",
    "formats/text": "src/formats/text.ts",
    "formats/spreadsheet": "src/formats/spreadsheet.ts",
    "formats/blocks": "src/formats/blocks.ts",
    "formats/slides": "src/formats/slides.ts",
    "formats/notebook": "src/formats/notebook.ts",
    "formats/json": "src/formats/json.ts",
    "formats/yaml": "src/formats/yaml.ts",
    "formats/markdown": "src/formats/markdown.ts",
    "formats/html": "src/formats/html.ts",
    "formats/mail": "src/formats/mail.ts",
    "formats/archive": "src/formats/archive.ts",
    "formats/image": "src/formats/image.ts",
    "formats/binary": "src/formats/binary.ts",
    "renderers/markdown": "src/renderers/markdown.ts",
    "renderers/terminal": "src/renderers/terminal.ts",
    "renderers/html": "src/renderers/html.ts",
    "renderers/json": "src/renderers/json.ts",
    conformance: "src/conformance.ts",
  },
  ["@runningtab/parsed-cache", "@runningtab/conformance-kit"],
);
