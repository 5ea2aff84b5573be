import type { ReadyAsk } from "./asked-fact.ts";
import type { Attribute } from "./domains.ts";

/** Something that a workspace states, with the place where it does. */
export interface StatedFact {
  readonly subject: string;
  readonly attribute: Attribute;
  /** As written in the document (of a sheet cell: as the program shows it). */
  readonly value: string;
  /**
   * `path#L12` of text and separated values, `path#page=2`, `path#sheet=Name&cell=B3`; the path alone of Word files,
   * mails and web pages, whose places depend on the reader.
   */
  readonly address: string;
  /** What an ask has to add so that this statement and no other is meant: `in 2023`, `agreed`. */
  readonly qualifier?: { readonly before?: string; readonly after?: string };
}

/** The files of a workspace and what they state, collected by a shape. */
export class FolderBook {
  readonly files = new Map<string, string | Uint8Array>();
  readonly facts: StatedFact[] = [];
  /** Asks that the shape words itself; those without a value are asked in vain. */
  readonly asks: ReadyAsk[] = [];

  add(path: string, content: string | Uint8Array): void {
    if (this.files.has(path)) throw new Error(`Two files at ${path}.`);
    this.files.set(path, content);
  }

  state(fact: StatedFact): void {
    this.facts.push(fact);
  }

  ask(ask: ReadyAsk): void {
    this.asks.push(ask);
  }
}

type FactOfLine = Omit<StatedFact, "address">;

/** A text file written line by line, so that each stated fact knows its line. */
export class TextDraft {
  readonly #lines: string[] = [];
  readonly #facts: { readonly line: number; readonly fact: FactOfLine }[] = [];

  /** Adds one line; `facts` are what it states. */
  line(text: string, ...facts: readonly FactOfLine[]): this {
    this.#lines.push(text);
    for (const fact of facts) this.#facts.push({ line: this.#lines.length, fact });
    return this;
  }

  /** Puts the file into the book, its facts addressed by line, or by the path alone with `byPath`. */
  finish(book: FolderBook, path: string, options: { readonly byPath?: true } = {}): void {
    book.add(path, `${this.#lines.join("\n")}\n`);
    for (const { line, fact } of this.#facts) {
      book.state({ ...fact, address: options.byPath ? path : `${path}#L${line}` });
    }
  }
}
