import { plural } from "../plural.ts";
import { chooseAnswer } from "./choose-answer.ts";
import type { Answer } from "./find-answer.ts";
import { type Note, writeNotes } from "./notes.ts";
import { countingVersion, lineQuery, queriesOf, widerQuery, wordPattern } from "./plan-queries.ts";
import { foldNotes, type PolicyState, type Wanted } from "./policy-state.ts";
import type { PromptReading } from "./read-prompt.ts";
import { placePattern, readResults } from "./read-results.ts";
import { settle } from "./settle.ts";
import type { NotFoundItem, StatedItem } from "./deliverable-items.ts";
import { writeDeliverable } from "./write-deliverable.ts";
import { notFoundItem, statedItem } from "./stated-item.ts";
import { decoded, joinAddress, splitAddress, type Target, viewTargets } from "./view-targets.ts";

export interface PlannedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the model says next. Without calls it stops. */
export interface PolicyStep {
  readonly text: string;
  readonly calls: readonly PlannedCall[];
}

const searchesPerTurn = 8;
const viewsPerTurn = 6;
const hitsPerSearch = 10;
/** Hits of a query that are opened in each round for what has no good answer yet, and those that are opened anyway. */
const openedHits = { 1: 5, 2: 10 } as const;
const openedAnyway = 3;
/** Files that are opened one by one where no tool searches documents; those beyond are named. */
const mostOpened = 60;
const mostNamed = 20;
/** From here on an answer is good enough to open no more than that for it. */
const settledScore = 1.05;
const mostEvidence = 3;
/** What the tab takes as a reason, and the read log entries that one names. */
const mostReason = 500;
const mostInputs = 12;
const requirementsPerCall = 100;
/** Of one requirement; a tab that refuses even that nothing was found is left alone. */
const mostRefusals = 3;

/**
 * The next step for a transcript: a function of it and of the names of the tools, with no memory and no chance. It adds
 * the requirements, looks the folder over, searches and opens what was found, settles each requirement against the read
 * log, writes the deliverable and stops.
 */
export function nextStep({ task, notes, latest, finalText }: PromptReading, tools: ReadonlySet<string>): PolicyStep {
  const fresh = readResults(foldNotes(task, notes), latest, tools);
  const state = foldNotes(task, [...notes, ...fresh]);
  // Sent back after a stop, what is open is settled; all else is done.
  const stages = finalText === undefined ? STAGES : [resolve];
  const step = stages.map((stage) => stage(state, tools)).find((planned) => planned !== undefined);
  if (step === undefined) return { text: finalText ?? finalMessage(state), calls: [] };
  const ownNotes = [...fresh, ...(step.notes ?? [])];
  return { text: [step.says, writeNotes(ownNotes)].filter((part) => part !== "").join("\n"), calls: step.calls };
}

/** Everything that is known, for a transcript that is about to be shortened. */
export function summaryOf({ task, notes, latest }: PromptReading): string {
  return writeNotes([...notes, ...readResults(foldNotes(task, notes), latest, new Set(["search"]))]);
}

interface Stage {
  readonly says: string;
  readonly calls: readonly PlannedCall[];
  /** Remembered without a call. */
  readonly notes?: readonly Note[];
}

type PlanStage = (state: PolicyState, tools: ReadonlySet<string>) => Stage | undefined;

const addRequirements: PlanStage = ({ hasIds, wanted }, tools) => {
  const canRecord = tools.has("tab_add");
  if (hasIds || (!canRecord && !tools.has("list_dir"))) return undefined;
  const texts = wanted.map(({ ask }) => ask.text);
  const calls: PlannedCall[] = [];
  for (let start = 0; canRecord && start < texts.length; start += requirementsPerCall) {
    calls.push({ tool: "tab_add", args: { requirements: texts.slice(start, start + requirementsPerCall) } });
  }
  if (tools.has("list_dir")) calls.push({ tool: "list_dir", args: { depth: 20 } });
  const notes: readonly Note[] = canRecord ? [] : [{ note: "requirements", ids: [] }];
  return { says: `The task asks for ${plural(texts.length, "fact")}.`, calls, notes };
};

