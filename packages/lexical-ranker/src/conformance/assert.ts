/** What the cases assert with, in place of Node's own, so that they run in browsers, too. Each throws an `Error`. */

/** Of a value in a message, in UTF-16 units. */
const longestShown = 500;

export function ok(value: unknown, message: string): asserts value {
  if (!value) throw new Error(message);
}

export function equal(actual: unknown, expected: unknown, where = ""): void {
  if (!Object.is(actual, expected)) throw new Error(difference(actual, expected, where));
}

/** For values that JSON can hold. */
export function deepEqual(actual: unknown, expected: unknown, where = ""): void {
  if (written(actual) !== written(expected)) throw new Error(difference(actual, expected, where));
}

/** Resolves with the reason. */
export async function rejects(promise: Promise<unknown>, what: string): Promise<unknown> {
  const outcome = await promise.then(
    () => undefined,
    (reason: unknown) => ({ reason }),
  );
  ok(outcome !== undefined, `expected a rejection for ${what}, found none`);
  return outcome.reason;
}

function difference(actual: unknown, expected: unknown, where: string): string {
  return `expected ${cut(written(expected))}, found ${cut(written(actual))}${where && ` for ${where}`}`;
}

/** As JSON, the members of objects in one order. */
function written(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}

function cut(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
