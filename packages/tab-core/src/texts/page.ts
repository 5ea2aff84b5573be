import { limits } from "../limits.ts";

export interface PageRequest {
  /** How many items to skip. */
  readonly offset: number;
  /** Most items on the page. */
  readonly limit: number;
  /** Most characters of the page, its last line included; default `limits.listing`. */
  readonly maxLength?: number;
}

export interface Page<T> {
  readonly text: string;
  /** What the page shows. */
  readonly items: readonly T[];
  /** How many there are in all. */
  readonly total: number;
}

/** Room kept for the line that says how to go on. */
const tailLength = 60;

/** Header and items, as many as fit, then how many are left and where they start. An item is rendered only if shown. */
export async function renderPage<T>(
  header: string,
  items: readonly T[],
  request: PageRequest,
  render: (item: T, index: number) => string | Promise<string>,
): Promise<Page<T>> {
  const { offset, limit, maxLength = limits.listing } = request;
  const lines = [header];
  let length = header.length;
  let next = offset;
  for (const item of items.slice(offset, offset + limit)) {
    const text = await render(item, next);
    // Also the first item is cut to size, so that the bound holds whatever it is.
    const room = maxLength - tailLength - length - 1;
    if (text.length > room && next > offset) break;
    const shown = text.length > room ? `${text.slice(0, Math.max(0, room - 1))}…` : text;
    lines.push(shown);
    length += shown.length + 1;
    next += 1;
  }
  if (offset > 0 && offset >= items.length) lines.push(`Nothing from offset ${offset} on: there are ${items.length}.`);
  if (next < items.length && offset < items.length) lines.push(`…${items.length - next} more: tab_list offset=${next}`);
  return { text: lines.join("\n"), items: items.slice(offset, next), total: items.length };
}
