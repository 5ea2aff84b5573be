import type { CallContext, ListInput, Reply, RequirementInput, ResolveInput, ShowInput, Tab } from "./tab.ts";

/** A tool as every harness wants it, over one tab. */
export interface TabTool {
  readonly name: "tab_add" | "tab_resolve" | "tab_list" | "tab_show";
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: { readonly [key: string]: unknown };
  /** Takes arguments as a model wrote them; wrong ones get one line that says what would have been right. */
  execute(args: unknown, call: CallContext): Promise<Reply<unknown>>;
}

const text = { type: "string" } as const;
const texts = { type: "array", items: text } as const;
const count = (minimum: number): object => ({ type: "integer", minimum });
const schema = (properties: object, required: readonly string[]): TabTool["inputSchema"] => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** The four operations as tools: names, descriptions for the model, schemas, and one door for unchecked arguments. */
export function createTabTools(tab: Tab): readonly TabTool[] {
  return [
    {
      name: "tab_add",
      description:
        "Put what the task asks for on the tab: one requirement per fact, figure or deliverable element. A text that is there already keeps its id; give an id to reword one. Aliases are further terms for it, in any language.",
      inputSchema: schema(
        {
          requirements: {
            type: "array",
            items: {
              anyOf: [
                text,
                {
                  type: "object",
                  properties: { text, aliases: texts, id: { type: "string", description: "r-id to reword" } },
                  required: ["text"],
                  additionalProperties: false,
                },
              ],
            },
          },
        },
        ["requirements"],
      ),
      execute: (args, call) => checked(requirementsOf(args), (input) => tab.add(input, call)),
    },
    {
      name: "tab_resolve",
      description:
        "Close a requirement. done: cite the log entries (L-ids) that hold it, with a verbatim quote and the value where there is one. unavailable: say why (authored, computed, not found after searching where). open: reopen it.",
      inputSchema: schema(
        {
          id: { type: "string", description: "r-id" },
          outcome: { type: "string", enum: ["done", "unavailable", "open"] },
          evidence: { ...texts, description: "L-ids" },
          quote: {
            type: "string",
            description: "verbatim from a cited entry, 12 characters or more, or holding a number",
          },
          value: {
            type: "string",
            description: "the figure or fact as the deliverable will state it; none for an input to a calculation",
          },
          reason: text,
        },
        ["id", "outcome"],
      ),
      execute: (args, call) => checked(resolveInputOf(args), (input) => tab.resolve(input, call)),
    },
    {
      name: "tab_list",
      description:
        "requirements: the review, each open requirement beside what you read and what you never opened. candidates: unopened files by relevance to the task or to one requirement. log: what was read, by file.",
      inputSchema: schema(
        {
          kind: { type: "string", enum: ["requirements", "candidates", "log"] },
          limit: count(1),
          offset: count(0),
          requirement: { type: "string", description: "r-id to rank candidates against" },
        },
        ["kind"],
      ),
      execute: (args, call) => checked(listInputOf(args), (input) => tab.list(input, call)),
    },
    {
      name: "tab_show",
      description: "Show a log entry's text (L-id), also a range of its lines, or all about a requirement (r-id).",
      inputSchema: schema(
        {
          id: { type: "string", description: "L-id or r-id" },
          range: {
            type: "object",
            properties: { start: count(1), end: count(1) },
            required: ["start", "end"],
            additionalProperties: false,
          },
        },
        ["id"],
      ),
      execute: (args, call) => checked(showInputOf(args), (input) => tab.show(input, call)),
    },
  ];
}

/** Parsed arguments, or the line that says what would have been right. */
type Parsed<T> = { readonly input: T } | { readonly problem: string };
type Fields = Readonly<Record<string, unknown>>;

async function checked<T>(parsed: Parsed<T>, run: (input: T) => Promise<Reply<unknown>>): Promise<Reply<unknown>> {
  return "input" in parsed ? run(parsed.input) : { ok: false, text: parsed.problem, value: undefined };
}

