import { describe, expect, it } from "vitest";
import { systemReason } from "./workspace-error.ts";

describe("the reason of a system's refusal", () => {
  it("is said in a person's words, without the descriptor that the file was reached through", () => {
    const error = Object.assign(new Error("EACCES: permission denied, open '/proc/self/fd/31/x'"), { code: "EACCES" });
    expect(systemReason(error)).toBe("permission denied");
  });

  it("is the system's own text where we have no better one", () => {
    const error = Object.assign(new Error("ELOOP: too many links"), { code: "ELOOP" });
    expect(systemReason(error)).toBe("Error: ELOOP: too many links");
  });
});
