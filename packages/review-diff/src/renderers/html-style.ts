/** The style of the HTML page. Every pair of text and ground has a contrast of 4.5 or more, light and dark. */
export const HTML_STYLE = `
:root {
  --ground: #ffffff; --text: #1f2328; --faint: #59636e; --line: #d1d9e0; --panel: #f6f8fa;
  --removed: #ffebe9; --removed-word: #ffb3ad; --added: #dafbe1; --added-word: #8ce0a0; --accent: #0550ae;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --text: #e6edf3; --faint: #9198a1; --line: #3d444d; --panel: #151b23;
    --removed: #3c1618; --removed-word: #7d2a2d; --added: #12301c; --added-word: #1f6b35; --accent: #79b8ff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 75rem; padding: 1.5rem; background: var(--ground); color: var(--text);
  font: 0.9375rem/1.5 system-ui, sans-serif; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
h1 { font-size: 1.25rem; margin: 0; overflow-wrap: anywhere; }
header p { margin: 0.25rem 0 1rem; }
.format { color: var(--faint); border: 1px solid var(--line); border-radius: 1rem; padding: 0 0.6rem; margin-left: 0.4rem; }
ol { list-style: none; margin: 0; padding: 0; }
ol > li { border: 1px solid var(--line); border-radius: 0.4rem; margin-bottom: 0.75rem; overflow: hidden; }
h2 { font-size: 0.875rem; font-weight: 600; margin: 0; padding: 0.4rem 0.75rem; background: var(--panel);
  overflow-wrap: anywhere; }
h2 code { font-weight: 400; color: var(--accent); }
.mark { display: inline-block; width: 1ch; text-align: center; font-family: ui-monospace, monospace; }
code, pre { font: 0.8125rem/1.5 ui-monospace, "Noto Sans Mono", monospace; }
.sides { display: flex; flex-wrap: wrap; }
figure { flex: 1 1 22rem; min-width: 0; margin: 0; padding: 0.4rem 0.75rem; border-top: 1px solid var(--line); }
figcaption { color: var(--faint); font-size: 0.75rem; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
.before { background: var(--removed); }
.after { background: var(--added); }
.moved .before, .renamed .before, .moved .after, .renamed .after { background: none; }
del { background: var(--removed-word); border-radius: 0.2rem; }
ins { background: var(--added-word); border-radius: 0.2rem; text-decoration: none; }
.notes { color: var(--faint); }
.notes h2 { background: none; padding-left: 0; }
.notes ul { margin: 0; padding-left: 1.25rem; }
@media print { ol > li { break-inside: avoid; } }
`;
