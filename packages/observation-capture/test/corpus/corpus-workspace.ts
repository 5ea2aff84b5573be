import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { SeededRandom } from "@runningtab/test-kit";
import { writeDocx, writePdf, writePptx, writeXlsx } from "@runningtab/test-kit/office";

export type FileForm =
  | "markdown"
  | "text"
  | "log"
  | "csv"
  | "json"
  | "jsonl"
  | "xml"
  | "html"
  | "yaml"
  | "source"
  | "docx"
  | "xlsx"
  | "pptx"
  | "pdf"
  | "sqlite"
  | "zip"
  | "tgz"
  | "gz"
  | "empty"
  | "copy";

/** A file of the corpus' workspace, with the text that a program can show of it, whatever its format. */
export interface CorpusFile {
  readonly path: string;
  readonly form: FileForm;
  /** What a reader of the format shows; for archives the text of their members. */
  readonly text: string;
}

export interface CorpusWorkspace {
  readonly root: string;
  readonly files: readonly CorpusFile[];
  /** Symbolic links inside the workspace by their paths, each with the path of the file that it means. */
  readonly links: ReadonlyMap<string, string>;
  readonly of: (...forms: readonly FileForm[]) => readonly CorpusFile[];
}

const COMMON = "the total of all for this year and our team with plan status open note value from item per".split(" ");
const ONSETS = "b d f g h k l m n p r s t v z br dr gl kr pl st tr".split(" ");
const VOWELS = "a e i o u ai ei ou".split(" ");

/** Words and numbers that never come twice, so that what is shown tells its file. */
function createVocabulary(random: SeededRandom) {
  const used = new Set<string>();
  const fresh = (make: () => string): string => {
    for (;;) {
      const made = make();
      if (!used.has(made)) {
        used.add(made);
        return made;
      }
    }
  };
  const syllable = (): string => random.pick(ONSETS) + random.pick(VOWELS);
  const word = (): string => fresh(() => syllable() + syllable() + syllable() + random.pick(["n", "r", "l", "s", "x"]));
  const figure = (): string => fresh(() => String(random.integer(100_000, 999_999)));
  const sentence = (): string => {
    const length = random.integer(4, 9);
    const words = Array.from({ length }, () => random.pick(COMMON));
    words[random.integer(0, 1)] = word();
    words[random.integer(2, length - 1)] = figure();
    return words.join(" ");
  };
  return { word, figure, sentence };
}

/** Names of files: plain ones, with spaces, of other scripts, with quotes and signs that shells take for their own. */
const STEMS = ["notes", "report", "plan", "summary", "minutes", "budget", "survey", "contract", "index", "memo"];
const ODD_STEMS = [
  "annual report",
  "Kostenübersicht",
  "会议纪要",
  "l'avenant",
  "q3 (final)",
  "été 2024",
  "a&b",
  "naïve list",
];
const FOLDERS = ["", "docs", "docs/2024", "data", "data/raw", "src", "src/lib", "archive", "Ünïcode dir", "team notes"];
const HAN = "员工预算合同会议季度收入成本项目风险计划审批采购销售客户".split("");

