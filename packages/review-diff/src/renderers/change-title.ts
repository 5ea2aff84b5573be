import type { Change } from "../file-diff.ts";

/** `row added`, `line ending changed`: what happened, in words. */
export function changeTitle({ subject, kind }: Pick<Change, "subject" | "kind">): string {
  return `${subject.replaceAll("-", " ")} ${kind}`;
}