const search: PlanStage = ({ sought }, tools) => {
  const name = ["search", "file_search"].find((tool) => tools.has(tool));
  if (name === undefined) return undefined;
  const planned = sought.flatMap((one) =>
    [
      ...queriesOf(one).map((query) => ({ tool: name, query })),
      ...(tools.has("file_search") ? one.ask.sources : []).map((query) => ({ tool: "file_search", query })),
    ].filter(({ query }) => !one.hits.has(query)),
  );
  return searches("Searching for each.", planned);
};

/** Where no tool ranks pages: plain texts by lines; what else there is has to be opened. */
const searchLines: PlanStage = ({ sought }, tools) => {
  if (tools.has("search") || !tools.has("grep")) return undefined;
  const queries = sought.flatMap((one) => queriesOf(one).filter((query) => !one.hits.has(lineQuery(query))));
  const next = [...new Set(queries.map(wordPattern))].slice(0, searchesPerTurn);
  if (next.length === 0) return undefined;
  return {
    says: "Searching plain texts for the words of each.",
    calls: next.map((pattern) => ({ tool: "grep", args: { pattern, ignoreCase: true, limit: 200 } })),
  };
};

const searchWider: PlanStage = ({ sought }, tools) => {
  if (!tools.has("search")) return undefined;
  const planned = sought.flatMap(({ ask, hits, answers, computation, wish }) => {
    if (computation !== undefined) return [];
    const query = widerQuery(ask);
    const isOpen = query !== undefined && !hits.has(query) && chooseAnswer(answers, wish) === undefined;
    return isOpen ? [{ tool: "search", query }] : [];
  });
  return searches("Searching more widely for what is still open.", planned);
};

function searches(
  says: string,
  wanted: readonly { readonly tool: string; readonly query: string }[],
): Stage | undefined {
  const once = new Map(wanted.map((one) => [`${one.tool} ${one.query}`, one]));
  const next = [...once.values()].slice(0, searchesPerTurn);
  if (next.length === 0) return undefined;
  return { says, calls: next.map(({ tool, query }) => ({ tool, args: { query, limit: hitsPerSearch } })) };
}

const open =
  (round: 1 | 2): PlanStage =>
  (state, tools) => {
    if (!tools.has("view")) return undefined;
    const isRanked = tools.has("search");
    const lists = state.sought.map((one) => {
      const isDone = isSettled(one, state);
      const hits = targetsOf(one, state, isDone ? openedAnyway : openedHits[round]);
      if (isRanked) return hits.filter((address) => !viewTargets(address).every((place) => isViewed(place, state)));
      const files = [...hits.map(wholeFile), ...(isDone ? [] : state.unsearchable.slice(0, mostOpened).map(wholeFile))];
      return files.filter((file) => !state.viewed.has(file));
    });
    const next = [...new Set(roundRobin(lists))].slice(0, viewsPerTurn);
    if (next.length === 0) return undefined;
    const calls = isRanked
      ? next.flatMap((address) => viewTargets(address)).map((target) => joinAddress(target))
      : next;
    return {
      says: `Opening ${plural(next.length, "place")}.`,
      calls: [...new Set(calls)].map((path) => ({ tool: "view", args: { path } })),
    };
  };

/** Addresses to be opened for an item, the likeliest first: files it names, the versions that count, other hits. */
function targetsOf(
  { ask, hits, wish }: Wanted,
  { task, versions = [] }: PolicyState,
  perQuery: number,
): readonly string[] {
  // What an earlier run wrote is no source.
  const sources = versions.filter((path) => path !== task.deliverable);
  const chosen = [...hits.values()].flatMap((list) => list.slice(0, perQuery));
  const likely = chosen.flatMap((hit) => {
    const { path } = splitAddress(hit);
    const counting = countingVersion(path, sources, wish);
    return counting === path ? [hit] : [startOf(counting), hit];
  });
  const named = ask.sources.flatMap((source) =>
    likely.filter((address) => splitAddress(address).path.endsWith(source)),
  );
  return [...new Set([...named, ...likely])];
}

/** Where files are shown whole, addresses of places in them say nothing. */
function wholeFile(address: string): string {
  return joinAddress({ path: splitAddress(address).path, place: "" });
}

/** The beginning of a document whose places are not known yet. */
function startOf(path: string): string {
  const hasOwnPlaces = /\.(?:docx?|odt|pdf|xlsx?|xlsm|ods|csv|tsv|pptx?|odp)$/i.test(path);
  return joinAddress({ path, place: hasOwnPlaces ? "" : "L1" });
}

function isViewed(target: Target, { viewed }: PolicyState): boolean {
  return viewed.has(joinAddress(target));
}

