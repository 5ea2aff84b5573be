import { type ChangeList, createChangeList } from "../change-list.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { changedRegions, type Region } from "../images/changed-regions.ts";
import { canDecode, decodePicture, type Picture, readPictureHead } from "../images/picture.ts";
import { createPace, type Pace } from "../pace.ts";
import { doesExist } from "../read-parts.ts";
import { describeBytes } from "../texts/describe-bytes.ts";

/**
 * Pictures by what they show: type, size, and the regions in which pixels differ (`region=x,y,width,height`), with how many
 * and how much. PNG and JPEG are decoded; of GIF, BMP and WebP only type, size and bytes are compared, and of pictures of
 * different size no pixels. Takes bytes that begin as a picture does.
 */
export function createImageFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "image",
    accepts(before, after) {
      const isImage = (input: DiffInput): boolean =>
        !doesExist(input) || (input.bytes !== undefined && readPictureHead(input.bytes) !== undefined);
      return (doesExist(before) || doesExist(after)) && isImage(before) && isImage(after);
    },
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const pace = createPace(signal);
      await pace();
      await comparePictures(before.bytes, after.bytes, list, pace);
      return list.toFileDiff("image", after.path);
    },
  };
}

async function comparePictures(
  before: Uint8Array | undefined,
  after: Uint8Array | undefined,
  list: ChangeList,
  pace: Pace,
): Promise<void> {
  const [was, is] = [before && readPictureHead(before), after && readPictureHead(after)];
  if (is !== undefined && was === undefined)
    return list.add({ kind: "added", subject: "image", address: "", after: describe(is) });
  if (was !== undefined && is === undefined)
    return list.add({ kind: "removed", subject: "image", address: "", before: describe(was) });
  if (before === undefined || after === undefined || was === undefined || is === undefined) return;
  if (was.type !== is.type)
    list.add({ kind: "changed", subject: "type", address: "", before: was.type, after: is.type });
  const [size, sizeAfter] = [sizeOf(was), sizeOf(is)];
  if (size !== sizeAfter)
    return list.add({ kind: "changed", subject: "size", address: "", before: size, after: sizeAfter });
  if (Buffer.compare(before, after) === 0) return;
  const reason = await comparePixels([before, was], [after, is], list, pace);
  if (reason === undefined) return;
  list.note(`Pixels were not compared: ${reason}.`);
  list.add({
    kind: "changed",
    subject: "bytes",
    address: "",
    before: describeBytes(before),
    after: describeBytes(after),
  });
}

/** Why the pixels could not be compared; `undefined` when they were. */
async function comparePixels(
  before: readonly [Uint8Array, Picture],
  after: readonly [Uint8Array, Picture],
  list: ChangeList,
  pace: Pace,
): Promise<string | undefined> {
  for (const [, picture] of [before, after]) if (!canDecode(picture)) return `${picture.type} is not decoded here`;
  let pixels;
  try {
    pixels = [await decodePicture(...before, pace), await decodePicture(...after, pace)] as const;
  } catch (error) {
    await pace();
    return `a version cannot be decoded (${error instanceof Error ? error.message : String(error)})`;
  }
  const regions = await changedRegions(...pixels, pace);
  const all = before[1].width * before[1].height;
  for (const region of regions) list.add(regionChange(region, all));
  if (regions.length === 0)
    list.note("All pixels are the same; only how they are stored, or what is said of them, differs.");
  return undefined;
}

function regionChange({ x, y, width, height, changed, most }: Region, all: number): Parameters<ChangeList["add"]>[0] {
  const share = ((100 * changed) / all).toPrecision(2);
  const after = `${changed} of ${all} pixels (${Number(share)} %) differ, by up to ${most} of 255`;
  return { kind: "changed", subject: "pixels", address: `region=${x},${y},${width},${height}`, after };
}

function describe(picture: Picture): string {
  return `${picture.type} image, ${sizeOf(picture)}`;
}

function sizeOf({ width, height }: Picture): string {
  return `${width} × ${height} pixels`;
}
