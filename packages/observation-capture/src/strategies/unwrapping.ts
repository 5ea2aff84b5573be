import type { CaptureStrategy } from "../capture-strategy.ts";
import { unwrapOutput } from "../text/unwrap-output.ts";

/**
 * The same strategy, given a tool's own text where a harness put it into JSON or a terminal coloured it. What it says of
 * that text is said of the output: offsets are turned back, so that excerpts stay slices of what the model saw.
 */
export function unwrapping(strategy: CaptureStrategy): CaptureStrategy {
  return {
    specVersion: 1,
    name: strategy.name,
    async capture(observation, context) {
      const unwrapped = unwrapOutput(observation.output);
      if (unwrapped === undefined) return strategy.capture(observation, context);
      const exitCode = observation.exitCode ?? unwrapped.exitCode;
      const inner = { ...observation, output: unwrapped.text, ...(exitCode !== undefined && { exitCode }) };
      const { unattributed } = context;
      const asked = unattributed && { unattributed: unattributed.map(unwrapped.ofText) };
      return unwrapped.ofOutput(await strategy.capture(inner, { ...context, ...asked }));
    },
  };
}
