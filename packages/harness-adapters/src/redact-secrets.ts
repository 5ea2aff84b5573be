/**
 * Secrets that can be told by their form alone. Patterns are few and precise: a masked figure costs the reader a fact,
 * so what merely may be a secret stays. Every repetition is bounded, so that no text makes them slow.
 */
const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  [
    "PRIVATE_KEY",
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY-----[\s\S]{1,8000}?-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY-----/g,
  ],
  ["AWS_KEY", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g],
  ["GITHUB_TOKEN", /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/g],
  ["GITLAB_TOKEN", /\bglpat-[A-Za-z0-9_-]{20,100}/g],
  ["API_KEY", /\bsk-(?:proj-|ant-|or-)?[A-Za-z0-9_-]{20,250}/g],
  ["GOOGLE_KEY", /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g],
  ["SLACK_TOKEN", /\bxox[abeprs]-[A-Za-z0-9-]{10,250}/g],
  ["STRIPE_KEY", /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,250}\b/g],
  ["NPM_TOKEN", /\bnpm_[A-Za-z0-9]{36}\b/g],
  ["HUGGINGFACE_TOKEN", /\bhf_[A-Za-z0-9]{30,100}\b/g],
  ["JWT", /\beyJ[A-Za-z0-9_-]{10,4000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,4000}/g],
  ["URL_PASSWORD", /(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s:/@]{1,100}:)[^\s@/]{3,200}(?=@)/g],
  // An assignment in a settings file: the name says secret, and the value mixes letters and digits.
  [
    "SECRET",
    /(?<=^[ \t]{0,20}(?:export )?[A-Z0-9_]{0,60}(?:API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)[A-Z0-9_]{0,20}[ \t]?[:=][ \t]?["']?)(?=[^\s"']{0,200}[A-Za-z])(?=[^\s"']{0,200}\d)[^\s"']{12,200}/gm,
  ],
];

/** Masks secrets as `[redacted:KIND]` and counts them; a text without any comes back as it is. */
export function redactSecrets(text: string): { readonly text: string; readonly masked: number } {
  let masked = 0;
  let result = text;
  for (const [kind, pattern] of PATTERNS) {
    result = result.replaceAll(pattern, () => {
      masked++;
      return `[redacted:${kind}]`;
    });
  }
  return { text: result, masked };
}
