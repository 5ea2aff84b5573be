import { formatAddress } from "../address.ts";
import type { Freshness, SearchAnswer, ViewAnswer } from "../answers.ts";

/** A view as text for a reader: what it is, the text, and last what part of the document was shown. */
export function renderView(answer: ViewAnswer): string {
  const { path, freshness, source, text, shown, sourceUpdatedAt, parsedAt, losses } = answer;
  const head = [
    // As an address: a line feed in a name must not start a line of its own.
    formatAddress(path),
    freshnessLabel(freshness),
    source === "fallback" ? "source: fallback" : undefined,
    freshness.sourceHash === undefined ? undefined : `source ${freshness.sourceHash}`,
    sourceUpdatedAt === undefined ? undefined : `updated ${sourceUpdatedAt}`,
    parsedAt === undefined ? undefined : `parsed ${parsedAt}`,
  ].filter((entry) => entry !== undefined);
  const lines = [`[${head.join(" | ")}]`];
  if (freshness.state === "stale") {
    lines.push(`[stale: this text is of ${freshness.recordHash}; the file is now ${freshness.sourceHash}]`);
  }
  if (losses.length > 0) lines.push(`[left out or decided: ${losses.map(lossText).join("; ")}]`);
  if (text !== "") lines.push(text);
  return [...lines, shown].join("\n");
}

/**
 * A search as text: one hit a line, then how much was searched. No hits with something skipped is worded as not proven,
 * because a file that could not be searched may hold it.
 */
export function renderAnswer(answer: SearchAnswer): string {
  const { hits, searched, skipped, truncated } = answer;
  const lines = hits.map(({ address, path, freshness, text }) => {
    const isName = text === path;
    // A name is as true before its file is parsed.
    const isPlain = freshness.state === "current" || (isName && freshness.state === "pending");
    const label = isPlain ? "" : ` [${freshnessLabel(freshness)}]`;
    return isName ? `${address}${label}` : `${address}${label}: ${text.replaceAll("\n", " ")}`;
  });
  if (hits.length === 0) {
    lines.push(
      skipped.length === 0
        ? `No hits in ${count(searched, "file")}.`
        : `No hits in ${count(searched, "file")}, but that is not proven: ${count(skipped.length, "file")} could not be searched in full.`,
    );
  } else {
    lines.push(
      `${count(hits.length, "hit")}${truncated ? " shown, there are more" : ""}; ${count(searched, "file")} searched.`,
    );
  }
  if (skipped.length > 0) lines.push(...skippedLines(skipped));
  return lines.join("\n");
}

const SHOWN_SKIPPED = 10;

function skippedLines(skipped: SearchAnswer["skipped"]): string[] {
  const lines = skipped
    .slice(0, SHOWN_SKIPPED)
    .map(({ path, reason }) => `not searched: ${formatAddress(path)} (${reason})`);
  const rest = skipped.length - SHOWN_SKIPPED;
  return rest > 0 ? [...lines, `not searched: ${rest} more`] : lines;
}

function freshnessLabel({ state, reason }: Freshness): string {
  if (state === "missing") return "source missing";
  return reason === undefined ? state : `${state}: ${reason}`;
}

function lossText({ kind, count: times, detail }: ViewAnswer["losses"][number]): string {
  return `${times} ${kind}${detail === undefined ? "" : ` (${detail})`}`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
