/** Files that hold credentials and little else. Compared in lower case. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".netrc",
  "_netrc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".dockercfg",
  ".git-credentials",
  ".vault-token",
  ".envrc",
  ".terraformrc",
  "terraform.tfstate",
  "credentials.json",
  "kubeconfig",
]);

/** Private keys, key stores, password safes, encrypted files and variables of deployments. */
const SECRET_ENDING = /\.(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx?|asc|gpg|tfvars)$/;

/** `.env`, `.env.local`, `prod.env`; but not the templates that are meant to be shared. */
const ENVIRONMENT = /^(?:\.env(?:\..+)?|.+\.env)$/;
const TEMPLATE_ENDING = /\.(?:example|sample|template|dist|defaults?)$/;

/** `id_rsa`, `id_ed25519_sk`, `id_work`: OpenSSH's names. With an ending (`id_card.pdf`, `id_rsa.pub`) it is no private key. */
const SSH_IDENTITY = /^id_[a-z0-9_-]+$/;

const SECRET_FOLDERS: ReadonlySet<string> = new Set([".ssh", ".aws", ".gnupg", ".azure", ".kube", ".docker"]);

/**
 * Whether a workspace-relative POSIX path holds secrets by its name (`.env`, `id_rsa`, `*.pem`, `.aws/credentials`, …).
 * Such a file is logged as "read, not stored": no excerpt of it is kept. Errs towards secret; templates
 * (`.env.example`) and public keys are none. `@runningtab/staged-workspace` has the same rules, since neither package
 * may import the other; a test of the command line holds the two together.
 */
export function isSecretPath(path: string): boolean {
  const segments = path.toLowerCase().split("/");
  const name = segments.pop()!;
  if (segments.some((segment) => SECRET_FOLDERS.has(segment))) return true;
  if (segments.at(-1) === ".git" && name === "config") return true;
  if (TEMPLATE_ENDING.test(name)) return false;
  return SECRET_NAMES.has(name) || SECRET_ENDING.test(name) || SSH_IDENTITY.test(name) || ENVIRONMENT.test(name);
}
