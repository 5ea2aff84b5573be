/**
 * Parses a folder of PDFs through the jailed pool and prints what came of each, pages per second and peak memory.
 *
 *     node --conditions=@runningtab/source scripts/officeqa.ts FOLDER [CHILDREN]
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInParsers, createParserPool, parseBytes } from "@runningtab/parsed-cache";

const [folder, children = "1"] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder with the PDFs.");
const parsers = builtInParsers();
const pool = createParserPool({ parsers, size: Number(children) });
const names = readdirSync(folder).filter((name) => name.endsWith(".pdf"));
const started = performance.now();
let pages = 0;
let failed = 0;
await Promise.all(
  names.map(async (name) => {
    const parsed = await parseBytes(readFileSync(join(folder, name)), { path: name, parsers, pool });
    pages += parsed.pages.length;
    if (parsed.status === "failed") failed += 1;
    const losses = parsed.losses.map(({ kind, count }) => `${count} ${kind}`).join(", ");
    console.log(
      `${name}  ${parsed.status}  ${parsed.pages.length} pages  ${parsed.reason ?? losses}  [${parsed.jail}]`,
    );
  }),
);
const seconds = (performance.now() - started) / 1000;
const host = Math.round(process.memoryUsage.rss() / 1e6);
console.log(
  `${names.length} files, ${failed} failed, ${pages} pages in ${seconds.toFixed(1)} s of wall clock: ${(pages / seconds).toFixed(1)} pages/s with ${children} children; host ${host} MB`,
);
await pool.close();
