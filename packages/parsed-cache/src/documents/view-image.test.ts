import { createDocuments, type Documents } from "@runningtab/parsed-cache";
import { writeDocx } from "@runningtab/test-kit/office";
import { describe, expect, it, onTestFinished } from "vitest";
import { fakePool } from "../../test/fake-pool.ts";
import { drawText, makePdf } from "../../test/make-pdf.ts";
import { type WorkspaceFolder, workspaceFolder } from "../../test/workspace-folder.ts";
import { findBubblewrap, findProgram } from "../jail/bubblewrap.ts";

async function open(folder: WorkspaceFolder, refuse?: (path: string) => string | undefined): Promise<Documents> {
  const documents = createDocuments({ root: folder.root, pool: fakePool(), ...(refuse && { refuse }) });
  onTestFinished(() => documents.close());
  await documents.sync(folder.manifest(), { wait: true });
  return documents;
}

const canDraw = findBubblewrap() !== undefined && findProgram("pdftoppm") !== undefined;

describe("a page as an image", { timeout: 120_000 }, () => {
  const PDF = makePdf(["one", "two", "three"].map((word) => drawText(word, 50, 700, 40)));

  it.runIf(canDraw)("is drawn as PNG, with the version that it is of", async () => {
    const documents = await open(workspaceFolder({ "a.pdf": PDF }));
    const first = await documents.viewImage("a.pdf");
    const second = await documents.viewImage("a.pdf#page=2");
    expect(first).toMatchObject({
      address: "a.pdf#page=1",
      shown: "page 1 of 3 shown",
      freshness: { state: "current" },
    });
    expect(second.shown).toBe("page 2 of 3 shown");
    for (const { image } of [first, second]) expect(Buffer.from(image!).toString("latin1", 1, 4)).toBe("PNG");
    expect(first.image).not.toEqual(second.image);
    // The longer side is bounded, whatever the page claims.
    expect(Buffer.from(first.image!).readUInt32BE(20)).toBe(1600);
    expect((await documents.viewImage("a.pdf", { pages: "9" })).shown).toBe(
      "nothing shown: there is no page 9; the document has 3",
    );
  });

  it.runIf(canDraw && findProgram("soffice"))("is drawn of an office file as LibreOffice prints it", async () => {
    const docx = writeDocx({ blocks: [{ type: "paragraph", text: "Term is twelve months" }] });
    const documents = await open(workspaceFolder({ "a.docx": docx }));
    const answer = await documents.viewImage("a.docx");
    expect(answer.shown).toBe("page 1 of 1 shown");
    expect(answer.image!.length).toBeGreaterThan(1000);
  });

  it("says why nothing is shown", async () => {
    const files = { "a.pdf": PDF, "notes.txt": "text", "broken.pdf": "%PDF-1.4 and no more", "secret.pdf": PDF };
    const folder = workspaceFolder(files);
    const documents = await open(folder, (path) => (path.startsWith("secret") ? "secret by name" : undefined));
    const shown = async (address: string): Promise<string> => (await documents.viewImage(address)).shown;
    expect(await shown("notes.txt")).toBe("nothing shown: files of type text/plain cannot be shown as images");
    expect(await shown("none.pdf")).toBe("nothing shown: there is no such file");
    expect(await shown("secret.pdf")).toBe("nothing shown: its content is not read (secret by name)");
    expect(await shown("a.pdf#page=1-2")).toMatch(/an image is of one page/);
    if (canDraw) expect(await shown("broken.pdf")).toMatch(/poppler cannot read it \(.+\)/);
    await expect(documents.viewImage("../a.pdf")).rejects.toMatchObject({ code: "path-outside" });
    folder.write("a.pdf", "%PDF-1.4 changed");
    expect(await shown("a.pdf")).toBe("nothing shown: the file changed after the last sync; sync again");
  });

  it("names the programs that are missing", async () => {
    const { PATH } = process.env;
    onTestFinished(() => void (process.env["PATH"] = PATH));
    const documents = await open(workspaceFolder({ "a.pdf": PDF }));
    process.env["PATH"] = "/nowhere";
    expect((await documents.viewImage("a.pdf")).shown).toMatch(
      /^nothing shown: showing it as an image needs .*poppler \(pdftoppm\)/,
    );
  });
});
