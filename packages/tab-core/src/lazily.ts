/**
 * Makes a table or pattern when it is first asked for, and keeps it. A hook's process loads this package for one
 * observation, and most of them need no dates, opposites or look-alikes.
 */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
