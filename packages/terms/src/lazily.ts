/**
 * Makes a table or pattern when it is first asked for, and keeps it. Patterns over Unicode properties take milliseconds
 * to compile, and a process that answers one call of a hook meets nothing but ASCII most of the time.
 */
export function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
