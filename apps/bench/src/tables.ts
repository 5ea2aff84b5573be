import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInParsers, createParserPool, parseBytes, type ParsedFile } from "@runningtab/parsed-cache";
import { BenchMisuse, type BenchOutput, parseOptions } from "./bench.ts";
import { layoutPages } from "./layout-pages.ts";
import { officeqaFolder } from "./officeqa-folder.ts";
import { keptRows, type TableRow } from "./table-rows.ts";

interface FileRows {
  readonly file: string;
  readonly isScan: boolean;
  readonly pages: number;
  readonly kept: number;
  readonly rows: number;
}

/** Shares of rows that stay on one line; what reference readers reach by grouping items by their base line. */
const TARGETS = { text: 0.97, scan: 0.9 };

export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    data: { type: "string" },
    files: { type: "string" },
    show: { type: "string", default: "0" },
    json: { type: "boolean", default: false },
  });
  const folder = join(officeqaFolder(options.data, "pdfs"), "pdfs");
  const names = readdirSync(folder).toSorted();
  const [count, shown] = [Number(options.files ?? names.length), Number(options.show)];
  if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(shown) || shown < 0)
    throw new BenchMisuse("--files is a whole number from 1, --show one from 0.");
  const lost: string[] = [];
  const files = await measureTables(
    names.slice(0, count).map((name) => join(folder, name)),
    (file, { page, line }) => void lost.push(`${file} page ${page}: ${line}`),
  );
  const totals = {
    text: total(files.filter(({ isScan }) => !isScan)),
    scan: total(files.filter(({ isScan }) => isScan)),
  };
  if (options.json) output.print(JSON.stringify({ files, totals }));
  else {
    for (const file of files) output.print(`${file.file.padEnd(32)}  ${wording(file)}${file.isScan ? "  scan" : ""}`);
    for (const line of lost.slice(0, shown)) output.print(`lost  ${line}`);
    output.print(`all with text  ${wording(totals.text)}; target 97 %`);
    output.print(`all scans      ${wording(totals.scan)}; target 90 %`);
  }
  const misses = (["text", "scan"] as const).filter((kind) => shareOf(totals[kind]) < TARGETS[kind]);
  return misses.length === 0 ? 0 : 1;
}

/** Judges every page of the PDFs; `lose` is told of each row that is not on one line. */
export async function measureTables(
  files: readonly string[],
  lose: (file: string, row: TableRow & { readonly page: number }) => void,
): Promise<readonly FileRows[]> {
  const parsers = builtInParsers();
  const pool = createParserPool({ parsers, size: 2 });
  try {
    return await Promise.all(
      files.map(async (file): Promise<FileRows> => {
        const name = file.slice(file.lastIndexOf("/") + 1);
        const parsed = await parseBytes(readFileSync(file), { path: name, parsers, pool });
        const counts = { kept: 0, rows: 0 };
        for (const [index, layout] of layoutPages(file).entries()) {
          const { kept, lost } = keptRows(layout, parsed.pages[index]?.text ?? "");
          counts.kept += kept;
          counts.rows += kept + lost.length;
          for (const row of lost) lose(name, { ...row, page: index + 1 });
        }
        return { file: name, isScan: isScan(parsed), pages: parsed.pages.length, ...counts };
      }),
    );
  } finally {
    await pool.close();
  }
}

/** Most of its pages are images, with what somebody recognised in them as a layer of text, or without one. */
function isScan({ losses, pages }: ParsedFile): boolean {
  const images = losses.filter(({ kind }) => kind === "page-without-text" || kind === "text-over-image");
  return images.reduce((sum, { count }) => sum + count, 0) > pages.length / 2;
}

function total(files: readonly FileRows[]): Pick<FileRows, "kept" | "rows"> {
  return {
    kept: files.reduce((sum, { kept }) => sum + kept, 0),
    rows: files.reduce((sum, { rows }) => sum + rows, 0),
  };
}

function shareOf({ kept, rows }: Pick<FileRows, "kept" | "rows">): number {
  return rows === 0 ? 1 : kept / rows;
}

function wording(counts: Pick<FileRows, "kept" | "rows">): string {
  return `${counts.kept} of ${counts.rows} rows kept = ${(100 * shareOf(counts)).toFixed(1)} %`;
}
