/**
 * Shell patterns, without regular expressions: patterns come from outside, and this matcher is quadratic at worst
 * (one saved star per segment) where a translated expression can be exponential.
 * `*` and `?` stay within a path segment, a segment `**` spans any number of them, `[a-z]` and `[!a]` are classes,
 * a backslash takes the next character literally. A leading dot must be written.
 */
export function matchesGlob(pattern: string, path: string, options: GlobOptions = {}): boolean {
  return matchSegments(pattern.split("/"), path.split("/"), options);
}

export interface GlobOptions {
  /** Lets wildcards match a leading dot (default false). */
  readonly dot?: boolean;
  readonly ignoreCase?: boolean;
}

/** Whether `pattern` holds an unescaped wildcard. */
export function hasWildcard(pattern: string): boolean {
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index]!;
    if (character === "\\") index++;
    else if (character === "*" || character === "?" || character === "[") return true;
  }
  return false;
}

/** `text` as a pattern that matches only itself. */
export function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]]/g, "\\$&");
}

/** The text that a pattern without wildcards stands for. */
export function unescapeGlob(pattern: string): string {
  return pattern.replace(/\\([\s\S])/g, "$1");
}

/** One segment, or a whole name, against one pattern without `/`. */
export function matchesName(pattern: string, name: string, options: GlobOptions = {}): boolean {
  if (options.ignoreCase === true)
    return matchesName(pattern.toLowerCase(), name.toLowerCase(), { ...options, ignoreCase: false });
  if (options.dot !== true && name.startsWith(".") && !pattern.startsWith(".") && !pattern.startsWith("\\."))
    return false;
  let at = 0;
  let position = 0;
  let starAt = -1;
  let starPosition = 0;
  while (position < name.length) {
    const step = at < pattern.length ? matchOne(pattern, at, name, position) : undefined;
    if (pattern[at] === "*") {
      starAt = at++;
      starPosition = position;
    } else if (step !== undefined) {
      at = step.at;
      position = step.position;
    } else if (starAt >= 0) {
      at = starAt + 1;
      position = ++starPosition;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}

/** As for `*` in a name, only the last `**` ever needs to give back a segment. */
function matchSegments(pattern: readonly string[], path: readonly string[], options: GlobOptions): boolean {
  let at = 0;
  let position = 0;
  let starAt = -1;
  let starPosition = 0;
  while (position < path.length) {
    if (pattern[at] === "**") {
      starAt = at++;
      starPosition = position;
    } else if (at < pattern.length && matchesName(pattern[at]!, path[position]!, options)) {
      at++;
      position++;
    } else if (starAt >= 0 && (options.dot === true || !path[starPosition]!.startsWith("."))) {
      at = starAt + 1;
      position = ++starPosition;
    } else return false;
  }
  while (pattern[at] === "**") at++;
  return at === pattern.length;
}

function matchOne(
  pattern: string,
  at: number,
  name: string,
  position: number,
): { at: number; position: number } | undefined {
  const wanted = pattern[at]!;
  const codePoint = name.codePointAt(position)!;
  const after = position + (codePoint > 0xffff ? 2 : 1);
  if (wanted === "?") return { at: at + 1, position: after };
  if (wanted === "\\" && at + 1 < pattern.length)
    return pattern[at + 1] === name[position] ? { at: at + 2, position: position + 1 } : undefined;
  if (wanted === "[") {
    const end = classEnd(pattern, at);
    if (end !== undefined)
      return inClass(pattern.slice(at + 1, end), codePoint) ? { at: end + 1, position: after } : undefined;
  }
  return wanted === name[position] ? { at: at + 1, position: position + 1 } : undefined;
}

function classEnd(pattern: string, at: number): number | undefined {
  let from = at + 1;
  if (pattern[from] === "!" || pattern[from] === "^") from++;
  if (pattern[from] === "]") from++;
  const end = pattern.indexOf("]", from);
  return end < 0 ? undefined : end;
}

function inClass(body: string, codePoint: number): boolean {
  const negated = body.startsWith("!") || body.startsWith("^");
  const members = [...(negated ? body.slice(1) : body)].map((member) => member.codePointAt(0)!);
  let found = false;
  for (let index = 0; index < members.length && !found; index++) {
    const isRange = members[index + 1] === 0x2d && index + 2 < members.length;
    const last = isRange ? members[index + 2]! : members[index]!;
    found = codePoint >= members[index]! && codePoint <= last;
    if (isRange) index += 2;
  }
  return found !== negated;
}
