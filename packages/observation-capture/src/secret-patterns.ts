/**
 * Secrets that are known by their own form. `form` is a regular expression's source; only bounded repeats, so that a
 * pass is linear. `hint` is a text without which it cannot match. A first group, where there is one, is what is masked.
 * Forms are taken from the vendors' documentation of their tokens; a publishable key is no secret.
 */
export interface SecretPattern {
  /** Lower case and dashes; shown in the mask. */
  readonly kind: string;
  readonly hint: string;
  readonly form: string;
}

const pattern = (kind: string, hint: string, form: string): SecretPattern => ({ kind, hint, form });

export const SECRET_PATTERNS: readonly SecretPattern[] = [
  // Clouds
  ...["AKIA", "ASIA", "ABIA", "ACCA"].map((lead) => pattern("aws-access-key", lead, `${lead}[A-Z2-7]{16}`)),
  pattern(
    "aws-secret-key",
    "ecret",
    String.raw`(?:aws_?)?secret_?(?:access_?)?key["']?\s{0,4}[=:]\s{0,4}["']?([A-Za-z0-9/+]{40})`,
  ),
  pattern("azure-storage-key", "AccountKey=", "AccountKey=([A-Za-z0-9+/]{86}==)"),
  pattern("azure-client-secret", "8Q~", String.raw`[\w~.-]{3}8Q~[\w~.-]{31,34}`),
  pattern("google-api-key", "AIza", String.raw`AIza[\w-]{35}`),
  pattern("google-oauth-token", "ya29.", String.raw`ya29\.[\w-]{20,500}`),
  pattern("google-client-secret", "GOCSPX-", String.raw`GOCSPX-[\w-]{28}`),
  pattern("digitalocean-token", "_v1_", "do[opr]_v1_[0-9a-f]{64}"),
  pattern("databricks-token", "dapi", "dapi[0-9a-f]{32}(?:-[0-9])?"),
  pattern("heroku-key", "HRKU-", String.raw`HRKU-[\w-]{36,80}`),
  pattern("supabase-token", "sbp_", "sbp_[0-9a-f]{40}"),
  pattern("planetscale-token", "pscale_", String.raw`pscale_(?:tkn|pw|oauth)_[\w.=-]{32,64}`),
  pattern("pulumi-token", "pul-", "pul-[0-9a-f]{40}"),
  pattern("terraform-token", ".atlasv1.", String.raw`[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,80}`),
  pattern("vault-token", "hvs.", String.raw`hvs\.[\w-]{24,200}`),
  pattern("doppler-token", "dp.", String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9.]{40,60}`),
  // Code hosts and registries
  ...["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map((lead) =>
    pattern("github-token", lead, `${lead}[A-Za-z0-9]{36,255}`),
  ),
  pattern("github-token", "github_pat_", "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
  pattern("gitlab-token", "gl", String.raw`gl(?:pat|dt|rt|cbt|ptt|ft|imt|soat|agent|oas)-[\w-]{20,64}`),
  pattern("bitbucket-token", "ATBB", "ATBB[A-Za-z0-9]{32}"),
  pattern("atlassian-token", "ATATT3", String.raw`ATATT3[\w=-]{100,300}`),
  pattern("npm-token", "npm_", "npm_[A-Za-z0-9]{36}"),
  pattern("npm-token", "_auth", String.raw`_auth(?:Token)?\s{0,2}=\s{0,2}["']?([\w+/=.-]{16,300})`),
  pattern("pypi-token", "pypi-AgEIcHlwaS5vcmc", String.raw`pypi-AgEIcHlwaS5vcmc[\w-]{50,300}`),
  pattern("rubygems-token", "rubygems_", "rubygems_[0-9a-f]{48}"),
  pattern("docker-token", "dckr_pat_", String.raw`dckr_pat_[\w-]{27}`),
  pattern("circleci-token", "CCI", "CCI(?:PAT|PRJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}"),
  pattern("buildkite-token", "bkua_", "bkua_[0-9a-f]{40}"),
  // Models
  pattern("anthropic-key", "sk-ant-", String.raw`sk-ant-(?:api|admin|oat|sid)\d{2}-[\w-]{20,200}`),
  pattern("openrouter-key", "sk-or-v1-", "sk-or-v1-[0-9a-f]{64}"),
  pattern("openai-key", "sk-", String.raw`sk-(?:proj|svcacct|admin|None)-[\w-]{20,200}`),
  pattern("openai-key", "sk-", "sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}"),
  pattern("openai-key", "sk-", "sk-(?=[A-Za-z0-9]{0,47}[0-9])(?=[A-Za-z0-9]{0,47}[A-Za-z])[A-Za-z0-9]{32,48}"),
  pattern("huggingface-token", "hf_", "hf_[A-Za-z]{34}"),
  pattern("replicate-token", "r8_", "r8_[A-Za-z0-9]{37}"),
  pattern("groq-key", "gsk_", "gsk_[A-Za-z0-9]{52}"),
  pattern("xai-key", "xai-", "xai-[A-Za-z0-9]{80}"),
  pattern("perplexity-key", "pplx-", "pplx-[A-Za-z0-9]{48}"),
  pattern("langsmith-key", "lsv2_", "lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
  // Talk, mail, money, work
  pattern("slack-token", "xox", "xox[abeoprs]-[A-Za-z0-9-]{10,250}"),
  pattern("slack-token", "xapp-", String.raw`xapp-\d-[A-Z0-9]{5,20}-\d{5,20}-[0-9a-f]{32,80}`),
  pattern(
    "slack-webhook",
    "hooks.slack.com",
    String.raw`hooks\.slack\.com/services/(T[A-Z0-9]{6,14}/B[A-Z0-9]{6,14}/[A-Za-z0-9]{20,28})`,
  ),
  pattern("discord-webhook", "/api/webhooks/", String.raw`discord(?:app)?\.com/api/webhooks/(\d{17,20}/[\w-]{60,72})`),
  pattern("telegram-token", ":AA", String.raw`\d{8,10}:AA[\w-]{33}`),
  pattern("sendgrid-key", "SG.", String.raw`SG\.[\w-]{22}\.[\w-]{43}`),
  pattern("mailgun-key", "key-", "key-[0-9a-f]{32}"),
  pattern("mailchimp-key", "-us", String.raw`[0-9a-f]{32}-us\d{1,2}`),
  pattern("twilio-key", "SK", "SK[0-9a-f]{32}"),
  pattern("stripe-key", "k_", "[sr]k_(?:live|test)_[A-Za-z0-9]{16,120}"),
  pattern("stripe-webhook-secret", "whsec_", "whsec_[A-Za-z0-9+/=]{24,64}"),
  pattern("square-token", "sq0", String.raw`sq0(?:atp|csp|idp)-[\w-]{22,43}`),
  pattern("shopify-token", "shp", "shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
  pattern("linear-key", "lin_api_", "lin_api_[A-Za-z0-9]{40}"),
  pattern("notion-token", "ntn_", "ntn_[A-Za-z0-9]{46}"),
  pattern("airtable-token", "pat", String.raw`pat[A-Za-z0-9]{14}\.[0-9a-f]{64}`),
  pattern("figma-token", "figd_", String.raw`figd_[\w-]{40}`),
  pattern("postman-key", "PMAK-", "PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
  pattern("grafana-token", "glsa_", "glsa_[A-Za-z0-9]{32}_[0-9a-f]{8}"),
  pattern("newrelic-key", "NRAK-", "NRAK-[A-Z0-9]{27}"),
  pattern("sentry-token", "sntry", "sntry[su]_[A-Za-z0-9+/=_]{40,300}"),
  pattern("dropbox-token", "sl.", String.raw`sl\.[\w-]{130,200}`),
  pattern("age-key", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[0-9A-Z]{58}"),
  // Forms that many vendors share
  pattern("jwt", "eyJ", String.raw`eyJ[\w-]{10,4000}\.eyJ[\w-]{10,8000}\.[\w-]{10,2000}`),
  pattern(
    "authorization",
    "uthorization",
    String.raw`[Aa]uthorization["']?\s{0,2}[:=]\s{0,2}["']?(?:[Bb]earer|[Bb]asic|[Tt]oken)\s{1,2}([\w+/=.~-]{16,2000})`,
  ),
  pattern(
    "netrc-password",
    "password",
    String.raw`machine\s{1,4}\S{1,200}\s{1,4}login\s{1,4}\S{1,200}\s{1,4}password\s{1,4}(\S{1,200})`,
  ),
];
