import * as library from "xlsx";

/** A tree of streams and storages. */
export interface CompoundTree {
  readonly [name: string]: Uint8Array | CompoundTree;
}

/** A compound file, for tests: written by another library than the one that reads it here. */
export function makeCompound(tree: CompoundTree): Uint8Array {
  const container = library.CFB.utils.cfb_new();
  const add = (folder: string, entries: CompoundTree): void => {
    for (const [name, content] of Object.entries(entries)) {
      const path = `${folder}/${name}`;
      if (content instanceof Uint8Array) library.CFB.utils.cfb_add(container, path, content as never);
      else add(path, content);
    }
  };
  add("", tree);
  library.CFB.utils.cfb_del(container, "/\u0001Sh33tJ5");
  return new Uint8Array(library.CFB.write(container, { type: "buffer" }) as never);
}
