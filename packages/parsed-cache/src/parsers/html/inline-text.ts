import type { Revision, Run } from "../../parts.ts";
import { appendRun } from "../office/runs.ts";
import { type Script, type ScriptedRun, writeScripts } from "../office/scripts.ts";

/** Text on its way into a block, with white space as a browser shows it. */
export interface InlineText {
  add(text: string, isPreformatted: boolean): void;
  lineBreak(): void;
  /** What `inside` adds becomes `[text](target)`, or stays as it is where it shows the target already. */
  link(target: string, inside: () => void): void;
  /** What `inside` adds is raised or lowered. */
  script(script: Script, inside: () => void): void;
  /** What `inside` adds was deleted from the page or inserted into it. */
  change(revision: Revision, inside: () => void): void;
  /** The text gathered so far, which starts anew; none where there are no words. */
  take(): Run[];
}

export function createInlineText(): InlineText {
  let runs: ScriptedRun[] = [];
  let script: Script | undefined;
  let revision: Revision | undefined;
  const append = (text: string): void => appendRun(runs, text, { hidden: false, revision, script });
  /** Replaces the texts of the runs from one end on until one has text left. */
  const trimmed = (all: readonly ScriptedRun[], blanks: RegExp, fromEnd: boolean): ScriptedRun[] => {
    const left = [...all];
    while (left.length > 0) {
      const at = fromEnd ? left.length - 1 : 0;
      const text = left[at]!.text.replace(blanks, "");
      if (text !== "") {
        left[at] = { ...left[at]!, text };
        break;
      }
      left.splice(at, 1);
    }
    return left;
  };
  return {
    add(added, isPreformatted) {
      if (isPreformatted) return append(added);
      const collapsed = added.replaceAll(/\s+/g, " ");
      append(/(?:^|\s)$/.test(runs.at(-1)?.text ?? "") ? collapsed.trimStart() : collapsed);
    },
    lineBreak() {
      runs = trimmed(runs, /[ \t]+$/, true);
      append("\n");
    },
    link(target, inside) {
      const before = runs;
      runs = [];
      inside();
      const found = runs;
      runs = before;
      const text = found.map((run) => run.text).join("");
      const label = text.trim();
      const isShown = label === "" || target.replace(/^(?:mailto|tel):/i, "").startsWith(label);
      if (isShown) return void runs.push(...found);
      const words = trimmed(trimmed(found, /^\s+/, false), /\s+$/, true);
      append(/^\s*/.exec(text)![0]);
      append("[");
      runs.push(...words.map((run) => ({ ...run, text: run.text.replaceAll("\n", " ") })));
      append(`](${target})`);
      append(/\s*$/.exec(text)![0]);
    },
    script(own, inside) {
      const outer = script;
      script = own;
      inside();
      script = outer;
    },
    change(own, inside) {
      const outer = revision;
      revision = own;
      inside();
      revision = outer;
    },
    take() {
      const taken = writeScripts(trimmed(trimmed(runs, /^\n+/, false), /\s+$/, true));
      runs = [];
      return taken.some(({ text }) => text.trim() !== "") ? taken : [];
    },
  };
}
