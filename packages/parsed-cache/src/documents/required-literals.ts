/** Escapes that stand for a class of characters, a place or a blank; any other letter may begin something longer. */
const SIMPLE_ESCAPES = "dDwWsSbBAzntrfv";

/**
 * Texts of which every match of a pattern holds at least one, as far as that is plain to see: one for each alternative.
 * Empty when in doubt. Pages without any of them are passed over at the speed of `includes`, documents by their signature.
 */
export function requiredLiterals(pattern: string): readonly string[] {
  const literals: string[] = [];
  let longest = "";
  let run = "";
  const endRun = (): void => {
    if (run.length > longest.length) longest = run;
    run = "";
  };
  const endAlternative = (): boolean => {
    endRun();
    if (longest === "") return false;
    literals.push(longest);
    longest = "";
    return true;
  };
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at]!;
    switch (character) {
      case "|":
        if (!endAlternative()) return [];
        break;
      case "\\": {
        const escaped = pattern[++at] ?? "";
        if (/[\p{L}\p{N}]/u.test(escaped)) {
          if (!SIMPLE_ESCAPES.includes(escaped)) return [];
          endRun();
        } else run += escaped;
        break;
      }
      case "(":
      case "[": {
        const end = character === "(" ? endOfGroup(pattern, at) : endOfClass(pattern, at);
        if (end === undefined) return [];
        endRun();
        at = end;
        break;
      }
      case "?":
      case "*":
      case "{":
        // Speaks of the character before it, which may then be missing: `ab{0,2}`.
        run = withoutLast(run);
        endRun();
        if (character === "{") at = Math.max(at, pattern.indexOf("}", at));
        break;
      case "+":
      case ".":
      case "^":
      case "$":
        endRun();
        break;
      default:
        run += character;
    }
  }
  return endAlternative() ? literals : [];
}

function withoutLast(run: string): string {
  return [...run].slice(0, -1).join("");
}

/** Where a group ends; `undefined` for flags, which change how the rest is read, and for what does not end. */
function endOfGroup(pattern: string, start: number): number | undefined {
  if (/^\((?:\?(?![:P<]))/.test(pattern.slice(start, start + 3))) return undefined;
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    const character = pattern[at]!;
    if (character === "\\") {
      if (/[QE]/.test(pattern[at + 1] ?? "")) return undefined;
      at += 1;
    } else if (character === "[") {
      const end = endOfClass(pattern, at);
      if (end === undefined) return undefined;
      at = end;
    } else if (character === "(") {
      if (/^\(\?(?![:P<])/.test(pattern.slice(at, at + 3))) return undefined;
      depth += 1;
    } else if (character === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}

/** Where a class ends; a `]` that opens it is one of its members, and `[:alpha:]` has brackets of its own. */
function endOfClass(pattern: string, start: number): number | undefined {
  let at = start + 1;
  if (pattern[at] === "^") at += 1;
  if (pattern[at] === "]") at += 1;
  for (; at < pattern.length; at++) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern.startsWith("[:", at)) {
      const end = pattern.indexOf(":]", at);
      if (end < 0) return undefined;
      at = end + 1;
    } else if (pattern[at] === "]") return at;
  }
  return undefined;
}
