/** Elements that HTML knows to be empty; any other, closed at once as XML allows, would stay open in HTML. */
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;
const HEAD_CHARACTERS = 1024;

export function isXhtml(text: string): boolean {
  const head = text.slice(0, HEAD_CHARACTERS);
  return /^\s*<\?xml\b/.test(head) || head.includes("http://www.w3.org/1999/xhtml");
}

/** XHTML as a parser of HTML needs it: `<title/>` as `<title></title>`, or it would swallow the page. */
export function expandEmptyTags(xhtml: string): string {
  return xhtml.replaceAll(/<([a-z][\w:-]*)((?:\s[^<>]*)?)\/>/gi, (whole, name: string, attributes: string) =>
    VOID.test(name) ? whole : `<${name}${attributes}></${name}>`,
  );
}
