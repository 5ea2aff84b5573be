import { describe, expect, it } from "vitest";
import { redactSecrets } from "./redact-secrets.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const key = (prefix: string, length: number): string => prefix + "aB3dE5fG7h".repeat(30).slice(0, length);

describe("redactSecrets", () => {
  it.each([
    ["AWS_KEY", "AKIA" + "ABCDEFGHIJ234567"],
    ["GITHUB_TOKEN", key("ghp_", 36)],
    ["GITHUB_TOKEN", key("github_pat_", 40)],
    ["GITLAB_TOKEN", key("glpat-", 20)],
    ["API_KEY", key("sk-proj-", 40)],
    ["API_KEY", key("sk-ant-", 40)],
    ["GOOGLE_KEY", key("AIza", 35)],
    ["SLACK_TOKEN", key("xoxb-", 24)],
    ["STRIPE_KEY", key("sk_live_", 24)],
    ["NPM_TOKEN", key("npm_", 36)],
    ["HUGGINGFACE_TOKEN", key("hf_", 34)],
    ["JWT", `${key("eyJ", 20)}.${key("eyJ", 30)}.${key("", 40)}`],
    ["PRIVATE_KEY", `-----BEGIN RSA PRIVATE KEY-----\n${key("", 64)}\n-----END RSA PRIVATE KEY-----`],
  ])("masks a %s inside a line", (kind, secret) => {
    expect(redactSecrets(`before ${secret} after`)).toEqual({ text: `before [redacted:${kind}] after`, masked: 1 });
  });

  it("masks the password of an address and the value of a setting, and nothing around them", () => {
    expect(redactSecrets("postgres://app:hunter2pass@db:5432/x").text).toBe(
      "postgres://app:[redacted:URL_PASSWORD]@db:5432/x",
    );
    expect(redactSecrets('A=1\nexport DB_PASSWORD="c0rrect-horse-7"\n').text).toBe(
      'A=1\nexport DB_PASSWORD="[redacted:SECRET]"\n',
    );
  });

  it.each([
    "The token budget is 128000 and the password policy asks for 12 characters.",
    "PASSWORD: see the handbook, section 12",
    "Article 7: ¥55000; task-2024-000123; https://example.org/a:b/c@d",
    "sk-1 is a street number; AKIA is a name; eyJ is not a token",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ])("leaves ordinary text alone: %s", (text) => {
    expect(redactSecrets(text)).toEqual({ text, masked: 0 });
  });

  it("stays quick on long texts that almost match", () => {
    for (const text of [
      "a".repeat(200_000),
      "eyJ".repeat(50_000),
      "A_TOKEN".repeat(30_000),
      "x://".repeat(50_000),
      "-----BEGIN PRIVATE KEY-----".repeat(5_000),
    ]) {
      expect(redactSecrets(text).masked).toBe(0);
    }
  });
});
