/** The two ways in which a run works, for `describe.each`: what is promised of runs holds in both. */
export const RUN_MODES: readonly { readonly mode: "staged" | "in place"; readonly options: readonly string[] }[] = [
  { mode: "staged", options: [] },
  { mode: "in place", options: ["--in-place"] },
];
