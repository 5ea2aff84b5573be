/** Every bound of the tab, in one place. Lengths are UTF-16 characters. Hitting one is always visible in the text. */
export const limits = {
  /** A status line never grows beyond this: it rides on every observation. */
  statusLine: 160,
  /** One page of a review or another listing; the rest is reached by `offset`. */
  listing: 4_000,
  /** A finish check: a page of open requirements, then values, doubtful evidence and files. */
  finishCheck: 9_000,
  /** What `tab_show` gives of an excerpt before it names the next range. As much as a tool output may show. */
  shown: 50_000,
  /** Of a requirement. */
  requirementText: 1_000,
  alias: 100,
  aliases: 20,
  requirementsPerCall: 100,
  quote: 2_000,
  value: 500,
  reason: 500,
  /** Of a passage that a vector engine measures, and how many of an entry it is given. */
  passage: 1_000,
  passages: 50,
  /** Of each entry's text that a judge is shown, and of its reason. */
  judgedExcerpt: 20_000,
  ruling: 300,
  /** Citations in one `tab_resolve`. */
  evidence: 20,
  /** Most items on one page of a listing. */
  pageItems: 200,
  candidatesPage: 20,
  logPage: 50,
  /** Of a review block: entries and files beside a requirement. */
  entriesPerBlock: 2,
  filesPerBlock: 3,
  /** Of a finish check's lines on values that are missing or could not be checked. */
  deliveries: 1_500,
  /** Further reads of one version that a merged log entry names. */
  mergedEntries: 10,
  /** Hits of content that rank candidates beside their paths. */
  contentHits: 100,
  /** Turns without tab use after which a status line may name a next step. */
  turnsBeforePointer: 5,
  /** How often a task sees the same pointer. */
  showingsOfPointer: 2,
  /** Open requirements that are looked at for a pointer. */
  requirementsForPointer: 10,
  /** Newest entries and likeliest candidates that a pointer is chosen among: a status line must stay cheap. */
  entriesForPointer: 50,
  candidatesForPointer: 300,
  /** Lines of a file that searches may show before it counts as opened. */
  seenLines: 40,
  /** Of a finish check's lines on what was closed on doubtful evidence. */
  doubtful: 1_000,
  /** Files named by a finish check. */
  filesPerFinishCheck: 10,
  /** Observations without a change after which the status line comes all the same. */
  quietObservations: 10,
  /** How often a write is decided again because another process was first. */
  conflictRetries: 200,
  /** How often in a row a read may end before the head that the store named, until that is taken for damage. */
  readsBehindHead: 5,
  /** Characters of excerpts that one tab keeps in memory; more are read from the store when needed. */
  cachedExcerpts: 16_000_000,
} as const;
