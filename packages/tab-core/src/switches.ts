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
  /** The content of unopened files ranks them too, and those that match no open requirement are folded into a count. */
  readonly contentRanking: boolean;
  /** Listed candidates come with the line of their content that matches best. */
  readonly previews: boolean;
  /** After five turns without tab use the status line names one next step. */
  readonly pointers: boolean;
  /** Reads of one version of a file are one entry for ranking and display. */
  readonly merge: boolean;
  /** A search that shows a few lines of a file does not open it; it stays listed with `seen: 3 lines`. */
  readonly searchEntries: boolean;
  /** Evidence is marked stale when the line it rests on is gone from its source. */
  readonly staleMarks: boolean;
  /** The finish check looks for the values of resolved requirements in the deliverables and the final message. */
  readonly deliveryCheck: boolean;
  /** The review comes unasked at the moments that a `CheckpointPolicy` names. */
  readonly checkpoints: boolean;
  /** The review comes again after a context compaction. */
  readonly reinjection: boolean;
}

/** `paper`: the published behaviour and nothing else. `default`: everything but checkpoints. */
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
    contentRanking: false,
    previews: false,
    pointers: false,
    merge: false,
    searchEntries: false,
    staleMarks: false,
    deliveryCheck: false,
    checkpoints: false,
    reinjection: false,
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
    contentRanking: true,
    previews: true,
    pointers: true,
    merge: true,
    searchEntries: true,
    staleMarks: true,
    deliveryCheck: true,
    checkpoints: false,
    reinjection: true,
  },
} as const satisfies Readonly<Record<string, Switches>>;

export type PresetName = keyof typeof presets;
