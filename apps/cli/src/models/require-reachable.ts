import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { CliError } from "../cli-error.ts";

const TRIES = 3;
const BETWEEN_MS = 250;
const PATIENCE_MS = 3_000;
/** What no later step could mend. A server that is slow to accept is left to the steps themselves. */
const REFUSALS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no such host",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
};

/** Throws a `CliError` when no server accepts connections at an address, so that no run begins without its model. */
export async function requireReachable(baseUrl: string, signal: AbortSignal): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const refusal = REFUSALS[(await connectionError(new URL(baseUrl), signal)) ?? ""];
    if (refusal === undefined) return;
    if (attempt === TRIES) {
      throw new CliError(
        3,
        `The model at ${baseUrl} could not be reached: ${refusal} (${TRIES} tries). Start the server or correct --base-url; nothing was begun.`,
      );
    }
    await delay(BETWEEN_MS, undefined, { signal });
  }
}

/** The system's code of a connection that failed; `undefined` when it was made, or is not decided in time. */
function connectionError({ protocol, hostname, port }: URL, signal: AbortSignal): Promise<string | undefined> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === "https:" ? 443 : 80), signal });
    const end = (code?: string): void => {
      socket.destroy();
      resolve(code);
    };
    socket.setTimeout(PATIENCE_MS, () => end());
    socket.once("connect", () => end());
    socket.once("error", (error: NodeJS.ErrnoException & { readonly errors?: readonly NodeJS.ErrnoException[] }) =>
      end(error.code ?? error.errors?.[0]?.code),
    );
  });
}
