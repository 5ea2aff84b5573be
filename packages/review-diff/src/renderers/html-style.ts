/** The style of the HTML page. Every pair of text and ground has a contrast of 4.5 or more, light and dark. */
export const HTML_STYLE = `
:root {
  --ground: #ffffff; --text: #1f2328; --faint: #59636e; --line: #d8dee4; --panel: #f6f8fa; --accent: #0550ae;
  --removed: #fff0ee; --removed-word: #ffcecb; --removed-mark: #b3261e;
  --added: #e9fbee; --added-word: #abf2bc; --added-mark: #116329;
  --changed-mark: #7d4e00; --moved-mark: #6639ba; --warning: #fff8c5; --warning-line: #d4a72c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0d1117; --text: #e6edf3; --faint: #9198a1; --line: #30363d; --panel: #151b23; --accent: #79b8ff;
    --removed: #2d1417; --removed-word: #6e2428; --removed-mark: #ff938a;
    --added: #0f2418; --added-word: #1c5a2e; --added-mark: #56d364;
    --changed-mark: #e3b341; --moved-mark: #c297ff; --warning: #2b230a; --warning-line: #8a6d1b;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 1.5rem clamp(0.75rem, 3vw, 2rem) 4rem; background: var(--ground);
  color: var(--text); font: 0.9375rem/1.55 system-ui, sans-serif; }
h1 { font-size: 1.3rem; line-height: 1.3; margin: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; font-size: 0.75rem; font-weight: 400; color: var(--faint); border: 1px solid var(--line);
  border-radius: 1rem; padding: 0.05rem 0.6rem; margin-left: 0.3rem; vertical-align: 0.15rem; }
.summary { margin: 0.35rem 0 0.75rem; color: var(--faint); overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: 0.4rem; padding-bottom: 0.9rem; margin-bottom: 1rem;
  border-bottom: 1px solid var(--line); }
.legend label { border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.75rem 0.1rem 0.5rem;
  font-size: 0.8125rem; cursor: pointer; background: var(--panel); }
.legend input { margin: 0; vertical-align: -0.1rem; accent-color: var(--accent); }
body:has(#show-added:not(:checked)) li.added, body:has(#show-removed:not(:checked)) li.removed,
body:has(#show-changed:not(:checked)) li.changed, body:has(#show-moved:not(:checked)) li.moved,
body:has(#show-renamed:not(:checked)) li.renamed { display: none; }
.mark { display: inline-block; min-width: 1.1em; text-align: center; font: 700 1em ui-monospace, monospace; }
.added .mark, .mark.added { color: var(--added-mark); }
.removed .mark, .mark.removed { color: var(--removed-mark); }
.changed .mark, .mark.changed { color: var(--changed-mark); }
.moved .mark, .renamed .mark, .mark.moved, .mark.renamed { color: var(--moved-mark); }
ol { list-style: none; margin: 0; padding: 0; }
ol > li { display: grid; grid-template-columns: 1fr auto; gap: 0.15rem 1rem; align-items: baseline; overflow: hidden;
  border: 1px solid var(--line); border-left: 0.25rem solid var(--changed-mark); border-radius: 0.4rem;
  padding: 0.45rem 0.75rem; margin-bottom: 0.5rem; scroll-margin-top: 1rem; }
ol > li.added { border-left-color: var(--added-mark); }
ol > li.removed { border-left-color: var(--removed-mark); }
ol > li.moved, ol > li.renamed { border-left-color: var(--moved-mark); }
ol > li:target { outline: 2px solid var(--accent); }
h3 { grid-column: 1; font-size: 0.875rem; font-weight: 600; margin: 0; min-width: 0; overflow-wrap: anywhere; }
.what, .from { font-weight: 400; color: var(--faint); margin-left: 0.35rem; }
.address { grid-column: 2; grid-row: 1; color: var(--faint); font-size: 0.75rem; text-align: right; max-width: 24rem;
  overflow-wrap: anywhere; }
code, pre { font: 0.8125rem/1.55 ui-monospace, "Noto Sans Mono", monospace; }
li.short { grid-template-columns: 17rem minmax(0, 1fr) minmax(0, 16rem); }
li.short .address { grid-column: 3; }
.values.code { font: 0.8125rem/1.7 ui-monospace, "Noto Sans Mono", monospace; }
.group { font-size: 1rem; margin: 1.25rem 0 0.5rem; }
.values { margin: 0; min-width: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.values del, .values ins, .values span.before, .values span.after { padding: 0.05rem 0.35rem; }
.values del { background: var(--removed); }
.values ins { background: var(--added); }
.values del del, .values ins ins, .woven > del, .woven > ins { padding: 0; }
.values del del, .woven > del { background: var(--removed-word); }
.values ins ins, .woven > ins { background: var(--added-word); }
.to { color: var(--faint); margin: 0 0.45rem; }
.effect { color: var(--faint); font-size: 0.875em; margin-left: 0.6rem; }
.effect del, .effect ins { color: var(--text); padding: 0.05rem 0.3rem; }
.sides { grid-column: 1 / -1; display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr));
  gap: 0.5rem; margin-top: 0.3rem; }
figure { min-width: 0; margin: 0; padding: 0.3rem 0.6rem 0.4rem; border-radius: 0.3rem; }
figcaption { color: var(--faint); font-size: 0.6875rem; text-transform: uppercase; letter-spacing: 0.05em; }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
pre.prose, p.prose { font: 0.9375rem/1.6 system-ui, sans-serif; }
p.prose { grid-column: 1 / -1; margin: 0.2rem 0 0.1rem; white-space: pre-wrap; overflow-wrap: anywhere; max-width: 62rem; }
figure.before, .row.before table { background: var(--removed); }
figure.after, .row.after table { background: var(--added); }
.moved figure, .renamed figure, .moved .row table { background: var(--panel); }
del, ins { border-radius: 0.2rem; color: inherit; }
del { background: var(--removed-word); text-decoration: none; }
ins { background: var(--added-word); text-decoration: none; }
p.prose del { text-decoration: line-through; text-decoration-thickness: 1px; }
.values > del:not(:has(del)), .effect > del, .woven del { text-decoration: line-through; text-decoration-thickness: 1px; }
.row { grid-column: 1 / -1; overflow-x: auto; margin-top: 0.3rem; }
table { border-collapse: collapse; font-size: 0.8125rem; }
th { color: var(--faint); background: var(--ground); font-weight: 400; font-size: 0.6875rem; text-align: left; padding: 0 0.6rem; }
td { border: 1px solid var(--line); padding: 0.2rem 0.6rem; white-space: pre-wrap; min-width: 2rem; max-width: 24rem;
  overflow-wrap: anywhere; vertical-align: top; }
.more { color: var(--faint); border-style: dashed; }
section h2 { font-size: 0.875rem; margin: 1.25rem 0 0.3rem; }
section ul { margin: 0; padding-left: 1.25rem; }
.notes { color: var(--faint); font-size: 0.875rem; overflow-wrap: anywhere; }
.risks, .banner { background: var(--warning); border: 1px solid var(--warning-line); border-radius: 0.4rem;
  padding: 0.5rem 0.9rem; margin: 0 0 1rem; }
.risks h2 { margin: 0; }
.risks a { color: inherit; }
.nothing { color: var(--faint); border: 1px dashed var(--line); border-radius: 0.4rem; padding: 1.5rem; text-align: center; }
.file { border: 1px solid var(--line); border-radius: 0.4rem; margin: 0 0 0.5rem; padding: 0.5rem 0.75rem; }
.file > summary { cursor: pointer; overflow-wrap: anywhere; }
details.file[open] > summary { padding-bottom: 0.6rem; margin-bottom: 0.6rem; border-bottom: 1px solid var(--line); }
.path { font-weight: 600; }
.line { color: var(--faint); margin-left: 0.4rem; }
@media (max-width: 46rem) {
  ol > li, li.short { grid-template-columns: minmax(0, 1fr); }
  .address, li.short .address { grid-column: 1; grid-row: auto; text-align: left; max-width: none; }
}
@media print { ol > li { break-inside: avoid; } .legend input { display: none; } }
`;
