import type { BigIntStats } from "node:fs";
import type { ManifestEntry } from "./manifest.ts";

/**
 * A file whose hash is known, and the state it had then. Together they say whether the hash still holds without reading
 * the file again, as git's index does.
 */
export interface KnownFile {
  readonly entry: ManifestEntry;
  /** Nanoseconds since the epoch. */
  readonly mtimeNs: bigint;
  /** Nanoseconds since the epoch. No program can set it, so a restored mtime shows here. */
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** Milliseconds since the epoch, before the bytes were read. */
  readonly hashedAtMs: number;
}

/**
 * File systems stamp with clocks as coarse as two seconds (FAT): a file may change after it was hashed and keep its stamp.
 * Only a stamp that was older than this when the file was hashed proves that nothing came after.
 */
const RACY_MS = 2000n;

/** Whether the hash holds for the file that has these stats now. */
export function isStillKnown(known: KnownFile, stats: BigIntStats): boolean {
  const { entry, mtimeNs, ctimeNs, inode, hashedAtMs } = known;
  const isSame =
    stats.mtimeNs === mtimeNs && stats.ctimeNs === ctimeNs && stats.ino === inode && stats.size === BigInt(entry.size);
  const latest = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return isSame && latest / 1_000_000n + RACY_MS < BigInt(Math.floor(hashedAtMs));
}

/** `stats` must have been taken before the bytes were read that `entry.hash` names. */
export function knownFile(
  path: string,
  hash: ManifestEntry["hash"],
  stats: BigIntStats,
  hashedAtMs: number,
): KnownFile {
  const entry: ManifestEntry = {
    path,
    hash,
    size: Number(stats.size),
    mode: Number(stats.mode) & 0o7777,
    modifiedAtMs: Number(stats.mtimeNs / 1_000_000n),
  };
  return { entry, mtimeNs: stats.mtimeNs, ctimeNs: stats.ctimeNs, inode: stats.ino, hashedAtMs };
}
