import { ferryLine } from "./ferry-line.ts";
import type { HandMadeFolder } from "./hand-made-folder.ts";
import { museumZh } from "./museum-zh.ts";
import { orchard } from "./orchard.ts";
import { theatre } from "./theatre.ts";
import { vetClinic } from "./vet-clinic.ts";
import { waterUtility } from "./water-utility.ts";

export const handMadeFolders: readonly HandMadeFolder[] = [
  ferryLine,
  theatre,
  orchard,
  vetClinic,
  waterUtility,
  museumZh,
];
