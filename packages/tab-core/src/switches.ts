/** The tab's mechanisms. Path safety, redaction and spoof protection are no switches. */
export interface Switches {
  readonly capture: boolean;
  readonly review: boolean;
  readonly evidenceCheck: boolean;
  readonly finishCheck: boolean;
  readonly statusLine: "every" | "changed" | "off";
  readonly quote: boolean;
}
