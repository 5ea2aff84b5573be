import type { BigIntStats } from "node:fs";
import type { ManifestEntry } from "./manifest.ts";

/** The state of a file or folder at the moment before it was read. */
export interface Stamp {
  /** Nanoseconds since the epoch. */
  readonly mtimeNs: bigint;
  /** Nanoseconds since the epoch. No program can set it, so a restored mtime shows here. */
  readonly ctimeNs: bigint;
  readonly inode: bigint;
  /** Nanoseconds since the epoch; times from here on were too young to be trusted as it was read. */
  readonly settledBeforeNs: bigint;
}

/**
 * A file whose hash is known, and the state it had then. Together they say whether the hash still holds without reading
 * the file again, as git's index does.
 */
export interface KnownFile extends Stamp {
  readonly entry: ManifestEntry;
}

/**
 * File systems stamp with clocks as coarse as two seconds (FAT): a file may change after it was hashed and keep its stamp.
 * Only a stamp that was older than this when the file was hashed proves that nothing came after.
 */
const RACY_MS = 2000;

/** Whether nothing happened to what has these stats now since it was read. */
export function isAsBefore(stamp: Stamp, stats: BigIntStats): boolean {
  const { mtimeNs, ctimeNs, inode } = stamp;
  return stats.ctimeNs === ctimeNs && stats.mtimeNs === mtimeNs && stats.ino === inode && isSettled(stamp);
}

/** Whether its times were old enough as it was read that every later change shows in them. */
export function isSettled({ mtimeNs, ctimeNs, settledBeforeNs }: Stamp): boolean {
  return ctimeNs < settledBeforeNs && mtimeNs < settledBeforeNs;
}

/** Whether the hash holds for the file that has these stats now. */
export function isStillKnown(known: KnownFile, stats: BigIntStats): boolean {
  return Number(stats.size) === known.entry.size && isAsBefore(known, stats);
}

/** `stats` must have been taken before it was read, at `readAtMs` (milliseconds since the epoch). */
export function stampOf(stats: BigIntStats, readAtMs: number): Stamp {
  const settledBeforeNs = BigInt(Math.floor(readAtMs) - RACY_MS) * 1_000_000n;
  return { mtimeNs: stats.mtimeNs, ctimeNs: stats.ctimeNs, inode: stats.ino, settledBeforeNs };
}

/** `stats` must have been taken before the bytes were read that `entry.hash` names. */
export function knownFile(path: string, hash: ManifestEntry["hash"], stats: BigIntStats, readAtMs: number): KnownFile {
  const entry: ManifestEntry = {
    path,
    hash,
    size: Number(stats.size),
    mode: Number(stats.mode) & 0o7777,
    modifiedAtMs: Number(stats.mtimeNs / 1_000_000n),
  };
  return { entry, ...stampOf(stats, readAtMs) };
}
