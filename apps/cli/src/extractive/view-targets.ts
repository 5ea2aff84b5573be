/** An address taken apart as far as the policy needs it. */
export interface Target {
  readonly path: string;
  readonly place: string;
}

const linesPerStep = 60;
const linesBefore = 40;
const firstRows = 100;
const rowsAround = 50;
const firstParagraphs = 100;
const paragraphsAround = 40;

export function splitAddress(address: string): Target {
  const at = address.indexOf("#");
  const path = at < 0 ? address : address.slice(0, at);
  return { path: decoded(path), place: at < 0 ? "" : address.slice(at + 1) };
}

export function joinAddress({ path, place }: Target): string {
  const encoded = path.replaceAll(/[#%]/g, (character) => encodeURIComponent(character));
  return place === "" ? encoded : `${encoded}#${place}`;
}

/**
 * What to view for a hit: its page; of texts and sheets the lines and rows around it. Neighbouring hits give the same
 * target, so that nothing is viewed twice. A row far down comes with the head of its sheet.
 */
export function viewTargets(hit: string): readonly Target[] {
  const { path, place } = splitAddress(hit);
  const line = /^L(\d+)/.exec(place)?.[1];
  if (line !== undefined) {
    const step = Math.floor((Number(line) - 1) / linesPerStep) * linesPerStep;
    return [{ path, place: `L${Math.max(1, step - linesBefore + 1)}-L${step + linesPerStep + 20}` }];
  }
  const sheet = /^(sheet=[^&]+)(?:&(?:cell|range)=[A-Z]+(\d+))?/.exec(place);
  if (sheet !== null) {
    const row = Number(sheet[2] ?? 1);
    if (row <= firstRows) return [{ path, place: sheet[1]! }];
    const from = Math.floor(row / rowsAround) * rowsAround - 10;
    return [
      { path, place: `${sheet[1]}&range=A1:XFD5` },
      { path, place: `${sheet[1]}&range=A${from}:XFD${from + rowsAround + 20}` },
    ];
  }
  const paragraph = /^paragraph=(\d+)/.exec(place)?.[1];
  if (paragraph !== undefined && Number(paragraph) > firstParagraphs) {
    const from = Math.floor(Number(paragraph) / paragraphsAround) * paragraphsAround - 20;
    return [{ path, place: `paragraph=${from}-${from + paragraphsAround + 40}` }];
  }
  return /^(?:page|slide)=/.test(place) ? [{ path, place }] : [{ path, place: "" }];
}

/** As it is where it is no encoding at all. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
