/**
 * Symbol fonts put pictures where letters would be; Word stores them by their place in the font (`F0FC` in
 * Wingdings). These are the ones that carry meaning in lists, forms and formulas.
 */
const WINGDINGS: Readonly<Record<string, string>> = {
  "6C": "●",
  "6E": "■",
  "6F": "□",
  "71": "❑",
  "73": "⬧",
  "76": "❖",
  "9F": "•",
  A7: "▪",
  A8: "◻",
  D8: "➢",
  DF: "←",
  E0: "→",
  E1: "↑",
  E2: "↓",
  F0: "⇨",
  FB: "✗",
  FC: "✓",
  FD: "☒",
  FE: "☑",
};

const SYMBOL: Readonly<Record<string, string>> = {
  "44": "Δ",
  "53": "Σ",
  "57": "Ω",
  "61": "α",
  "62": "β",
  "63": "χ",
  "64": "δ",
  "65": "ε",
  "67": "γ",
  "6C": "λ",
  "6D": "μ",
  "70": "π",
  "71": "θ",
  "72": "ρ",
  "73": "σ",
  "74": "τ",
  "77": "ω",
  A3: "≤",
  A5: "∞",
  AE: "→",
  B0: "°",
  B1: "±",
  B3: "≥",
  B4: "×",
  B7: "•",
  B8: "÷",
  B9: "≠",
  BB: "≈",
  D6: "√",
  E5: "∑",
};

/** Places in a symbol font, F000 to F0FF, are no characters by themselves. */
const PRIVATE_PAGE = /^F0([0-9A-F]{2})$/;

/** The character of `w:sym`; not `known` when only its place in a font is known, which is then kept. */
export function symbolText(font: string, code: string): { readonly text: string; readonly known: boolean } {
  const hex = code.toUpperCase().padStart(4, "0");
  const place = PRIVATE_PAGE.exec(hex)?.[1] ?? hex.slice(2);
  const table = /^wingdings$/i.test(font) ? WINGDINGS : /^symbol$/i.test(font) ? SYMBOL : undefined;
  const mapped = table !== undefined && Object.hasOwn(table, place) ? table[place] : undefined;
  if (mapped !== undefined) return { text: mapped, known: true };
  const codePoint = Number.parseInt(hex, 16);
  const isCharacter = Number.isInteger(codePoint) && codePoint > 0x1f && codePoint <= 0x10ffff;
  return { text: isCharacter ? String.fromCodePoint(codePoint) : "", known: isCharacter && !PRIVATE_PAGE.test(hex) };
}
