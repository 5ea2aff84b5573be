import { presets, type PresetName, type Switches } from "@runningtab/tab-core";
import { misuse } from "../cli-error.ts";

/** A preset's switches, without the mechanisms named. Throws for a name that is none, and lists those there are. */
export function switchesOf(preset: PresetName, off: readonly string[]): Switches {
  const known = Object.keys(presets.default);
  const unknown = off.find((name) => !known.includes(name));
  if (unknown !== undefined) throw misuse(`--off ${unknown}: there is no such mechanism. Known: ${known.join(", ")}.`);
  const changes = Object.fromEntries(off.map((name) => [name, name === "statusLine" ? "off" : false]));
  return { ...presets[preset], ...changes };
}
