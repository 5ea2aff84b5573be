/** Readable on screen in both colour schemes, and on paper, where what was folded is open. */
export const EVIDENCE_STYLE = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #5b6670; --line: #d6dce1; --card: #fff; --page: #f4f6f8; --good: #1a7f4b; --warn: #9a5b00; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebee; --soft: #9aa6b0; --line: #39424a; --card: #1d2328; --page: #14181b; --good: #5fd394; --warn: #f0b35b; --bad: #ff8a80; } }
body { margin: 0 auto; max-width: 56rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0; }
h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
.counts, .how, .hash, .losses, .id, summary { color: var(--soft); }
.counts { margin: .25rem 0 1rem; }
section { background: var(--card); border: 1px solid var(--line); border-left: .3rem solid var(--warn); border-radius: .4rem; padding: 1rem; margin: 1rem 0; }
section.done { border-left-color: var(--good); }
section.unavailable { border-left-color: var(--soft); }
.status { font-size: .8rem; font-weight: 600; text-transform: uppercase; letter-spacing: .04em; color: var(--warn); }
.done .status { color: var(--good); }
.unavailable .status { color: var(--soft); }
.value { font-size: 1.25rem; font-weight: 600; margin: .25rem 0; white-space: pre-wrap; }
blockquote { margin: .5rem 0; padding-left: .8rem; border-left: 2px solid var(--line); white-space: pre-wrap; }
.verdict, .note, .reason, .how { margin: .35rem 0; font-size: .9rem; }
.verdict.weak { color: var(--warn); }
.verdict.disputed, .freshness.changed, .freshness.gone { color: var(--bad); }
.freshness.current { color: var(--good); }
.entry { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .5rem; font-size: .9rem; }
ul { margin: .25rem 0; padding-left: 1.2rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
pre { white-space: pre-wrap; background: var(--page); padding: .6rem; border-radius: .3rem; margin: .4rem 0; }
@media print { body { background: none; max-width: none; } section { break-inside: avoid; } }
`;
