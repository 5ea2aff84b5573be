import type { BlockKind, JsonValue, ParsedPart, Revision } from "../../parts.ts";
import { codePageName, codePageOfCharset, type Decode } from "../office/code-pages.ts";
import { type BodyFlow, createBodyFlow, createStoryFlow, type StoryFlow, type TextFlow } from "../office/text-flow.ts";
import { type ChangeMark, createRevisions, isoMinute } from "../office/tracked-changes.ts";
import type { Script } from "../office/scripts.ts";
import type { WordTally } from "../word-tally.ts";
import { destinationOf, type Destination, INFO_TEXTS, INFO_TIMES, SYMBOLS } from "./rtf-words.ts";
import type { RtfHandler } from "./tokens.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** Definitions of cells of one row; Word allows 63. */
const MOST_CELLS = 1_000;

/** What a brace closes again. */
interface Group {
  destination: Destination;
  /** `\*` was read: what follows may be passed over by those who do not know it. */
  isOptional: boolean;
  /** A story that began with this group and ends with it. */
  story?: { readonly flow: StoryFlow; readonly kind: BlockKind; name: string; readonly author: string };
  codePage: string;
  unicodeSkip: number;
  hidden: boolean;
  script?: Script | undefined;
  change?: ChangeMark["change"];
  author?: number;
  date?: number;
  label?: string;
}

interface ParagraphState {
  isInTable: boolean;
  outline?: number;
  style?: number;
  listLevel?: number;
}

/**
 * Follows the marks of an RTF file and gathers its text. What stands at an anchor and is text of its own (notes, headers,
 * comments, text boxes) is kept back until `finish`, since it would break the sentence around it.
 */
