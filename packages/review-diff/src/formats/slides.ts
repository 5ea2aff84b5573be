import type { ParsedPart } from "@runningtab/parsed-cache";
import { type ChangeList, createChangeList } from "../change-list.ts";
import { compareMovingItems, type ItemRules } from "../compare-moving-items.ts";
import type { DiffFormat } from "../file-diff.ts";
import { createPace, type Pace } from "../pace.ts";
import { haveParts, noteLosses, readParts } from "../read-parts.ts";
import { textBlocks } from "../texts/block-text.ts";
import { compareBlocks } from "../texts/compare-blocks.ts";
import { textChange } from "../texts/text-change.ts";

const EXTENSIONS = /\.(?:pptx|pptm|ppsx|potx|ppt|pps|odp|otp)$/i;
/** How the parsed view marks a slide that is not shown to the audience. */
const HIDDEN_MARK = / \(hidden slide\)$/;

interface Slide {
  /** `slide=4`. */
  readonly address: string;
  readonly title: string;
  readonly hidden: boolean;
  /** Everything but the title. */
  readonly parts: readonly ParsedPart[];
  /** Title and contents, one line each. */
  readonly text: string;
}

/**
 * Presentations by slide: slides that came, went, moved, were hidden or shown, or got another title, and in each slide
 * its texts, table rows, notes and comments. Takes sides with parts whose path names a presentation; rejects when
 * neither has a slide.
 */
export function createSlidesFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "slides",
    accepts: (before, after) =>
      haveParts(before, after) && (EXTENSIONS.test(after.path) || EXTENSIONS.test(before.path)),
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const [partsBefore, partsAfter] = [await readParts(before, signal), await readParts(after, signal)];
      const [slidesBefore, slidesAfter] = [readSlides(partsBefore), readSlides(partsAfter)];
      if (slidesBefore.length + slidesAfter.length === 0)
        throw new Error("the parsed view of neither version has a slide");
      await compareSlides(slidesBefore, slidesAfter, list, createPace(signal));
      noteLosses(partsBefore, partsAfter, list);
      return list.toFileDiff("slides", after.path);
    },
  };
}

async function compareSlides(
  before: readonly Slide[],
  after: readonly Slide[],
  list: ChangeList,
  pace: Pace,
): Promise<void> {
  const rules: ItemRules<Slide> = {
    subject: "slide",
    address: ({ address }) => address,
    text: ({ text }) => text,
    async compare(was, is, address) {
      if (was.hidden !== is.hidden) {
        const state = ({ hidden }: Slide): string => (hidden ? "hidden" : "visible");
        list.add({ kind: "changed", subject: "slide", address, before: state(was), after: state(is) });
      }
      if (was.title !== is.title) list.add(textChange("title", address, was.title, is.title));
      await compareBlocks(was.parts, is.parts, list, pace);
    },
  };
  await compareMovingItems(before, after, rules, list, pace);
}

/** Parts are gathered by the slide that their address begins with. */
function readSlides(parts: readonly ParsedPart[]): readonly Slide[] {
  const bySlide = new Map<string, ParsedPart[]>();
  for (const part of parts) {
    if (part.type !== "block" && part.type !== "page") continue;
    const address = /^slide=\d+/.exec(part.address)?.[0];
    if (address === undefined) continue;
    const gathered = bySlide.get(address);
    if (gathered === undefined) bySlide.set(address, [part]);
    else gathered.push(part);
  }
  return [...bySlide].map(([address, gathered]) => {
    const [first, ...others] = gathered;
    const isTitle = first?.type === "block" && first.kind === "heading";
    const heading = isTitle ? first.runs.map(({ text }) => text).join("") : "";
    const contents = isTitle ? others : gathered;
    const title = heading.replace(HIDDEN_MARK, "");
    const lines = [...(isTitle ? [title] : []), ...textBlocks(contents).map(({ text }) => text)];
    return { address, title, hidden: HIDDEN_MARK.test(heading), parts: contents, text: lines.join("\n") };
  });
}
