import { describe, expect, it } from "vitest";
import { HARMLESS, SECRETS } from "../test/secret-samples.ts";
import { redactSecrets } from "./redaction.ts";
import { isSecretPath } from "./secret-paths.ts";

describe("redactSecrets", () => {
  for (const [index, [kind, secret, before = "found: ", after = "\nnext line"]] of SECRETS.entries()) {
    it(`masks secret ${index + 1}: ${kind}`, () => {
      const { text, masked } = redactSecrets(`one\n${before}${secret}${after}`);
      expect(text).not.toContain(secret);
      expect(text.replace(/\[redacted:[a-z0-9-]+\]/, secret)).toBe(`one\n${before}${secret}${after}`);
      expect(text).toContain(`[redacted:${kind}]`);
      expect(masked).toBe(1);
    });
  }

  it("masks each of several and leaves the rest as it is", () => {
    const secrets = SECRETS.filter(([, , before]) => before === undefined).map(([, secret]) => secret);
    const { text, masked } = redactSecrets(secrets.map((secret, index) => `${index} ${secret} end`).join("\n"));
    expect(masked).toBe(secrets.length);
    for (const [index, line] of text.split("\n").entries())
      expect(line).toMatch(new RegExp(`^${index} \\[redacted:[a-z0-9-]+\\] end$`));
  });

  it("takes weaker signs in a file of settings", () => {
    expect(redactSecrets("db_password: swordfish\nport: 5432\n", ".env").text).toBe(
      "db_password: [redacted:password]\nport: 5432\n",
    );
    expect(redactSecrets("db_password: swordfish\n").masked).toBe(0);
  });

  it("masks nothing twice", () => {
    const once = redactSecrets(
      SECRETS.map(([, secret, before = "", after = ""]) => before + secret + after).join("\n\n"),
    );
    expect(redactSecrets(once.text)).toEqual({ text: once.text, masked: 0 });
  });
});

describe("harmless look-alikes", () => {
  it("are at least a hundred", () => expect(HARMLESS.length).toBeGreaterThanOrEqual(100));

  for (const [index, text] of HARMLESS.entries()) {
    it(`stay as they are: ${index + 1} ${text.slice(0, 40).replaceAll("\n", " ")}`, () => {
      expect(redactSecrets(`before ${text} after\n`)).toEqual({ text: `before ${text} after\n`, masked: 0 });
      expect(redactSecrets(text)).toEqual({ text, masked: 0 });
    });
  }
});

describe("isSecretPath", () => {
  it("knows files that hold secrets by their names", () => {
    for (const path of [
      ".env",
      "app/.env.production",
      "prod.env",
      "id_rsa",
      ".ssh/config",
      "keys/server.pem",
      "a.key",
      ".npmrc",
      ".netrc",
      ".aws/credentials",
      ".git/config",
      ".git-credentials",
      ".docker/config.json",
      "x.p12",
      "secrets.tfvars",
      ".vault-token",
      "credentials.json",
    ]) {
      expect([path, isSecretPath(path)]).toEqual([path, true]);
    }
  });

  it("leaves samples, public keys and ordinary files", () => {
    for (const path of [
      ".env.example",
      "env.ts",
      "environment.md",
      "id_rsa.pub",
      "keynote.md",
      "monkey.txt",
      "git/config",
      "config.json",
      "docs/password-policy.docx",
      "tokens.csv",
    ]) {
      expect([path, isSecretPath(path)]).toEqual([path, false]);
    }
  });
});
