import type {
  ResolveInput,
  RequirementInput,
  ListInput,
  ObservationRecord,
  ShowInput,
  Tab,
  TabOptions,
} from "./tab.ts";
import type { EntryOrigin } from "./events.ts";
import { presets } from "./switches.ts";
import { TabError } from "./tab-error.ts";
import { requireTaskName } from "./task-name.ts";

/**
 * What callers without a type checker hand in, checked before anything is appended: an event with a wrong field could
 * never be folded again, and its task never opened. The environment's arguments throw `INVALID_ARGUMENT`; those of the
 * agent's operations yield the line that refuses them.
 */
type Fields = Readonly<Record<string, unknown>>;

const origins: ReadonlySet<unknown> = new Set<EntryOrigin>([
  "read",
  "search",
  "derived",
  "computed",
  "own",
  "unattributed",
]);

export function requireTabOptions(options: TabOptions): void {
  const { store, task, switches, actor } = fieldsOf(options, "createTab: the options");
  const methods = ["append", "read", "excerpt"];
  need(
    isFields(store) && methods.every((name) => typeof store[name] === "function"),
    "createTab: store",
    "an event store",
    store,
  );
  requireTaskName(task);
  need(actor === undefined || (isText(actor) && actor !== ""), "createTab: actor", "a text that is not empty", actor);
  if (switches === undefined) return;
  for (const [name, value] of Object.entries(fieldsOf(switches, "createTab: switches"))) {
    need(
      Object.hasOwn(presets.default, name),
      "createTab: switches",
      `one of ${Object.keys(presets.default).join(", ")}`,
      name,
    );
    if (name === "statusLine") {
      need(
        ["every", "changed", "off"].includes(String(value)),
        "switches.statusLine",
        '"every", "changed" or "off"',
        value,
      );
    } else {
      need(typeof value === "boolean", `switches.${name}`, "true or false", value);
    }
  }
}

export function requireText(text: unknown, name: string): void {
  need(isText(text), name, "a text", text);
}

export function requireTurn(turn: unknown, name = "turn"): void {
  need(isCount(turn), name, "a whole number, 0 or more", turn);
}

export function requireObservation(observation: ObservationRecord): void {
  const { turn, command, reads, listed, writes, asked } = fieldsOf(observation, "record: the observation");
  requireTurn(turn, "record: turn");
  requireText(command, "record: command");
  requirePaths(listed, "record: listed");
  if (writes !== undefined) requirePaths(writes, "record: writes");
  if (asked !== undefined) requireText(asked, "record: asked");
  need(Array.isArray(reads), "record: reads", "a list", reads);
  for (const read of observation.reads) requireRead(read);
}

function requireRead(read: unknown): void {
  const { paths, excerpt, origin, range, partial, hash, redacted, confidence } = fieldsOf(read, "record: a read");
  requirePaths(paths, "record: a read's paths");
  requireText(excerpt, "record: a read's excerpt");
  need(origins.has(origin), "record: a read's origin", `one of ${[...origins].join(", ")}`, origin);
  need(
    range === undefined || isRange(range),
    "record: a read's range",
    "a range of lines, pages, slides or cells",
    range,
  );
  need(typeof partial === "boolean", "record: a read's partial", "true or false", partial);
  need(hash === undefined || isText(hash), "record: a read's hash", "a text", hash);
  need(typeof redacted === "boolean", "record: a read's redacted", "true or false", redacted);
  const isShare = typeof confidence === "number" && confidence >= 0 && confidence <= 1;
  need(isShare, "record: a read's confidence", "a number from 0 to 1", confidence);
}

export function requireChange(change: Parameters<Tab["sourceChanged"]>[0]): void {
  const { path, before, after, byAgent } = fieldsOf(change, "sourceChanged: the change");
  requirePaths([path], "sourceChanged: path");
  need(before === undefined || isText(before), "sourceChanged: before", "a hash", before);
  need(after === undefined || isText(after), "sourceChanged: after", "a hash", after);
  need(typeof byAgent === "boolean", "sourceChanged: byAgent", "true or false", byAgent);
}

/** Of a checkpoint or a stop: an object with a turn. */
export function requireMoment(moment: unknown, name: string): void {
  requireTurn(fieldsOf(moment, name)["turn"], `${name}: turn`);
}

export function requireCall(call: unknown): void {
  requireTurn(fieldsOf(call, "The call context { callId, turn }")["turn"], "The call's turn");
}

/** The line that refuses the input of `tab.add`, or `undefined`. */
export function problemOfAdd(inputs: readonly (string | RequirementInput)[]): string | undefined {
  const given: unknown = inputs;
  const isGood = (one: unknown): boolean =>
    isText(one) ||
    (isFields(one) && isText(one["text"]) && isOptional(one["aliases"], isTexts) && isOptional(one["id"], isText));
  if (Array.isArray(given) && given.every(isGood)) return undefined;
  return 'tab_add: give requirements, a list of texts or of { text, aliases?, id? }, such as ["headcount 2024"].';
}

/** The line that refuses the input of `tab.resolve`, or `undefined`. */
export function problemOfResolve(input: ResolveInput): string | undefined {
  const given: unknown = input;
  const isGood =
    isFields(given) &&
    isText(given["id"]) &&
    isOptional(given["evidence"], isTexts) &&
    ["quote", "value", "reason"].every((name) => isOptional(given[name], isText));
  if (isGood) return undefined;
  return 'tab_resolve: give id (r-id), outcome ("done", "unavailable" or "open"), and as texts quote, value, reason; evidence is a list of L-ids.';
}

/** The line that refuses the input of `tab.list`, or `undefined`. */
export function problemOfList(input: ListInput): string | undefined {
  const given: unknown = input;
  if (isFields(given) && isText(given["kind"]) && isOptional(given["requirement"], isText)) return undefined;
  return 'tab_list: kind is "requirements", "candidates" or "log"; limit and offset are numbers, requirement an r-id.';
}

/** The line that refuses the input of `tab.show`, or `undefined`. */
export function problemOfShow(input: ShowInput): string | undefined {
  const given: unknown = input;
  if (isFields(given) && isText(given["id"]) && isOptional(given["range"], isFields)) return undefined;
  return "tab_show: give id, an L-id or r-id, and maybe range { start, end } in lines of the entry.";
}

function requirePaths(paths: unknown, name: string): void {
  need(Array.isArray(paths), name, "a list of paths", paths);
  for (const path of paths as readonly unknown[]) {
    need(isText(path) && isRelative(path), name, "workspace-relative POSIX paths without . or .. as a part", path);
  }
}

function isRelative(path: string): boolean {
  return path !== "" && !path.startsWith("/") && !path.split("/").some((part) => part === ".." || part === ".");
}

function isRange(range: unknown): boolean {
  if (!isFields(range)) return false;
  const { unit, start, end, sheet, cells } = range;
  if (unit === "cell") return isText(sheet) && isText(cells);
  return (unit === "line" || unit === "page" || unit === "slide") && isCount(start) && isCount(end);
}

function need(isRight: boolean, name: string, wanted: string, found: unknown): void {
  if (isRight) return;
  const shown = (JSON.stringify(found) ?? String(found)).slice(0, 120);
  throw new TabError("INVALID_ARGUMENT", {
    message: `${name} must be ${wanted}, not ${shown}. Nothing was recorded.`,
    data: { found: shown },
  });
}

function fieldsOf(value: unknown, name: string): Fields {
  need(isFields(value), name, "an object", value);
  return value as Fields;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isOptional(value: unknown, is: (given: unknown) => boolean): boolean {
  return value === undefined || is(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
