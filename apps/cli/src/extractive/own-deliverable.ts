const title = /^(?:#+ |Sheet: )?(?:Answers from the folder|查阅结果)$/mu;
/** A statement as a deliverable writes it: the value, then the address of its place in square brackets at the end. */
const statement = /^(?:[-*•] )?.{2,400}[:：] .+\[`?[^[\]`\s][^[\]`]*\.[A-Za-z0-9]{1,8}(?:#[^[\]`]+)?`?\]$/u;
const tableHead =
  /\|\s*(?:Asked|事项)\s*\|\s*(?:Value|内容)\s*\|\s*(?:Source|出处)\s*\||^(?:Asked,Value,Source|事项,内容,出处),/mu;

/**
 * Whether a text is what an earlier run wrote: such a file repeats what others state, with their mistakes, and is no
 * source. Told by its form alone: our title, our table, or at least three statements with addresses that make up half of
 * the lines.
 */
export function isOwnDeliverable(text: string): boolean {
  if (title.test(text) || tableHead.test(text)) return true;
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const statements = lines.filter((line) => statement.test(line.trim())).length;
  return statements >= 3 && statements >= lines.length / 2;
}
