import { describe, expect, it } from "vitest";
import { seededRandom } from "@runningtab/test-kit";
import { redactSecrets } from "./redaction.ts";
import { isSecretPath } from "./secret-paths.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const UPPER = LETTERS.slice(0, 26);
const DIGITS = "0123456789";
const HEX = "0123456789abcdef";
const MIXED = LETTERS + DIGITS;
const BASE32 = `${UPPER}234567`;

const random = seededRandom(20261130);
/** Made here, so that no file of the project holds what a scanner would take for a secret. */
const some = (alphabet: string, length: number): string =>
  Array.from({ length }, () => random.pick([...alphabet])).join("");
const mixed = (length: number): string => `a1B${some(MIXED, length - 3)}`;
const hex = (length: number): string => some(HEX, length);

/** A secret, and the text around it where its kind is known by that. */
const SECRETS: readonly (readonly [kind: string, secret: string, before?: string, after?: string])[] = [
  ["aws-access-key", `AKIA${some(BASE32, 16)}`],
  ["aws-access-key", `ASIA${some(BASE32, 16)}`],
  ["aws-secret-key", mixed(40), "aws_secret_access_key = "],
  [
    "azure-storage-key",
    `${mixed(86)}==`,
    "DefaultEndpointsProtocol=https;AccountName=x;AccountKey=",
    ";EndpointSuffix=core",
  ],
  ["azure-client-secret", `abc8Q~${mixed(34)}`],
  ["google-api-key", `AIza${mixed(35)}`],
  ["google-oauth-token", `ya29.${mixed(60)}`],
  ["google-client-secret", `GOCSPX-${mixed(28)}`],
  ["digitalocean-token", `dop_v1_${hex(64)}`],
  ["databricks-token", `dapi${hex(32)}`],
  ["supabase-token", `sbp_${hex(40)}`],
  ["planetscale-token", `pscale_tkn_${mixed(43)}`],
  ["pulumi-token", `pul-${hex(40)}`],
  ["terraform-token", `${mixed(14)}.atlasv1.${mixed(67)}`],
  ["vault-token", `hvs.${mixed(60)}`],
  ["doppler-token", `dp.pt.${mixed(43)}`],
  ["github-token", `ghp_${mixed(36)}`],
  ["github-token", `ghs_${mixed(36)}`],
  ["github-token", `github_pat_${mixed(22)}_${mixed(59)}`],
  ["gitlab-token", `glpat-${mixed(20)}`],
  ["bitbucket-token", `ATBB${mixed(32)}`],
  ["atlassian-token", `ATATT3${mixed(180)}=ABCD`],
  ["npm-token", `npm_${mixed(36)}`],
  ["npm-token", mixed(36), "//registry.npmjs.org/:_authToken="],
  ["pypi-token", `pypi-AgEIcHlwaS5vcmc${mixed(80)}`],
  ["rubygems-token", `rubygems_${hex(48)}`],
  ["docker-token", `dckr_pat_${mixed(27)}`],
  ["circleci-token", `CCIPAT_${mixed(22)}_${hex(40)}`],
  ["buildkite-token", `bkua_${hex(40)}`],
  ["anthropic-key", `sk-ant-api03-${mixed(93)}`],
  ["openrouter-key", `sk-or-v1-${hex(64)}`],
  ["openai-key", `sk-proj-${mixed(60)}`],
  ["openai-key", `sk-${mixed(48)}`],
  ["huggingface-token", `hf_${some(LETTERS, 34)}`],
  ["replicate-token", `r8_${mixed(37)}`],
  ["groq-key", `gsk_${mixed(52)}`],
  ["xai-key", `xai-${mixed(80)}`],
  ["perplexity-key", `pplx-${mixed(48)}`],
  ["langsmith-key", `lsv2_pt_${hex(32)}_${hex(10)}`],
  ["slack-token", `xoxb-${some(DIGITS, 12)}-${some(DIGITS, 12)}-${mixed(24)}`],
  ["slack-token", `xapp-1-${some(UPPER, 11)}-${some(DIGITS, 13)}-${hex(64)}`],
  ["slack-webhook", `T${some(UPPER, 8)}/B${some(UPPER, 8)}/${mixed(24)}`, "https://hooks.slack.com/services/"],
  ["discord-webhook", `${some(DIGITS, 18)}/${mixed(68)}`, "https://discord.com/api/webhooks/"],
  ["telegram-token", `${some("123456789", 9)}:AA${mixed(33)}`],
  ["sendgrid-key", `SG.${mixed(22)}.${mixed(43)}`],
  ["mailgun-key", `key-${hex(32)}`],
  ["mailchimp-key", `${hex(32)}-us14`],
  ["twilio-key", `SK${hex(32)}`],
  ["stripe-key", `sk_live_${mixed(24)}`],
  ["stripe-key", `rk_test_${mixed(24)}`],
  ["stripe-webhook-secret", `whsec_${mixed(32)}`],
  ["square-token", `sq0atp-${mixed(22)}`],
  ["shopify-token", `shpat_${hex(32)}`],
  ["linear-key", `lin_api_${mixed(40)}`],
  ["notion-token", `ntn_${mixed(46)}`],
  ["airtable-token", `pat${mixed(14)}.${hex(64)}`],
  ["figma-token", `figd_${mixed(40)}`],
  ["postman-key", `PMAK-${hex(24)}-${hex(34)}`],
  ["grafana-token", `glsa_${mixed(32)}_${hex(8)}`],
  ["newrelic-key", `NRAK-${some(UPPER, 27)}`],
  ["sentry-token", `sntrys_${mixed(60)}`],
  ["dropbox-token", `sl.${mixed(140)}`],
  ["age-key", `AGE-SECRET-KEY-1${some(UPPER, 58)}`],
  ["jwt", `eyJ${mixed(20)}.eyJ${mixed(40)}.${mixed(43)}`],
  ["authorization", mixed(32), "curl -H 'Authorization: Bearer "],
  ["netrc-password", mixed(12), "machine example.org login me password "],
  ["url-password", mixed(12), "postgres://admin:", "@db.internal:5432/app"],
  ["url-password", "p%40ss", "amqp://u:", "@queue/"],
  ["password", mixed(12), "DB_PASSWORD="],
  ["password", `${mixed(9)}!`, "export SMTP_PASS="],
  ["assigned-secret", mixed(30), 'SESSION_SECRET="', '"'],
  ["assigned-secret", mixed(20), "docker run -e API_KEY=", " image"],
  ["assigned-secret", mixed(20), ".env:3:STRIPE_API_KEY="],
  [
    "private-key",
    `MIIE${mixed(60)}\n${mixed(64)}\n${mixed(20)}==`,
    "-----BEGIN RSA PRIVATE KEY-----\n",
    "\n-----END RSA PRIVATE KEY-----",
  ],
  [
    "private-key",
    `b3Blb${mixed(60)}\n${mixed(64)}`,
    "-----BEGIN OPENSSH PRIVATE KEY-----\n",
    "\n-----END OPENSSH PRIVATE KEY-----",
  ],
  ["private-key", `MIIE${mixed(60)}\n${mixed(64)}`, "-----BEGIN PRIVATE KEY-----\n"],
  [
    "private-key",
    `lQOY${mixed(60)}\n=${mixed(4)}`,
    "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n",
    "\n-----END PGP PRIVATE KEY BLOCK-----",
  ],
];

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

