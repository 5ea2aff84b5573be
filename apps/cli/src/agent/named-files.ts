const FILE_NAME =
  /(?<![\p{L}\p{N}_./@-])(?:[\p{L}\p{N}_.@-]+\/)*[\p{L}\p{N}_@][\p{L}\p{N}_.@-]*\.(?:md|txt|rtf|csv|tsv|json|xml|ya?ml|html?|docx|xlsx|pptx|od[tsp]|pdf|ipynb|eml|png|jpe?g|svg|py|js|ts|sql|tex)(?![\p{L}\p{N}_])/giu;

/** Files that a task names and that are not there, in the order named: what it asked for and did not get. */
export function missingFiles(taskText: string, paths: Iterable<string>): readonly string[] {
  const named = [...new Set(taskText.match(FILE_NAME) ?? [])].map((name) => name.replace(/^\.\//, ""));
  if (named.length === 0) return [];
  const there = [...paths];
  return named.filter((name) => !there.some((path) => path === name || path.endsWith(`/${name}`)));
}
