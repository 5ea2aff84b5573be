const NAMES = new Set([
  ".npmrc",
  ".yarnrc.yml",
  ".pypirc",
  ".netrc",
  "_netrc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".git-credentials",
  ".dockercfg",
  "credentials.json",
  "kubeconfig",
  ".terraformrc",
  "terraform.tfstate",
]);
const ENDINGS = [".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk", ".asc", ".gpg", ".tfvars"];
const FOLDERS = new Set([".ssh", ".aws", ".gnupg", ".azure", ".kube"]);
const SAMPLES = /\.(?:example|sample|template|dist|defaults?)$/;

/**
 * Whether a workspace-relative POSIX path holds secrets by its name (`.env`, `id_rsa`, `*.pem`, `.aws/credentials`, …).
 * Such a file is logged as "read, not stored": no excerpt of it is kept. Names of samples (`.env.example`) and public
 * keys are none.
 */
export function isSecretPath(path: string): boolean {
  const parts = path.toLowerCase().split("/");
  const name = parts.at(-1)!;
  if (SAMPLES.test(name) || name.endsWith(".pub")) return false;
  if (name === ".env" || name.startsWith(".env.") || name === ".envrc" || (name.endsWith(".env") && name.length > 4))
    return true;
  if (NAMES.has(name) || /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/.test(name)) return true;
  if (ENDINGS.some((ending) => name.endsWith(ending))) return true;
  const folders = parts.slice(0, -1);
  if (folders.some((folder) => FOLDERS.has(folder))) return true;
  if (folders.at(-1) === ".git" && name === "config") return true;
  return folders.at(-1) === ".docker" && name === "config.json";
}
