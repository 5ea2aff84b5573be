/**
 * The engine's two halves run in one thread here and still copy every message between them with `structuredClone`, which
 * takes a tenth of the time of reading text. A piece of text needs no copy: the half that sends it makes its items for it
 * alone, and afterwards only puts other lists into the object that carries them. Every other message, and every message
 * of another shape in a later release, is copied as before.
 *
 * Changes the global function until what it returns is called.
 */
export function passTextUncopied(): () => void {
  const { structuredClone: copy } = globalThis;
  globalThis.structuredClone = (<T>(message: T, options?: Parameters<typeof copy>[1]): T =>
    carriesText(message) ? { ...message, chunk: { ...message.chunk } } : copy(message, options)) as typeof copy;
  return () => {
    globalThis.structuredClone = copy;
  };
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
