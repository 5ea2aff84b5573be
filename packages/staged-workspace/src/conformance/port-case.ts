/** One promise of a port, as a program that tries it: the structural twin of a case of `@runningtab/conformance-kit`. */
export interface PortCase<Subject> {
  /** Public: renaming one breaks its users. */
  readonly id: string;
  /** What the subject does, as a sentence without its subject. */
  readonly title: string;
  /** A capability without which the case says nothing. */
  readonly requires?: string;
  /** Rejects when the promise is broken. The subject is new and touched by no other case. */
  run(subject: Subject): Promise<void>;
}

export function expect(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}

/** Compares by JSON. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  const [found, wanted] = [JSON.stringify(actual), JSON.stringify(expected)];
  expect(found === wanted, `${what}: expected ${wanted}, found ${found}.`);
}