/** Writes a varied workspace below `root`; equal seeds give equal files. */
export function buildCorpusWorkspace(root: string, random: SeededRandom): CorpusWorkspace {
  const { word, figure, sentence } = createVocabulary(random);
  const files: CorpusFile[] = [];
  const write = (path: string, form: FileForm, bytes: string | Uint8Array, text: string): CorpusFile => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
    const file = { path, form, text };
    files.push(file);
    return file;
  };
  let made = 0;
  const place = (extension: string): string => {
    const odd = random.next() < 0.3;
    const stem = odd ? random.pick(ODD_STEMS) : random.pick(STEMS);
    const folder = random.pick(FOLDERS);
    return `${folder === "" ? "" : `${folder}/`}${stem}${odd ? " " : "_"}${++made}.${extension}`;
  };
  const lines = (count: number): string[] => Array.from({ length: count }, sentence);
  const plain = (extension: string, form: FileForm, text: string): CorpusFile =>
    write(place(extension), form, text, text);

  for (let each = 0; each < 6; each++) {
    const body = lines(random.integer(8, 30)).map((line, at) =>
      at % 7 === 6 ? "" : at % 5 === 0 ? `- ${line}` : line,
    );
    plain("md", "markdown", `# ${word()} ${figure()}\n\n${body.join("\n")}\n`);
    plain("txt", "text", lines(random.integer(5, 40)).join("\n") + random.pick(["\n", ""]));
  }
  plain("txt", "text", lines(12).join("\r\n") + "\r\n");
  const han = (): string => Array.from({ length: 8 }, () => random.pick(HAN)).join("");
  plain("txt", "text", Array.from({ length: 9 }, () => `${han()}${figure()}人，${han()}。`).join("\n") + "\n");
  for (let each = 0; each < 3; each++) {
    const levels = ["INFO", "WARN", "ERROR"];
    const entries = Array.from({ length: random.integer(30, 120) }, (_, at) => {
      const second = String(at % 60).padStart(2, "0");
      return `2024-05-${String(1 + (at % 28)).padStart(2, "0")}T10:00:${second}Z ${random.pick(levels)} ${word()} took ${figure()}`;
    });
    plain("log", "log", `${entries.join("\n")}\n`);
  }
  for (let each = 0; each < 5; each++) {
    const rows = Array.from(
      { length: random.integer(6, 60) },
      () => `${figure()},${word()},${figure()},${random.pick(["north", "south"])}`,
    );
    plain("csv", "csv", `id,name,amount,region\n${rows.join("\n")}\n`);
  }
  for (let each = 0; each < 4; each++) {
    const record = () => ({ name: word(), amount: Number(figure()), note: sentence(), tags: [word(), word()] });
    const text = JSON.stringify({ title: sentence(), items: [record(), record(), record()] }, null, 2);
    plain("json", "json", `${text}\n`);
    const records = [record(), record(), record(), record()];
    plain("jsonl", "jsonl", records.map((one) => `${JSON.stringify(one)}\n`).join(""));
  }
  for (let each = 0; each < 2; each++) {
    const items = Array.from(
      { length: 6 },
      () => `  <item code="${figure()}"><name>${word()}</name><sum>${figure()}</sum></item>`,
    );
    plain("xml", "xml", `<?xml version="1.0"?>\n<list>\n${items.join("\n")}\n</list>\n`);
    plain(
      "html",
      "html",
      `<html><body>\n<h1>${sentence()}</h1>\n<p>${sentence()}</p>\n<p>${sentence()}</p>\n</body></html>\n`,
    );
    plain(
      "yaml",
      "yaml",
      `name: ${word()}\nlimits:\n  most: ${figure()}\n  owner: ${word()}\nnotes:\n  - ${sentence()}\n`,
    );
  }
  for (let each = 0; each < 5; each++) {
    const functions = Array.from(
      { length: random.integer(2, 6) },
      () =>
        `export function ${word()}(value) {\n  // TODO ${sentence()}\n  if (value > ${figure()}) {\n    return ${figure()};\n  }\n  return value;\n}\n`,
    );
    plain("ts", "source", `import { readFile } from "node:fs";\n\n${functions.join("\n")}`);
  }
  for (let each = 0; each < 3; each++) {
    const paragraphs = lines(6);
    const cells = [
      ["name", "amount"],
      [word(), figure()],
      [word(), figure()],
    ];
    write(
      place("docx"),
      "docx",
      writeDocx({
        blocks: [
          { type: "heading", text: paragraphs[0]! },
          ...paragraphs.slice(1).map((text) => ({ type: "paragraph" as const, text })),
          { type: "table", rows: cells },
        ],
      }),
      [...paragraphs, ...cells.flat()].join("\n"),
    );
    const rows = Array.from({ length: 8 }, () => [word(), Number(figure()), word()]);
    write(
      place("xlsx"),
      "xlsx",
      writeXlsx({ sheets: [{ name: "Data", rows: [["name", "amount", "owner"], ...rows] }] }),
      rows.flat().join("\n"),
    );
    const pages = Array.from({ length: 3 }, () => lines(8));
    write(
      place("pdf"),
      "pdf",
      writePdf({ pages: pages.map((page) => page.map((text) => ({ type: "line" as const, text }))) }),
      pages.flat().join("\n"),
    );
  }
  const bullets = lines(4);
  write(
    place("pptx"),
    "pptx",
    writePptx({ slides: [{ title: bullets[0]!, bullets: bullets.slice(1) }] }),
    bullets.join("\n"),
  );
  for (const name of ["README.md", "docs/README.md", "src/README.md"]) {
    const text = `# ${word()}\n\n${lines(5).join("\n")}\n`;
    write(name, "markdown", text, text);
  }
  write("empty.txt", "empty", "", "");
  write("docs/leer.md", "empty", "", "");
  const longLines = Array.from({ length: 400 }, (_, at) => `${at + 1} ${sentence()} ${sentence()}`).join("\n");
  write("data/large_table.txt", "text", `${longLines}\n`, `${longLines}\n`);

  const copied = random.shuffle(files.filter((file) => file.form === "text" || file.form === "csv")).slice(0, 2);
  for (const file of copied) write(`archive/copy of ${file.path.split("/").at(-1)!}`, "copy", file.text, file.text);

  const packed = `${lines(10).join("\n")}\n`;
  write("archive/packed_lines.txt.gz", "gz", gzipSync(packed), packed);
  // Archives whose one member lies nowhere else in the workspace.
  for (const [form, program, options] of [
    ["tgz", "tar", ["-czf"]],
    ["zip", "zip", ["-q"]],
  ] as const) {
    const text = `${lines(8).join("\n")}\n`;
    const members = `${root}-members`;
    mkdirSync(members, { recursive: true });
    writeFileSync(join(members, "member.txt"), text);
    const path = `archive/bundle_members.${form}`;
    const packing = spawnSync(program, [...options, join(root, path), "member.txt"], { cwd: members });
    if (packing.status === 0) files.push({ path, form, text });
  }
  const records = Array.from({ length: 8 }, () => [figure(), word(), figure()]);
  const inserts = records.map(([id, name, amount]) => `INSERT INTO orders VALUES(${id}, '${name}', ${amount});`);
  const database = "data/orders_base.db";
  const filled = spawnSync("sqlite3", [join(root, database)], {
    input: `CREATE TABLE orders(id, name, amount);\n${inserts.join("\n")}\n`,
  });
  if (filled.status === 0) files.push({ path: database, form: "sqlite", text: records.flat().join("\n") });

  const links = new Map<string, string>();
  for (const [at, file] of random
    .shuffle(files.filter((each) => each.form === "text"))
    .slice(0, 2)
    .entries()) {
    symlinkSync(join(root, file.path), join(root, `link_${at}.txt`));
    links.set(`link_${at}.txt`, file.path);
  }
  return { root, files, links, of: (...forms) => files.filter((file) => forms.includes(file.form)) };
}
