/**
 * One promise of a port, as a program that tries it. The cases of a port are plain data, `readonly
 * ConformanceCase<Port>[]`, published beside the port, so that whoever implements it can run them anywhere.
 */
export interface ConformanceCase<Subject> {
  /** Unique among the cases of a port, lower case, such as `search/tie-order`. Public: renaming one breaks its users. */
  readonly id: string;
  /** What the subject does, as a sentence without its subject: `orders equal scores by id`. */
  readonly title: string;
  /** A capability without which the case says nothing. Absent: every implementation is held to it. */
  readonly requires?: string;
  /** Rejects when the promise is broken. Receives a subject of its own that no other case has touched. */
  run(subject: Subject): Promise<void>;
}

/** An implementation, as it is handed to the cases of its port. */
export interface ConformanceSubject<Subject> {
  /** Names the implementation in reports. */
  readonly name: string;
  /** A new subject for one case. A throw or rejection fails the case, also where a gap is known. */
  create(): Subject | Promise<Subject>;
  /** Called with each subject after its case, whether that passed or not. A throw or rejection fails the case. */
  dispose?(subject: Subject): void | Promise<void>;
  /** What the implementation can do beyond the port's core. Cases that require anything else are skipped. */
  readonly capabilities?: Iterable<string>;
  /** Ids of cases known to fail, each with the reason. Such a case must fail: once it passes, its entry has to go. */
  readonly knownGaps?: Readonly<Record<string, string>>;
}
