/** The tab's mechanisms. Path safety, redaction and spoof protection are no switches. */
export interface Switches {
  /** Observations fill the read log and the candidates. */
  readonly capture: boolean;
  /** The review sets matching entries and files beside each open requirement. */
  readonly review: boolean;
  /** `done` is refused for unrelated evidence. */
  readonly evidenceCheck: boolean;
  readonly finishCheck: boolean;
  /** `changed`: when a count changed, and every tenth observation otherwise. */
  readonly statusLine: "every" | "changed" | "off";
  /** A verbatim quote can carry evidence in another language. */
  readonly quote: boolean;
  /** Terms that count as a requirement's own. */
  readonly aliases: boolean;
  /** How well evidence holds is stored and shown. */
  readonly verdicts: boolean;
  /** Output that is no file's content is kept as an entry of its own kind. */
  readonly computed: boolean;
  /** The finish check looks for the values of resolved requirements in the deliverables and the final message. */
  readonly deliveryCheck: boolean;
}

/** `paper`: the published behaviour and nothing else. `default`: everything that is there. */
export const presets = {
  paper: {
    capture: true,
    review: true,
    evidenceCheck: true,
    finishCheck: true,
    statusLine: "every",
    quote: false,
    aliases: false,
    verdicts: false,
    computed: false,
    deliveryCheck: false,
  },
  default: {
    capture: true,
    review: true,
    evidenceCheck: true,
    finishCheck: true,
    statusLine: "changed",
    quote: true,
    aliases: true,
    verdicts: true,
    computed: true,
    deliveryCheck: true,
  },
} as const satisfies Readonly<Record<string, Switches>>;

export type PresetName = keyof typeof presets;
