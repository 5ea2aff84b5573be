/**
 * The engine's two halves run in one thread here and still copy every message between them with `structuredClone`, which
 * takes a sixth of the time of reading text. A piece of text needs no copy: the half that sends it makes its items for it
 * alone, and afterwards only puts other lists into the object that carries them. The many messages that ask for the next
 * piece and answer that it came hold numbers and names alone, of which a plain copy is as good. Every other message, and
 * every message of another shape in a later release, is copied as before.
 *
 * Changes the global function until what it returns is called.
 */
export function passTextUncopied(): () => void {
  const { structuredClone: copy } = globalThis;
  globalThis.structuredClone = (<T>(message: T, options?: Parameters<typeof copy>[1]): T => {
    if (carriesText(message)) return { ...message, chunk: { ...message.chunk } };
    return steersStream(message) ? { ...message } : copy(message, options);
  }) as typeof copy;
  return () => {
    globalThis.structuredClone = copy;
  };
}

/** What flows by a stream is asked for and answered by such messages; none holds an object. */
function steersStream(message: unknown): message is object {
  if (typeof message !== "object" || message === null || !("stream" in message)) return false;
  for (const value of Object.values(message)) if (typeof value === "object" && value !== null) return false;
  return !("chunk" in message);
}

interface TextMessage {
  /** What `PdfTextContent` is put together from. */
  readonly chunk: { readonly items: readonly unknown[]; readonly styles: object; readonly lang: unknown };
}

function carriesText(message: unknown): message is TextMessage {
  if (typeof message !== "object" || message === null || !("chunk" in message)) return false;
  const { chunk } = message;
  return (
    typeof chunk === "object" &&
    chunk !== null &&
    "items" in chunk &&
    Array.isArray(chunk.items) &&
    "styles" in chunk &&
    "lang" in chunk
  );
}
