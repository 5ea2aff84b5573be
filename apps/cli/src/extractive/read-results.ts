import { chooseAnswer } from "./choose-answer.ts";
import { versionFamily } from "./document-version.ts";
import { type Answer, findAnswers } from "./find-answer.ts";
import { findSeries, type Series } from "./find-series.ts";
import type { Note } from "./notes.ts";
import type { PolicyState, Wanted } from "./policy-state.ts";
import { isOwnDeliverable } from "./own-deliverable.ts";
import { lineQuery, queriesOf, widerQuery, wordPattern, wordsIn } from "./plan-queries.ts";
import { readPage } from "./read-page.ts";
import type { Exchange } from "./read-prompt.ts";
import {
  readAddedIds,
  readHit,
  readListing,
  readLog,
  readResolution,
  readSearch,
  readShown,
  readView,
} from "./tool-results.ts";
import { joinAddress, splitAddress } from "./view-targets.ts";

/** Answers of one view that are worth remembering for an ask. */
const answersPerView = 3;
/** A sheet comes in pages of so many rows. */
const rowsPerChunk = 100;
const ownWork = "written by an earlier run: no source";
const toBeWritten = "the file that this task writes: no source";
/** Files of a search by lines that are remembered. */
const mostFiles = 20;
/** Paths with versions beside them that are remembered; a folder with more is looked at without them. */
const mostVersions = 600;

/** Files that a search by lines looks into as they are. */
const plainText = /\.(?:txt|md|markdown|csv|tsv|html?|jsonl?|xml|ya?ml|ipynb|log)$/i;

/** What the newest results tell, as notes; `tools` are those that there are. Pure. */
export function readResults(
  state: PolicyState,
  latest: readonly Exchange[],
  tools: ReadonlySet<string>,
): readonly Note[] {
  const notes: Note[] = [];
  const of = (tool: string): readonly Exchange[] => latest.filter((exchange) => exchange.tool === tool);
  if (of("tab_add").length > 0)
    notes.push({ note: "requirements", ids: of("tab_add").flatMap(({ text }) => readAddedIds(text)) });
  for (const { text } of of("list_dir")) {
    const paths = readListing(text);
    const stem = state.task.deliverable.replace(/\.[^./]*$/, "").toLowerCase();
    const taken = paths.map((path) => path.toLowerCase()).filter((path) => path.startsWith(stem));
    notes.push({ note: "versions", paths: pathsWithVersions(paths) }, { note: "taken", paths: taken });
    if (!tools.has("search"))
      notes.push({ note: "unsearchable", paths: paths.filter((path) => !plainText.test(path)) });
  }
  for (const exchange of [...of("search"), ...of("file_search")]) notes.push(...searchNotes(state, exchange));
  notes.push(...viewNotes(state, of("view")));
  for (const { text } of of("tab_list")) {
    const { entries, nextOffset } = readLog(text);
    notes.push({ note: "log", entries, ...(nextOffset !== undefined && { nextOffset }) });
  }
  for (const exchange of of("grep")) notes.push(...lineNotes(state, exchange), ...placeNotes(state, exchange));
  for (const { args, text } of of("tab_resolve")) {
    const id = String(args["id"]);
    const { isAccepted, better } = readResolution(text);
    // Accepted without its quote, it is cited once more from the entry that holds it.
    const wasRefused = state.wanted.some((one) => one.id === id && one.refusals.length > 0);
    if (isAccepted && (better === undefined || wasRefused))
      notes.push({ note: "resolved", id, outcome: args["outcome"] === "done" ? "done" : "unavailable" });
    else notes.push({ note: "refused", id, ...(better !== undefined && { better }) });
  }
  for (const { args, text } of of("write")) {
    const isWritten = text.startsWith("Written ");
    const reason = isWritten ? undefined : text.split("\n")[0]!.slice(0, 300);
    notes.push({ note: "written", path: String(args["path"]), isWritten, ...(reason !== undefined && { reason }) });
  }
  return notes;
}

function pathsWithVersions(paths: readonly string[]): readonly string[] {
  const families = Map.groupBy(paths, versionFamily);
  return [...families.values()]
    .filter((family) => family.length > 1)
    .flat()
    .slice(0, mostVersions);
}

function searchNotes(state: PolicyState, { args, text }: Exchange): readonly Note[] {
  const query = String(args["query"]);
  const { addresses: found, notSearched: unread, ownWork: written } = readSearch(text);
  const { deliverable } = state.task;
  const addresses = found.filter((address) => splitAddress(address).path !== deliverable);
  const own = new Set(written.map((address) => splitAddress(address).path));
  if (addresses.length < found.length) own.add(deliverable);
  const unused = [...own].map((path) => `${path} (${path === deliverable ? toBeWritten : ownWork})`);
  const notSearched = [...unread, ...unused];
  const hits = state.sought
    .filter((one) => [...queriesOf(one), ...one.ask.sources, widerQuery(one.ask)].includes(query))
    .map(({ id }): Note => ({ note: "hits", id, query, addresses }));
  return notSearched.length === 0 ? hits : [...hits, { note: "not searched", files: notSearched }];
}

