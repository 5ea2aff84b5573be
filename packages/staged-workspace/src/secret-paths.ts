/** Names of files that hold credentials and nothing else worth a diff. Compared in lower case. */
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
]);

/** Private keys, key stores and password safes. */
const SECRET_ENDING = /\.(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx?)$/;

/** `.env`, `.env.local`, `prod.env`; but not the templates that are meant to be shared. */
const ENVIRONMENT = /^(?:\.env(?:\..+)?|.+\.env)$/;
const TEMPLATE_ENDING = /\.(?:example|sample|template|dist)$/;

/** `id_rsa`, `id_ed25519_sk`, `id_work`: OpenSSH's names. With an ending (`id_card.pdf`, `id_rsa.pub`) it is no private key. */
const SSH_IDENTITY = /^id_[a-z0-9_-]+$/;

const SECRET_FOLDERS: ReadonlySet<string> = new Set([".ssh", ".aws", ".gnupg", ".azure", ".kube", ".docker"]);

/**
 * Whether a file at this path is taken for a secret, by its name alone: its hash is kept so that changes show, its content
 * is not. `path` is workspace-relative with `/`. Errs towards secret: a Keynote file (`.key`) counts as one.
 */
export function isSecretPath(path: string): boolean {
  const segments = path.toLowerCase().split("/");
  const name = segments.pop()!;
  if (segments.some((segment) => SECRET_FOLDERS.has(segment))) return true;
  if (SECRET_NAMES.has(name) || SECRET_ENDING.test(name) || SSH_IDENTITY.test(name)) return true;
  return ENVIRONMENT.test(name) && !TEMPLATE_ENDING.test(name);
}