/** Answered well, from the version that counts. */
function isSettled({ answers, seriesAsk, wish }: Wanted, { versions = [] }: PolicyState): boolean {
  if (seriesAsk !== undefined) return false;
  const answer = chooseAnswer(answers, wish);
  return (
    answer !== undefined && answer.score >= settledScore && countingVersion(answer.path, versions, wish) === answer.path
  );
}

const listLog: PlanStage = ({ sought, logOffset }, tools) => {
  const isEmpty = sought.every(({ answers, series }) => answers.length === 0 && series.length === 0);
  if (!tools.has("tab_list") || logOffset === -1 || isEmpty) return undefined;
  return {
    says: "Looking up the log entries to cite.",
    calls: [{ tool: "tab_list", args: { kind: "log", limit: 200, offset: logOffset ?? 0 } }],
  };
};

const locate: PlanStage = ({ sought }, tools) => {
  if (!tools.has("grep")) return undefined;
  const calls = sought.flatMap(({ answers, place, wish }): PlannedCall[] => {
    const answer = chooseAnswer(answers, wish);
    if (answer === undefined || place !== undefined || isFine(answer.address)) return [];
    return [{ tool: "grep", args: { pattern: placePattern(answer), path: answer.path, limit: 20 } }];
  });
  return calls.length === 0 ? undefined : { says: "Finding the exact places.", calls: calls.slice(0, searchesPerTurn) };
};

function isFine(address: string): boolean {
  return /#(?:page=|slide=|L\d|sheet=[^&]+&)/.test(address);
}

const resolve: PlanStage = (state, tools) => {
  if (!tools.has("tab_resolve")) return undefined;
  const calls = state.wanted
    .filter(({ outcome, refusals }) => outcome === undefined && refusals.length < mostRefusals)
    .map((one) => resolution(one, state));
  return calls.length === 0 ? undefined : { says: "Settling the requirements.", calls };
};

function resolution(wanted: Wanted, state: PolicyState): PlannedCall {
  const { id, refusals } = wanted;
  const settled = settle(wanted);
  switch (settled.kind) {
    case "missing": {
      const queries = [...new Set([wanted, ...wanted.parts].flatMap(queriesOf))];
      const why = settled.refusal === undefined ? "" : ` (${settled.refusal})`;
      const reason = `not found after searching the folder for: ${queries.join("; ")}${why}`.slice(0, mostReason);
      return { tool: "tab_resolve", args: { id, outcome: "unavailable", reason } };
    }
    case "computed": {
      const { value, formula, inputs } = settled.computed;
      const entries = [...new Set(inputs.flatMap((input) => evidenceFor(input, state).slice(0, 1)))];
      const from = entries.length === 0 ? "" : ` from ${entries.slice(0, mostInputs).join(", ")}`;
      // Of a sum the formula ends in its result.
      const reason = `computed${from}: ${value} = ${formula.replace(/ = [^=]+$/, "")}`.slice(0, mostReason);
      return { tool: "tab_resolve", args: { id, outcome: "unavailable", reason } };
    }
    case "stated": {
      const { answer } = settled.reading;
      const better = refusals.at(-1)?.better;
      // Without an entry at hand it is tried all the same: the refusal names the entries that would do.
      const evidence = better === undefined ? evidenceFor(answer, state) : [better];
      return {
        tool: "tab_resolve",
        args: { id, outcome: "done", evidence, quote: answer.quote.slice(0, 1_000), value: answer.value },
      };
    }
    default:
      return settled satisfies never;
  }
}

/** Entries of the answer's file, only those that tell most of it: the part with the answer, read rather than found. */
function evidenceFor(answer: Pick<Answer, "path" | "address">, { log }: PolicyState): readonly string[] {
  const { place } = splitAddress(answer.address);
  const entries = log
    .filter(({ path, facts }) => path.split(", ").includes(answer.path) && !/\b(?:own|computed)\b/.test(facts))
    .map(({ id, facts }) => ({ id, worth: 2 * coverOf(facts, place) + (/\bsearch\b/.test(facts) ? 0 : 1) }));
  const best = Math.max(0, ...entries.map(({ worth }) => worth));
  return entries
    .filter(({ worth }) => worth === best)
    .slice(0, mostEvidence)
    .map(({ id }) => id);
}

