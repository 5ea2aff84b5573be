/** Which views of the workspace the agent has; the prompt is the same in all. */
export const ARMS = ["dual", "artifact-only", "parsed-only"] as const;
export type Arm = (typeof ARMS)[number];
