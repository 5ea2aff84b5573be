/** A file made to break whoever reads it. Its bytes are made when asked for: some are large. */
export interface HostileFile {
  /** What is nasty about it, unique in the set. */
  readonly name: string;
  /** Its name in a workspace. */
  readonly path: string;
  make(): Uint8Array;
}

export function hostileFile(path: string, nasty: string, make: () => Uint8Array | string): HostileFile {
  return {
    name: `${path}: ${nasty}`,
    path,
    make: () => {
      const made = make();
      return typeof made === "string" ? Buffer.from(made) : made;
    },
  };
}
