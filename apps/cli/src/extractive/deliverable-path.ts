/** The file that a task asks for, as it can be written. */
export interface DeliverablePath {
  readonly path: string;
  /** As the task names it, when that leads out of the folder. */
  readonly refused?: string;
}

/** A path inside the folder; one that leads out of it keeps its file name alone. */
export function insidePath(named: string): DeliverablePath {
  const parts: string[] = [];
  let isOutside = /^(?:[/~\\]|[A-Za-z]:)/.test(named);
  for (const part of named.split(/[/\\]/)) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) isOutside = true;
  }
  return isOutside ? { path: parts.at(-1) ?? "answers.md", refused: named } : { path: parts.join("/") };
}

/** `answers.md`, or `answers-2.md` and so on when the folder has one already. */
export function freePath(path: string, taken: ReadonlySet<string>): string {
  const [, stem = path, extension = ""] = /^(.*?)(\.[^./]*)?$/.exec(path) ?? [];
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? path : `${stem}-${number}${extension}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}
