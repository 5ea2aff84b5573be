/** A share of cases with the range that the true share lies in. All three are between 0 and 1. */
export interface Share {
  readonly hits: number;
  readonly of: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Wilson's score interval at 95 %: unlike the share ± an error it stays between 0 and 1 and is honest for few cases.
 * E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22 (1927).
 * Of no cases the share is 0 and the interval everything.
 */
export function wilson(hits: number, of: number): Share {
  if (of === 0) return { hits, of, share: 0, low: 0, high: 1 };
  const z = 1.959_963_985;
  const share = hits / of;
  const denominator = 1 + z ** 2 / of;
  const centre = (share + z ** 2 / (2 * of)) / denominator;
  const half = (z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))) / denominator;
  return { hits, of, share, low: Math.max(0, centre - half), high: Math.min(1, centre + half) };
}

/** `22 of 30 = 73 % (95 %: 56–86 %)` */
export function shareText({ hits, of, share, low, high }: Share): string {
  const percent = (value: number): string => (100 * value).toFixed(0);
  return `${hits} of ${of} = ${percent(share)} % (95 %: ${percent(low)}–${percent(high)} %)`;
}
