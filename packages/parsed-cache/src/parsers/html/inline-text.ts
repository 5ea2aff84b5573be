/** Text on its way into a block, with white space as a browser shows it. */
export interface InlineText {
  add(text: string, isPreformatted: boolean): void;
  lineBreak(): void;
  /** What `inside` adds becomes `[text](target)`, or stays as it is where it shows the target already. */
  link(target: string, inside: () => void): void;
  /** The text gathered so far, which starts anew. */
  take(): string;
}

export function createInlineText(): InlineText {
  let text = "";
  return {
    add(added, isPreformatted) {
      if (isPreformatted) text += added;
      else {
        const collapsed = added.replaceAll(/\s+/g, " ");
        text += /(?:^|\s)$/.test(text) ? collapsed.trimStart() : collapsed;
      }
    },
    lineBreak() {
      text = `${text.replace(/[ \t]+$/, "")}\n`;
    },
    link(target, inside) {
      const before = text;
      text = "";
      inside();
      const label = text.trim();
      const shown = label === "" || target.replace(/^(?:mailto|tel):/i, "").startsWith(label) ? label : undefined;
      text = before + text.replace(label, () => shown ?? `[${label.replaceAll("\n", " ")}](${target})`);
    },
    take() {
      const taken = text.replaceAll(/^\n+|\s+$/g, "");
      text = "";
      return taken.trim() === "" ? "" : taken;
    },
  };
}