function requirementsOf(args: unknown): Parsed<readonly (string | RequirementInput)[]> {
  const problem =
    'tab_add: give requirements, a list of texts or of { text, aliases?, id? }, such as ["headcount 2024"].';
  const given = fieldsOf(args)?.["requirements"];
  // A single text instead of a list is what was meant.
  const items: readonly unknown[] = Array.isArray(given) ? given : [given];
  const input: (string | RequirementInput)[] = [];
  for (const item of items) {
    if (typeof item === "string") {
      input.push(item);
      continue;
    }
    const fields = fieldsOf(item);
    const aliases = optional(fields?.["aliases"], isTexts);
    const id = optional(fields?.["id"], isText);
    if (!fields || !isText(fields["text"]) || !aliases || !id) return { problem };
    input.push({ text: fields["text"], ...named("aliases", aliases), ...named("id", id) });
  }
  return { input };
}

function resolveInputOf(args: unknown): Parsed<ResolveInput> {
  const fields = fieldsOf(args) ?? {};
  const outcome = fields["outcome"];
  const listOfIds = isText(fields["evidence"]) ? [fields["evidence"]] : fields["evidence"];
  const evidence = optional(listOfIds, isTexts);
  const quote = optional(fields["quote"], isText);
  const value = optional(typeof fields["value"] === "number" ? String(fields["value"]) : fields["value"], isText);
  const reason = optional(fields["reason"], isText);
  const isOutcome = outcome === "done" || outcome === "unavailable" || outcome === "open";
  if (!isText(fields["id"]) || !isOutcome || !evidence || !quote || !value || !reason) {
    return {
      problem:
        'tab_resolve: give id (r-id), outcome ("done", "unavailable" or "open"), and as texts quote, value, reason; evidence is a list of L-ids.',
    };
  }
  const input: ResolveInput = {
    id: fields["id"],
    outcome,
    ...named("evidence", evidence),
    ...named("quote", quote),
    ...named("value", value),
    ...named("reason", reason),
  };
  return { input };
}

function listInputOf(args: unknown): Parsed<ListInput> {
  const fields = fieldsOf(args) ?? {};
  const { kind } = fields;
  const limit = optional(fields["limit"], isNumber);
  const offset = optional(fields["offset"], isNumber);
  const requirement = optional(fields["requirement"], isText);
  const isKind = kind === "requirements" || kind === "candidates" || kind === "log";
  if (!isKind || !limit || !offset || !requirement) {
    return {
      problem:
        'tab_list: kind is "requirements", "candidates" or "log"; limit and offset are numbers, requirement an r-id.',
    };
  }
  return {
    input: { kind, ...named("limit", limit), ...named("offset", offset), ...named("requirement", requirement) },
  };
}

function showInputOf(args: unknown): Parsed<ShowInput> {
  const problem = "tab_show: give id, an L-id or r-id, and maybe range { start, end } in lines of the entry.";
  const fields = fieldsOf(args) ?? {};
  const range = fieldsOf(fields["range"]);
  if (!isText(fields["id"]) || (fields["range"] != null && !range)) return { problem };
  if (!range) return { input: { id: fields["id"] } };
  const { start, end } = range;
  if (!isNumber(start) || !isNumber(end)) return { problem };
  return { input: { id: fields["id"], range: { start, end } } };
}

function fieldsOf(value: unknown): Fields | undefined {
  // An object that is no array has string keys, whatever their values are.
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);

/** `undefined` when given and wrong; models also write `null` for "not given". */
function optional<T>(value: unknown, is: (value: unknown) => value is T): { readonly value?: T } | undefined {
  if (value === undefined || value === null) return {};
  return is(value) ? { value } : undefined;
}

function named<K extends string, T>(name: K, { value }: { readonly value?: T }): { readonly [N in K]?: T } {
  // The computed key widens to string; it is `name` and nothing else.
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in K]?: T };
}
