import { isSecretPath as isSecretToCapture } from "@runningtab/observation-capture";
import { isSecretPath as isSecretToWorkspace } from "@runningtab/staged-workspace";
import fc from "fast-check";
import { expect, it } from "vitest";

const FOLDERS = ["", "app/", ".ssh/", ".aws/", ".git/", ".docker/", ".kube/", "git/", "ssh/", "a.pem/", ".SSH/"];
const STEMS = [
  "",
  ".env",
  "prod",
  "id_rsa",
  "id_card",
  "credentials",
  "kubeconfig",
  ".netrc",
  "config",
  "terraform",
  ".envrc",
  "ID_WORK",
  "known_hosts",
];
const ENDINGS = [
  "",
  ".env",
  ".local",
  ".example",
  ".pem",
  ".KEY",
  ".pub",
  ".json",
  ".tfstate",
  ".tfvars",
  ".kdbx",
  ".gpg",
  ".txt",
  ".env.dist",
];

it("the capture and the workspace take the same files for secrets", () => {
  for (const folder of FOLDERS) {
    for (const stem of STEMS) {
      for (const ending of ENDINGS) {
        const path = `${folder}${stem}${ending}`;
        expect([path, isSecretToCapture(path)]).toEqual([path, isSecretToWorkspace(path)]);
      }
    }
  }
  fc.assert(fc.property(fc.string(), (path) => isSecretToCapture(path) === isSecretToWorkspace(path)));
});
