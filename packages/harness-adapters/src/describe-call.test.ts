import { describe, expect, it } from "vitest";
import { describeCall } from "./describe-call.ts";

describe("describeCall", () => {
  it("shows a shell command as it was typed", () => {
    expect(describeCall("bash", { command: "sed -n 1,5p a.txt", timeout: 30 })).toBe("sed -n 1,5p a.txt");
  });

  it("shows another call as its name, its subject and the rest", () => {
    expect(describeCall("view", { pages: "3-4", path: "reports/q3.pdf" })).toBe("view reports/q3.pdf pages=3-4");
    expect(describeCall("list_dir", {})).toBe("list_dir");
    expect(describeCall("echo", "plain")).toBe("echo plain");
  });

  it("keeps long arguments out of the log", () => {
    const description = describeCall("write", { path: "a.md", content: "x".repeat(10_000) });
    expect(description.length).toBeLessThan(120);
    expect(describeCall("bash", { command: "y".repeat(10_000) })).toHaveLength(500);
  });
});
