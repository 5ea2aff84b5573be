import type { SeededRandom } from "@runningtab/test-kit";
import type { FolderBook, StatedFact } from "../folder-book.ts";
import type { Scene } from "../scene.ts";

/** What a shape leaves behind besides files and facts. */
export interface ShapeOutcome {
  /** Their unrecorded pairs and absent subjects are what can be asked in vain. */
  readonly scenes: readonly Scene[];
  /** Sentences the task has to hold, such as which version counts. */
  readonly conditions: readonly string[];
  /** Added to asks that have no answer, so that they read like the others. */
  readonly qualifier?: StatedFact["qualifier"];
  readonly language?: "zh";
}

/** A way in which people keep documents in a folder. */
export interface Shape {
  readonly name: string;
  build(random: SeededRandom, book: FolderBook): ShapeOutcome;
}
