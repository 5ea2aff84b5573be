import type { JournalEntry } from "./journal.ts";

type Test = (value: unknown) => boolean;

const text: Test = (value) => typeof value === "string";
const number: Test = (value) => typeof value === "number";
const truth: Test = (value) => typeof value === "boolean";
const oneOf =
  (...texts: readonly string[]): Test =>
  (value) =>
    texts.includes(value as string);
const optional =
  (test: Test): Test =>
  (value) =>
    value === undefined || test(value);
const listOf =
  (test: Test): Test =>
  (value) =>
    Array.isArray(value) && value.every(test);
const object =
  (members: Readonly<Record<string, Test>>): Test =>
  (value) => {
    if (typeof value !== "object" || value === null) return false;
    const record = value as Readonly<Record<string, unknown>>;
    return Object.entries(members).every(([name, test]) => test(record[name]));
  };

const hash: Test = (value) => typeof value === "string" && /^sha256:[0-9a-f]{64}$/.test(value);
const version = object({ hash, size: number, mode: number });
const editOf = (kind: string, members: Readonly<Record<string, Test>>): Test =>
  object({ kind: oneOf(kind), path: text, ...members });
const edits: readonly Test[] = [
  editOf("create", { after: version }),
  editOf("modify", { before: version, after: version }),
  editOf("mode", { before: version, after: version }),
  editOf("delete", { before: version }),
  editOf("move", { from: text, before: version, after: version }),
];

const shapes: Readonly<Record<JournalEntry["type"], Test>> = {
  "operation.recorded": object({
    branch: text,
    patch: text,
    turn: optional(number),
    actor: text,
    edit: (value) => edits.some((test) => test(value)),
  }),
  "branch.opened": object({ branch: text, kind: oneOf("chat", "review", "evaluation"), user: text }),
  "operations.withdrawn": object({ branch: text, operations: listOf(number), actor: text }),
  "tree.accepted": object({
    tree: hash,
    branch: optional(text),
    operations: listOf(number),
    plan: optional(text),
    actor: text,
  }),
  "writes.intended": object({
    target: oneOf("root", "branch"),
    branch: text,
    base: optional(number),
    writes: listOf(object({ path: text, before: optional(version), after: optional(version) })),
  }),
  "writes.applied": object({
    intent: number,
    conflicts: listOf(object({ path: text, found: optional(version), blob: truth })),
  }),
  "plan.checked": object({
    plan: text,
    results: listOf(object({ check: text, passed: truth, findings: listOf(text) })),
  }),
  "plan.decided": object({ plan: text, accepted: truth, actor: text, reason: optional(text) }),
};

/** Whether what was read back from a journal has the members that its type promises. Others are passed over. */
export function isJournalEntry(value: unknown): value is JournalEntry {
  if (!object({ type: text, at: number })(value)) return false;
  const { type } = value as { readonly type: string };
  return Object.hasOwn(shapes, type) && shapes[type as JournalEntry["type"]](value);
}
