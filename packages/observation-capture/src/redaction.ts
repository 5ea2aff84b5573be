import { linesOf } from "./text/lines.ts";
import { SECRET_PATTERNS } from "./secret-patterns.ts";
import { isSecretPath } from "./secret-paths.ts";

export interface Redacted {
  /** The text with each secret replaced by `[redacted:KIND]`. */
  readonly text: string;
  /** How many were replaced. */
  readonly masked: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** Neither inside a longer word nor inside base64: a token's form occurs there by chance. */
const BEFORE = "(?<![A-Za-z0-9_+/=-])";
const AFTER = "(?![A-Za-z0-9_])";
/** Where a group is masked, its frame may follow anything but a letter (`x_auth=`). */
const BEFORE_FRAME = "(?<![A-Za-z0-9])";

const COMPILED = SECRET_PATTERNS.map(({ kind, hint, form }) => {
  const framed = /\((?!\?)/.test(form.replaceAll(/\\[\s\S]/g, ""));
  return { kind, hint, expression: new RegExp((framed ? BEFORE_FRAME : BEFORE) + form + AFTER, framed ? "gid" : "gd") };
});

/** A private key longer than this many characters is masked up to here; none is. */
const LONGEST_KEY = 32_000;
const URL_PASSWORD =
  /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{0,128}:([^\s/@"'<>]{3,256})@(?=[\w[])/dg;
const ASSIGNED = String.raw`[ \t]{0,4}(["']?)([^\s"'\x60,;#]{4,512})`;
const NAME = String.raw`(?<![A-Za-z0-9_])([A-Za-z][A-Za-z0-9_.-]{2,80})["']?[ \t]{0,4}`;
const EQUALS = new RegExp(`${NAME}=${ASSIGNED}`, "dg");
const COLON = new RegExp(`${NAME}:${ASSIGNED}`, "dg");
const SECRET_NAME =
  /(?:^|_)(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|ENCRYPTION_KEY|SIGNING_KEY|MASTER_KEY|AUTH_KEY|CREDENTIALS?|PWD|PASS)$/;
const LOOSE_SECRET_NAME =
  /pass(?:word|wd|phrase)?$|pwd$|secret|token|api[_.-]?key|private[_.-]?key|access[_.-]?key|credential|auth(?:[_.-]?key)?$|_key$/i;
const PLACEHOLDER =
  /^(?:[*x.•-]{3,}|\$.*|<.*|\{.*|%.*|\[redacted:.*|(?:your|my|the|some|example|sample|dummy|fake|test|changeme|change_me|replace|insert|todo|placeholder|null|none|true|false|undefined|password|passwd|pass|secret|token|user|username|xxx)(?:[-_.].*|here|\d*)?)$/i;
const CODE = /[()[\]{}$<>|\\]|process\.env|os\.environ|::|=>|^\/|^\.{0,2}\//;

/**
 * Masks secrets: tokens of known forms, private key blocks, passwords in URLs, and values of `KEY=value` whose name says
 * that they are secret. `path` is where the text comes from, if known: in a file of settings (`.env`, `.npmrc`, …)
 * weaker signs count. Errs on the side of leaving text alone; takes time linear in the text.
 *
 * @example redactSecrets("DB_PASSWORD=hunter2hunter2").text // "DB_PASSWORD=[redacted:password]"
 */
export function redactSecrets(text: string, path?: string): Redacted {
  const spans: Span[] = [...privateKeys(text)];
  for (const { kind, hint, expression } of COMPILED) {
    if (text.includes(hint)) spans.push(...matches(text, expression, kind));
  }
  if (text.includes("://"))
    spans.push(
      ...matches(text, URL_PASSWORD, "url-password", 1).filter(
        (span) => !PLACEHOLDER.test(text.slice(span.start, span.end)),
      ),
    );
  spans.push(...assignments(text, path !== undefined && isSecretPath(path)));
  return mask(
    text,
    spans.filter((span) => !text.startsWith("[redacted:", span.start)),
  );
}

function matches(text: string, expression: RegExp, kind: string, group = 1): Span[] {
  return [...text.matchAll(expression)].map((match) => {
    const [start, end] = match.indices![group] ?? match.indices![0]!;
    return { start, end, kind };
  });
}

function* privateKeys(text: string): Generator<Span> {
  let closing = 0;
  for (let at = text.indexOf("-----BEGIN "); at >= 0;) {
    const following = text.indexOf("-----BEGIN ", at + 11);
    const heading = /^-----BEGIN (?:[A-Z0-9]{1,16} ){0,3}PRIVATE KEY(?: BLOCK)?-----/.exec(text.slice(at, at + 100));
    if (heading !== null) {
      const start = at + heading[0].length;
      const limit = Math.min(following < 0 ? text.length : following, start + LONGEST_KEY);
      // Searched once over the whole text, so that a thousand blocks without an end take no thousand searches.
      if (closing >= 0 && closing < start) closing = text.indexOf("-----END ", start);
      // A block that was cut off is masked as far as it goes.
      const end = closing >= start && closing <= limit ? closing : endOfKey(text, start, limit);
      const body = text.slice(start, end);
      const trimmed = { start: start + body.length - body.trimStart().length, end: start + body.trimEnd().length };
      if (trimmed.end > trimmed.start) yield { ...trimmed, kind: "private-key" };
    }
    at = following;
  }
}

function endOfKey(text: string, start: number, limit: number): number {
  let end = start;
  for (const line of linesOf(text, start, limit)) {
    const written = text.slice(line.start, line.end).trim();
    if (!/^(?:[A-Za-z0-9+/=]*|[A-Za-z-]{4,20}: .{0,100})$/.test(written)) break;
    end = line.end;
  }
  return end;
}

function* assignments(text: string, isSettings: boolean): Generator<Span> {
  for (const expression of isSettings ? [EQUALS, COLON] : [EQUALS]) {
    for (const match of text.matchAll(expression)) {
      const [, name = "", quote, value = ""] = match;
      const bare = value.replace(/[)\]}>.]+$/, "");
      if (PLACEHOLDER.test(bare) || CODE.test(bare)) continue;
      const isNamed = isSettings ? LOOSE_SECRET_NAME.test(name) : name === name.toUpperCase() && SECRET_NAME.test(name);
      if (!isNamed || (!isSettings && !looksRandom(bare, quote === ""))) continue;
      const [start] = match.indices![3]!;
      yield { start, end: start + bare.length, kind: /PASS|PWD/i.test(name) ? "password" : "assigned-secret" };
    }
  }
}

/** Outside files of settings, a value that is one plain word or number is taken for an example. */
function looksRandom(value: string, isBare: boolean): boolean {
  if (value.length < 8 || /^\d+$/.test(value)) return false;
  const isWord = /^[a-z]+$/.test(value) || /^[A-Z_]+$/.test(value) || /^[A-Za-z][a-z]+$/.test(value);
  return !isWord && !(isBare && /^[a-z]+(?:[._][a-z]+)+$/i.test(value));
}

function mask(text: string, spans: readonly Span[]): Redacted {
  const ordered = [...spans].toSorted((one, other) => one.start - other.start || other.end - one.end);
  let masked = 0;
  let written = "";
  let position = 0;
  for (const { start, end, kind } of ordered) {
    if (start < position) {
      // Two forms overlap: what the second adds is secret as well.
      position = Math.max(position, end);
      continue;
    }
    written += `${text.slice(position, start)}[redacted:${kind}]`;
    position = end;
    masked++;
  }
  return masked === 0 ? { text, masked } : { text: written + text.slice(position), masked };
}
