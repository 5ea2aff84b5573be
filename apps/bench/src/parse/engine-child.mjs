// One bare engine over PDFs, in a process of its own: argv is the engine's name and the module to import. Says how many
// CPU milliseconds loading took, then answers each path that it is sent with those of reading it and the pages read.
import { readFileSync } from "node:fs";

// Engines that can also draw want these classes to exist when they are imported.
for (const name of ["DOMMatrix", "ImageData", "Path2D"]) globalThis[name] ??= class {};
// They warn about fonts, which costs time.
console.warn = console.log = () => undefined;

const [engine, module] = process.argv.slice(2);
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** Reads the text of all pages; answers how many there are. */
const readers = {
  "pdf-parse": async ({ PDFParse }, data) => {
    const parser = new PDFParse({ data, verbosity: 0 });
    const { pages } = await parser.getText();
    await parser.destroy();
    return pages.length;
  },
  "pdfjs-dist": async ({ getDocument }, data) => {
    const document = await getDocument({ data, verbosity: 0, isEvalSupported: false, useSystemFonts: false }).promise;
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      items.map((item) => item.str).join(" ");
      page.cleanup();
    }
    const { numPages } = document;
    await document.destroy();
    return numPages;
  },
  unpdf: async ({ extractText }, data) => (await extractText(data, { mergePages: false })).totalPages,
};

const loaded = await import(module);
process.on("message", async (file) => {
  const before = cpuMs();
  const pages = await readers[engine](loaded, new Uint8Array(readFileSync(file)));
  process.send({ milliseconds: cpuMs() - before, pages });
});
process.send({ milliseconds: cpuMs(), pages: 0 });
