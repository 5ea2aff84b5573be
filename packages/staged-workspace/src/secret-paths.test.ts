import { isSecretPath } from "@runningtab/staged-workspace";
import { describe, expect, it } from "vitest";

describe("secrets by name", () => {
  it.each([
    ".env",
    "app/.env.production",
    "staging.env",
    "certs/server.pem",
    "certs/SERVER.KEY",
    "keys/team.p12",
    ".npmrc",
    "home/.netrc",
    "id_rsa",
    "backup/id_ed25519",
    ".ssh/known_hosts",
    ".aws/credentials",
    "vault.kdbx",
  ])("takes %s for one", (path) => {
    expect(isSecretPath(path)).toBe(true);
  });

  it.each([
    ".env.example",
    "environment.md",
    "id_card.pdf",
    "id_rsa.pub",
    "keys.xlsx",
    "npmrc",
    "aws/credentials.docx",
  ])("takes %s for none", (path) => {
    expect(isSecretPath(path)).toBe(false);
  });
});