/** Text that looks like a secret and is none. */
const HARMLESS: readonly string[] = [
  ...Array.from({ length: 12 }, () => hex(40)),
  ...Array.from({ length: 12 }, () => hex(64)),
  ...Array.from({ length: 8 }, () => hex(32)),
  ...Array.from({ length: 8 }, () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`),
  ...Array.from({ length: 6 }, () => `sha512-${mixed(86)}==`),
  ...Array.from({ length: 6 }, () => `data:image/png;base64,iVBORw0KGgo${some(`${MIXED}+/`, 400)}=`),
  ...Array.from({ length: 4 }, () => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${mixed(43)} me@host`),
  ...Array.from({ length: 4 }, () => `pk_live_${mixed(24)}`),
  ...Array.from({ length: 6 }, () => some(DIGITS, 20)),
  ...Array.from({ length: 4 }, () => `DE${some(DIGITS, 20)}`),
  "sk-learn is a library",
  "sk-SK.json",
  "risk-assessment-for-the-coming-year",
  "task-oriented-dialogue-systems-2026",
  "AKIA is a prefix",
  "AKIAlowercase0000000",
  "xoxo from us",
  "ghp_short",
  "npm_config_registry",
  "npm_lifecycle_event",
  "PASSWORD=",
  "PASSWORD=<your password>",
  "PASSWORD=changeme",
  "API_KEY=your-api-key-here",
  "TOKEN=${TOKEN}",
  "SECRET=$SECRET",
  "API_KEY=process.env.API_KEY",
  "SECRET_KEY=os.environ['SECRET_KEY']",
  "MAX_TOKENS=4096",
  "CONTEXT_TOKEN=128000",
  "TOKEN=example",
  "PASSWORD=xxxxxxxx",
  "const token = getToken();",
  "password: string;",
  "passwordHash",
  "the password is in the vault",
  "secret sauce",
  "token: 42 tokens",
  "https://example.org/a:b@c",
  "https://user@example.org/",
  "https://user:password@example.org/",
  "https://u:${PASS}@host/",
  "http://localhost:8080/@scope/pkg",
  "mailto:someone@example.org",
  "-----BEGIN CERTIFICATE-----\nMIID\n-----END CERTIFICATE-----",
  "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----",
  "-----BEGIN PGP SIGNATURE-----\niQ\n-----END PGP SIGNATURE-----",
  "eyJhbGciOiJIUzI1NiJ9",
  "eyJ.eyJ.x",
  "key-value store",
  "SKU12345678",
  "SG.com",
  "hf_transfer",
  "r8_example",
  "sl.example.org",
  "dp.pt.short",
  "Authorization: Bearer <token>",
  "Authorization: none",
  "whsec_",
  "figd_",
  "lin_api_",
  "glpat-",
  "dapi",
  "bkua_",
  "AIzaShort",
  "ya29.",
  "hvs.",
  "pat.txt",
  "KEY=value",
  "COLOR_KEY=blue",
  "MONKEY=banana12",
  "PRIMARY_KEY=id",
  "FOREIGN_KEY=user_id",
  "KEYBOARD=qwertzuiop",
  "123456789:some text",
  "12:AA",
  "us14 is a region",
  "registry=https://registry.npmjs.org/",
  "always-auth=false",
  "total,1250\nrevenue,¥55000",
  "Article 7 Standards for Reimbursement",
  "PASS=12 FAIL=0",
  "TOKEN=abc",
  "员工数 128 密码 secret",
];

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