/** How surely the part that a log entry names (`page 3`, `lines 1-80`, `Budget!A1:C9`) holds the place, from 0 to 2. */
function coverOf(facts: string, place: string): number {
  const wanted = /^(?:(page|slide)=|(L))(\d+)/.exec(place);
  if (wanted !== null) {
    const part = new RegExp(`\\b${wanted[1] ?? "line"}s? (\\d+)(?:-(\\d+))?`).exec(facts);
    return isWithin(Number(wanted[3]), part?.[1], part?.[2]) ? 2 : 0;
  }
  const [, sheet, row] = /^sheet=([^&]+)(?:&(?:cell|range)=[A-Z]+(\d+))?/.exec(place) ?? [];
  const name = [sheet, decoded(sheet ?? "")].find((one) => one !== undefined && facts.includes(`${one}!`));
  if (name === undefined) return 0;
  const rows = /^[A-Z]+(\d+)(?::[A-Z]+(\d+))?/.exec(facts.slice(facts.indexOf(`${name}!`) + name.length + 1));
  // Of a view of the whole sheet nobody knows how far it went.
  if (rows === null || row === undefined) return 1;
  return isWithin(Number(row), rows[1], rows[2]) ? 2 : 0;
}

function isWithin(place: number, start: string | undefined, end: string | undefined): boolean {
  return start !== undefined && Number(start) <= place && place <= Number(end ?? start);
}

const write: PlanStage = (state, tools) => {
  if (!tools.has("write") || state.written !== undefined) return undefined;
  const path = state.task.deliverable;
  return { says: `Writing ${path}.`, calls: [{ tool: "write", args: { path, content: deliverableText(state) } }] };
};

const STAGES: readonly PlanStage[] = [
  addRequirements,
  search,
  searchLines,
  open(1),
  searchWider,
  open(2),
  listLog,
  locate,
  resolve,
  write,
];

function deliverableText(state: PolicyState): string {
  const { task, wanted } = state;
  const found: StatedItem[] = [];
  const notFound: NotFoundItem[] = [];
  for (const one of wanted) {
    const settled = settle(one);
    if (settled.kind === "missing") notFound.push(notFoundItem(one, state, settled.refusal));
    else found.push(statedItem(one, settled));
  }
  return writeDeliverable({
    path: task.deliverable,
    found,
    notFound,
    notSearched: [...state.notSearched, ...(notFound.length > 0 ? unopenedFiles(state) : [])],
    notices: noticesOf(task),
    isChinese: task.items.every((item) => /\p{Script=Han}/u.test(item) && !/[a-z]{3}/i.test(item)),
  });
}

/** Files that would have had to be opened to be searched, and were not. */
function unopenedFiles({ unsearchable, viewed, task }: PolicyState): readonly string[] {
  const paths = unsearchable.filter((path) => !viewed.has(wholeFile(path)) && path !== task.deliverable);
  const rest = paths.length - mostNamed;
  const named = paths.slice(0, mostNamed).map((path) => `${path} (not opened)`);
  return rest > 0 ? [...named, `${plural(rest, "more file")} (not opened)`] : named;
}

/** What a reader of the deliverable has to know about how the task was taken. */
function noticesOf({ refusedPath, deliverable, isUnderstood }: PolicyState["task"]): readonly string[] {
  return [
    ...(refusedPath === undefined
      ? []
      : [
          `The task names ${refusedPath}, which lies outside the folder; ${deliverable} inside it was written instead.`,
        ]),
    ...(isUnderstood
      ? []
      : [
          "The task was not understood as a list of facts, so all of it was looked up as one. Lists, questions and sentences that each name one fact are understood; docs/task-grammar.md shows the forms.",
        ]),
  ];
}

function finalMessage(state: PolicyState): string {
  const { written, wanted } = state;
  const found = wanted.filter((one) => settle(one).kind !== "missing").length;
  const where =
    written === undefined
      ? ""
      : written.isWritten
        ? `${written.path} holds ${found} of ${plural(wanted.length, "fact")}, each with its source.`
        : `${written.path} could not be written (${written.reason ?? "refused"}). The answers stand here instead.`;
  return [where, deliverableText({ ...state, task: { ...state.task, deliverable: "answers.md" } })]
    .filter((part) => part !== "")
    .join("\n\n");
}

/** The first of each list, then the second of each, and so on. */
function roundRobin(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) => lists.flatMap((list) => list[index] ?? [])).flat();
}
