/** The document that a path is a parsed copy of, or would be; `undefined` of all other paths. */
export function companionDocument(path: string, manifest: ReadonlyMap<string, unknown>): string | undefined {
  if (manifest.has(path)) return undefined;
  const found = /^(.+)_parsed(?:\/.*)?$/s.exec(path)?.[1];
  return found !== undefined && manifest.has(found) ? found : undefined;
}