export class RtfReader implements RtfHandler {
  readonly metadata: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>;
  readonly body: BodyFlow;
  readonly #put: (block: Block) => void;
  readonly #tally: WordTally;
  readonly #decode: Decode;
  readonly #later: Block[] = [];
  readonly #counts = new Map<string, number>();
  readonly #fonts = new Map<number, string>();
  readonly #headings = new Map<number, number>();
  readonly #authors: string[] = [];
  readonly #revisionOf: (mark: ChangeMark) => Revision | undefined;
  readonly #groups: Group[] = [];
  readonly #flows: TextFlow[];
  #group: Group = {
    destination: "text",
    isOptional: false,
    codePage: "windows-1252",
    unicodeSkip: 1,
    hidden: false,
  };
  #documentCodePage = "windows-1252";
  #paragraph: ParagraphState = { isInTable: false };
  #pending: Uint8Array[] = [];
  #toSkip = 0;
  #font = 0;
  #charset: number | undefined;
  /** Text of a destination that is no story: a name of a font or style, an author, a date. */
  #word = "";
  #time: Record<string, number> = {};
  #rowStart = 0;
  #cellEnds: number[] = [];
  #commentAuthor = "";

  constructor(put: (block: Block) => void, tally: WordTally, decode: Decode) {
    this.#put = put;
    this.#tally = tally;
    this.#decode = decode;
    this.#revisionOf = createRevisions(this.#authors, tally);
    this.body = createBodyFlow(put);
    this.#flows = [this.body];
  }

  /** Puts what is still open, then the notes, comments, headers and footers. */
  finish(): void {
    while (this.#groups.length > 0) this.close();
    this.#flush();
    this.body.finish();
    for (const kind of ["paragraph", "note", "comment", "header", "footer"]) {
      for (const block of this.#later) if (block.kind === kind) this.#put(block);
    }
  }

  open(): void {
    this.#flush();
    const { story: _, ...inherited } = this.#group;
    this.#groups.push(this.#group);
    this.#group = { ...inherited, isOptional: false };
    this.#toSkip = 0;
  }

  close(): void {
    this.#flush();
    const { destination, story, label } = this.#group;
    const before = this.#groups.pop();
    if (before === undefined) return;
    this.#toSkip = 0;
    if (story !== undefined) this.#endStory(story);
    this.#endWord(destination, label);
    this.#group = before;
  }

  text(bytes: Uint8Array): void {
    const skipped = Math.min(this.#toSkip, bytes.byteLength);
    this.#toSkip -= skipped;
    if (skipped < bytes.byteLength && this.#group.destination !== "skip") this.#pending.push(bytes.subarray(skipped));
  }

  word(name: string, value: number | undefined): void {
    if (name === "u") return this.#unicode(value ?? 0);
    // A control word in place of the characters that a reader without Unicode would show.
    if (this.#toSkip > 0 && name !== "uc") return void (this.#toSkip -= 1);
    if (name === "*") return void (this.#group.isOptional = true);
    this.#flush();
    if (this.#group.destination === "skip") return;
    const destination = destinationOf(name, this.#group.isOptional);
    this.#group.isOptional = false;
    if (destination !== undefined) return this.#enter(destination, name);
    this.#format(name, value);
  }

  #unicode(value: number): void {
    this.#flush();
    this.#toSkip = this.#group.unicodeSkip;
    const unit = value < 0 ? value + 65_536 : value;
    // Symbol fonts stand in the private area: their Latin letters say nothing, so they are counted.
    if (unit >= 0xf000 && unit <= 0xf0ff) this.#tally.count("unknown-symbols");
    if (unit >= 0 && unit <= 0x10ffff) this.#add(String.fromCodePoint(unit));
  }

  #enter(destination: Destination, name: string): void {
    this.#word = "";
    this.#time = {};
    if (name === "pict") this.#tally.image(false);
    if (name === "object") this.#tally.count("embedded-objects");
    if (name === "mmath") this.#tally.count("equations");
    this.#group.destination = destination;
    switch (destination) {
      case "note":
        return this.#startStory("note", "footnote");
      case "comment":
        return this.#startStory("comment", "comment");
      case "header":
      case "footer":
        return this.#startStory(destination, destination);
      case "textbox":
        return this.#startStory("paragraph", "textbox");
    }
  }

  #startStory(kind: BlockKind, name: string): void {
    const flow = createStoryFlow();
    this.#group.story = { flow, kind, name, author: this.#commentAuthor };
    this.#commentAuthor = "";
    this.#flows.push(flow);
    this.#group.destination = "text";
  }

  #endStory({ flow, kind, name, author }: NonNullable<Group["story"]>): void {
    this.#flows.pop();
    const number = (this.#counts.get(name) ?? 0) + 1;
    const block = flow.block(`${name}=${number}`, kind, author === "" ? undefined : `${author}: `);
    if (block === undefined) return;
    this.#counts.set(name, number);
    this.#later.push(block);
    // The mark stands in the sentence around the note, whose text goes on behind this group.
    if (kind === "note") this.#flow.text(`[${name} ${number}]`, { hidden: false });
  }

  get #flow(): TextFlow {
    return this.#flows.at(-1)!;
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    const bytes = this.#pending.length === 1 ? this.#pending[0]! : Buffer.concat(this.#pending);
    this.#pending = [];
    this.#add(this.#decode(bytes, this.#group.codePage));
  }

  #add(text: string): void {
    const { destination } = this.#group;
    if (destination === "skip" || text === "") return;
    if (destination !== "text") {
      // Names and dates are short; what is not is no name.
      if (this.#word.length < 1_000) this.#word += text;
      return this.#splitNames(destination);
    }
    const { hidden, script } = this.#group;
    if (hidden) this.#tally.count("hidden-text");
    this.#flow.text(text, { hidden, script, revision: this.#revisionOf(this.#group) });
  }

  /** Tables of fonts, styles and authors are lists of names that end with a semicolon. */
  #splitNames(destination: Destination): void {
    if (!this.#word.includes(";")) return;
    if (destination === "fonts") {
      const codePage = codePageOfCharset(this.#charset);
      if (codePage !== undefined) this.#fonts.set(this.#font, codePage);
    } else if (destination === "styles") {
      const level = /^\s*(?:heading|überschrift|titre)\s+([1-9])\b/i.exec(this.#word)?.[1];
      const named = level === undefined ? (/^\s*title\s*;/i.test(this.#word) ? 1 : undefined) : Number(level);
      if (named !== undefined) this.#headings.set(this.#paragraph.style ?? 0, named);
    } else if (destination === "authors") {
      this.#authors.push(this.#word.slice(0, this.#word.indexOf(";")).trim());
    } else return;
    this.#word = "";
  }

  #endWord(destination: Destination, label: string | undefined): void {
    if (destination === "author" && this.#word !== "") this.#commentAuthor = this.#word.trim();
    if (destination === "info" && label !== undefined) {
      const { yr, mo = 1, dy = 1, hr = 0, min = 0 } = this.#time;
      const text = yr === undefined ? this.#word.trim() : isoMinute(yr, mo, dy, hr, min);
      if (text !== "") this.metadata[label] = text;
    }
    if (destination === "info" || destination === "author") this.#word = "";
  }

  #format(name: string, value: number | undefined): void {
    const group = this.#group;
    if (group.destination === "info") return this.#info(name, value);
    const isOn = value !== 0;
    switch (name) {
      case "par":
      case "sect":
      case "page":
        if (group.destination !== "text") return;
        return this.#endParagraph();
      case "cell":
        return this.#flow.endCell();
      case "nestcell":
        return this.#flow.text(" ", { hidden: false });
      case "row":
        this.#paragraph.isInTable = false;
        return this.#flow.endRow([this.#rowStart, ...this.#cellEnds]);
      // Words before a row's text or behind it define the row; what they do not repeat holds for the rows that follow.
      case "trowd":
        [this.#rowStart, this.#cellEnds] = [0, []];
        return;
      case "trleft":
        return void (this.#rowStart = value ?? 0);
      case "cellx":
        if (this.#cellEnds.length < MOST_CELLS) this.#cellEnds.push(value ?? 0);
        return;
      case "intbl":
        return void (this.#paragraph.isInTable = isOn);
      case "pard":
        return void (this.#paragraph = { isInTable: false });
      case "s":
        return void (this.#paragraph.style = value ?? 0);
      case "outlinelevel":
        return void (this.#paragraph.outline = value ?? 9);
      case "ilvl":
        return void (this.#paragraph.listLevel = (value ?? 0) + 1);
      case "ls":
        return void (this.#paragraph.listLevel ??= 1);
      case "plain":
        group.hidden = false;
        delete group.script;
        delete group.change;
        group.codePage = this.#documentCodePage;
        return;
      case "v":
        return void (group.hidden = isOn);
      case "super":
      case "sub":
        return void (group.script = isOn ? name : undefined);
      case "nosupersub":
        return void delete group.script;
      // Raised or lowered by so many half points; six where it does not say.
      case "up":
      case "dn":
        return void (group.script = isOn ? (name === "up" ? "super" : "sub") : undefined);
      case "deleted":
      case "revised":
        if (isOn) group.change = name === "deleted" ? "deleted" : "inserted";
        else delete group.change;
        return;
      case "revauth":
      case "revauthdel":
        return void (group.author = value ?? 0);
      case "revdttm":
      case "revdttmdel":
        return void (group.date = value ?? 0);
      case "ftnalt":
        if (group.story?.name === "footnote") group.story.name = "endnote";
        return;
      case "uc":
        return void (group.unicodeSkip = Math.max(0, value ?? 1));
      case "f":
        this.#font = value ?? 0;
        this.#charset = undefined;
        if (group.destination === "text") group.codePage = this.#fonts.get(this.#font) ?? this.#documentCodePage;
        return;
      case "fcharset":
        return void (this.#charset = value);
      case "ansicpg":
      case "mac":
      case "pc":
      case "pca":
        return this.#setCodePage(name, value);
      default: {
        const symbol = SYMBOLS.get(name);
        if (symbol !== undefined) this.#add(symbol);
      }
    }
  }

  #setCodePage(name: string, value: number | undefined): void {
    const fixed = { mac: "macintosh", pc: "cp437", pca: "cp850" }[name];
    this.#documentCodePage = fixed ?? codePageName(value) ?? this.#documentCodePage;
    this.#group.codePage = this.#documentCodePage;
    for (const group of this.#groups) group.codePage = this.#documentCodePage;
  }

  #endParagraph(): void {
    const { isInTable, outline, style, listLevel } = this.#paragraph;
    const styled = style === undefined ? undefined : this.#headings.get(style);
    const headingLevel = outline !== undefined && outline >= 0 && outline < 9 ? outline + 1 : styled;
    this.#flow.endParagraph({ headingLevel, listLevel }, isInTable);
  }

  #info(name: string, value: number | undefined): void {
    const label = INFO_TEXTS.get(name) ?? INFO_TIMES.get(name);
    if (label !== undefined) {
      this.#word = "";
      this.#time = {};
      this.#group.label = label;
    } else if (value !== undefined) this.#time[name] = value;
    else this.#add(SYMBOLS.get(name) ?? "");
  }
}