/** Of a search by lines for the words of queries: the files, those that hold most of them first. */
function lineNotes({ sought, task }: PolicyState, { args, text }: Exchange): readonly Note[] {
  const hits = text.split("\n").flatMap((line) => readHit(line) ?? []);
  const lines = Map.groupBy(hits, ({ address }) => splitAddress(address).path);
  return sought.flatMap(({ id, ask, seriesAsk, computation, parts }) =>
    queriesOf({ ask, parts, ...(seriesAsk && { seriesAsk }), ...(computation && { computation }) })
      .filter((query) => wordPattern(query) === args["pattern"])
      .map((query): Note => {
        const words = (path: string): number =>
          wordsIn([path, ...lines.get(path)!.map((hit) => hit.text)].join("\n"), query);
        const addresses = [...lines.keys()]
          .filter((path) => path !== task.deliverable)
          .toSorted((one, other) => words(other) - words(one))
          .map((path) => joinAddress({ path, place: "" }));
        return { note: "hits", id, query: lineQuery(query), addresses: addresses.slice(0, mostFiles) };
      }),
  );
}

function viewNotes(state: PolicyState, views: readonly Exchange[]): readonly Note[] {
  if (views.length === 0) return [];
  const viewed = views.map(({ args }) => String(args["path"]));
  const found = new Map<string, Answer[]>();
  const unread: string[] = [];
  const tabled: Note[] = [];
  for (const view of views) {
    const target = splitAddress(String(view.args["path"]));
    const { reason, part } = readShown(view.text);
    if (reason !== undefined) unread.push(`${target.path} (${reason})`);
    if (part !== undefined) unread.push(`${target.path} (of its text only ${part} were read)`);
    const text = withSheetHead(target, readView(view.text), views);
    if (isOwnDeliverable(text)) {
      unread.push(`${target.path} (${ownWork})`);
      continue;
    }
    const reading = readPage({ ...target, text });
    const modifiedAt = /\| updated (\S+?)(?: \||\])/.exec(view.text.slice(-400))?.[1];
    const isCut = endsInsideTable(target.place, view.text);
    for (const one of state.sought) {
      const series = seriesIn(one, target.path, reading, isCut);
      if (series !== undefined) tabled.push({ note: "series", id: one.id, series });
      const { id, ask, answers } = one;
      const known = new Set(answers.map(({ address, value }) => `${address} ${value}`));
      const fresh = findAnswers(ask, target.path, reading)
        .filter(({ address, value }) => !known.has(`${address} ${value}`))
        .map((answer) => (modifiedAt === undefined ? answer : { ...answer, modifiedAt }));
      if (fresh.length > 0) found.set(id, [...(found.get(id) ?? []), ...fresh.slice(0, answersPerView)]);
    }
  }
  return [
    { note: "viewed", addresses: viewed },
    ...(unread.length === 0 ? [] : [{ note: "not searched", files: unread } as const]),
    ...[...found].map(([id, answers]): Note => ({ note: "found", id, answers })),
    ...tabled,
  ];
}

/** The best series of a page for what is to be worked out, when it is better than those known or of another file. */
function seriesIn(
  { computation, seriesAsk, series }: Wanted,
  path: string,
  reading: ReturnType<typeof readPage>,
  isCut: boolean,
): Series | undefined {
  if (seriesAsk === undefined) return undefined;
  const wantsRows = computation?.operation === "count" && computation.limit === undefined;
  const [best] = findSeries(seriesAsk, path, reading, isCut, wantsRows);
  const known = series.filter((one) => one.path === path).map(({ score, isPart }) => score - (isPart ? 1 : 0));
  return best !== undefined && known.every((score) => score < best.score - (best.isPart ? 1 : 0)) ? best : undefined;
}

/** Whether a view shows a part of a sheet or text only: a sum over it would be too small. */
function endsInsideTable(place: string, text: string): boolean {
  if (/&range=/.test(place)) return true;
  const label = text.slice(-500);
  const shown = /pages? (\d+)(?:–(\d+))? of (\d+) shown/.exec(label);
  const rows = [...text.matchAll(/^\| (\d+) \|/gm)].map(([, row]) => Number(row));
  const fullChunk = rows.length > 0 && Math.max(...rows) % rowsPerChunk === 0;
  if (fullChunk && shown !== null && Number(shown[2] ?? shown[1]) < Number(shown[3])) return true;
  return /offset=|characters? (?:of|left|more)|cut /i.test(label);
}

/** Rows from the middle of a sheet, put below its first rows when those were viewed together with them. */
function withSheetHead(
  target: { readonly path: string; readonly place: string },
  text: string,
  views: readonly Exchange[],
): string {
  const range = /^(sheet=[^&]+)&range=A(\d+):/.exec(target.place);
  if (range === null || range[2] === "1") return text;
  const head = views.find(
    ({ args }) => args["path"] === joinAddress({ path: target.path, place: `${range[1]}&range=A1:XFD5` }),
  );
  return head === undefined ? text : `${readView(head.text)}\n${text.split("\n").slice(1).join("\n")}`;
}

/** Where exactly a chosen value stands, from a search for it in its file. */
function placeNotes({ sought }: PolicyState, { args, text }: Exchange): readonly Note[] {
  const hits = text.split("\n").flatMap((line) => readHit(line) ?? []);
  return sought.flatMap((one): Note[] => {
    const answer = chooseAnswer(one.answers, one.wish);
    if (answer === undefined || args["path"] !== answer.path || args["pattern"] !== placePattern(answer)) return [];
    const words = squeezed(answer.quote);
    const hit =
      hits.find(
        ({ text: line }) => line !== "" && (squeezed(line).includes(words) || words.includes(squeezed(line))),
      ) ?? hits[0];
    return [{ note: "place", id: one.id, address: hit?.address ?? answer.address }];
  });
}

/** A pattern that matches the value as it stands. */
export function placePattern({ value }: Pick<Answer, "value">): string {
  return value.slice(0, 80).replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

function squeezed(text: string): string {
  return text.replaceAll(/[\s#*`|-]+/g, "");
}
