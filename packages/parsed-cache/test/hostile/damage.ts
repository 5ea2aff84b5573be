import { seededRandom } from "@runningtab/test-kit";
import type { HostileFile } from "./hostile-file.ts";

export interface SoundFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file cut off after each of these shares of its length, in per cent. */
export function* truncations({ path, bytes }: SoundFile, percents: readonly number[]): Generator<HostileFile> {
  for (const percent of percents) {
    yield {
      name: `${path}: cut off at ${percent} %`,
      path,
      make: () => bytes.slice(0, Math.floor((bytes.byteLength * percent) / 100)),
    };
  }
}

/** `count` copies of the files, each with 1 to 8 bytes changed; equal seeds change the same bytes. */
export function* byteFlips(files: readonly SoundFile[], count: number, seed: number): Generator<HostileFile> {
  const random = seededRandom(seed);
  for (let copy = 0; copy < count; copy++) {
    const { path, bytes } = files[copy % files.length]!;
    const changes = Array.from({ length: random.integer(1, 8) }, () => ({
      at: random.integer(0, bytes.byteLength - 1),
      mask: random.integer(1, 255),
    }));
    yield {
      name: `${path}: flips ${changes.map(({ at, mask }) => `${at}^${mask}`).join(" ")}`,
      path,
      make: () => {
        const flipped = bytes.slice();
        for (const { at, mask } of changes) flipped[at]! ^= mask;
        return flipped;
      },
    };
  }
}
