import { lazily } from "../lazily.ts";

/** Times of day of a text, in minutes after midnight. */
export interface Times {
  readonly times: readonly number[];
  /** The text with the times blanked out. Same length. */
  readonly rest: string;
}

const begin = "(?<![A-Za-z\\u00c0-\\u024f\\p{N}.,:/])";
const hour = "(?<hour>[01]?\\d|2[0-4])";
const minute = "(?<minute>[0-5]\\d)";

/** In the order tried; each is looked for in what the ones before left. */
const patterns = lazily((): readonly RegExp[] =>
  [
    `(?<part>上午|早上|凌晨|中午|下午|晚上|傍晚)?\\s?(?<!\\d)${hour}[点點](?:(?<minute>[0-5]?\\d)分?|(?<half>半))?(?![\\d\\p{L}]?分之)`,
    `(?<part>上午|早上|凌晨|中午|下午|晚上|傍晚)\\s?${hour}:${minute}`,
    `(?<!\\d)${hour}时(?:${minute}分)?(?=[前后开起至到，。、\\s]|$)`,
    `${begin}${hour}(?:[:.]${minute})?\\s?(?<part>[ap])\\.?\\s?m\\b\\.?`,
    `${begin}${hour}[:.]${minute}(?:\\s?(?:Uhr|heures|horas|hrs|h)(?!\\p{L}))`,
    `${begin}${hour}:${minute}(?::[0-5]\\d)?(?![A-Za-z\\p{N}:]|[.,]\\d)`,
    `${begin}${hour}\\s?Uhr(?:\\s${minute}(?!\\d))?`,
    // Fewer hours are a duration: `1h30`.
    `${begin}(?<hour>[5-9]|0\\d|1\\d|2[0-4])\\s?h\\s?${minute}(?!\\d|\\s?min)`,
  ].map((source) => new RegExp(source, "giu")),
);

const worthLooking = /\d[:.]\d\d|\d\s?(?:[ap]\.?\s?m\b|h|Uhr)|\d[点點时]/i;

/** The times of a text: `14:00`, `2 pm`, `10.30 Uhr`, `18h45`, `下午3点半`. */
export function readTimes(text: string): Times {
  if (!worthLooking.test(text)) return { times: [], rest: text };
  const times: number[] = [];
  let rest = text;
  for (const pattern of patterns()) {
    rest = rest.replaceAll(pattern, (...matched) => {
      const written = String(matched[0]);
      const time = minutesOf(matched.at(-1) as Readonly<Record<string, string | undefined>>);
      if (time === undefined) return written;
      times.push(time);
      return " ".repeat(written.length);
    });
  }
  return { times, rest };
}

function minutesOf({
  hour: written,
  minute: minutes,
  half,
  part = "",
}: Readonly<Record<string, string | undefined>>): number | undefined {
  const hours = Number(written);
  const isTwelve = /^[ap]$/i.test(part);
  if (isTwelve && (hours < 1 || hours > 12)) return undefined;
  const isAfternoon = /^p$/i.test(part) || /下午|晚上|傍晚/.test(part);
  const ofDay = isAfternoon && hours < 12 ? hours + 12 : isTwelve && !isAfternoon && hours === 12 ? 0 : hours;
  return (ofDay % 24) * 60 + (half === undefined ? Number(minutes ?? 0) : 30);
}
