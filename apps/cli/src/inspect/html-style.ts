/** Readable in both colour schemes; the timeline stays in sight while the steps scroll. */
export const REPLAY_STYLE = `
:root { color-scheme: light dark; --ink: #1c2126; --soft: #5b6670; --line: #d6dce1; --card: #fff; --page: #f4f6f8; --done: #2e9e66; --open: #e0a84a; --entries: #3b6fd4; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ebee; --soft: #9aa6b0; --line: #39424a; --card: #1d2328; --page: #14181b; --done: #3fae77; --open: #c98f34; --entries: #7aa5ff; --bad: #ff8a80; } }
html { scroll-padding-top: 12rem; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; }
h2 { font-size: 1.05rem; margin: 0 0 .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: 0 0 .75rem; }
dt, .soft, time, summary { color: var(--soft); }
dd { margin: 0; }
.soft, time { font-weight: 400; font-size: .85rem; }
nav { position: sticky; top: 0; background: var(--page); border-bottom: 1px solid var(--line); padding: .5rem 0; margin: 1rem 0; z-index: 1; }
svg { width: 100%; height: auto; max-height: 9rem; display: block; }
svg text { font: 9px system-ui, sans-serif; text-anchor: middle; fill: var(--soft); }
.hit { fill: transparent; }
a:hover .hit, a:focus .hit { fill: var(--line); }
rect.done { fill: var(--done); }
rect.open { fill: var(--open); }
polyline.entries { fill: none; stroke: var(--entries); stroke-width: 2; pointer-events: none; }
circle.edit { fill: var(--bad); }
.legend { margin: .25rem 0 0; font-size: .85rem; color: var(--soft); }
.legend span { margin-right: 1rem; }
.legend span::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-right: .35em; border-radius: 2px; background: currentColor; }
.legend .done::before { background: var(--done); }
.legend .open::before { background: var(--open); }
.legend .entries::before { background: var(--entries); }
.legend .edit::before { background: var(--bad); border-radius: 50%; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .4rem; padding: 1rem; margin: 1rem 0; }
section:target { border-color: var(--entries); }
.call { border-left: .2rem solid var(--line); padding-left: .75rem; margin: .6rem 0; }
.call.error { border-left-color: var(--bad); }
.tab { margin: .75rem 0 .25rem; border-top: 1px solid var(--line); padding-top: .5rem; }
ul { margin: .25rem 0; padding-left: 1.2rem; font-size: .9rem; }
ul.captured { list-style: "✓ "; }
.id { color: var(--entries); }
summary { cursor: pointer; }
summary code { color: var(--ink); }
code, pre { font-family: ui-monospace, monospace; font-size: .85rem; }
pre { white-space: pre-wrap; background: var(--page); padding: .6rem; border-radius: .3rem; margin: .4rem 0; max-height: 30rem; overflow: auto; }
.said pre { font-family: inherit; font-size: .95rem; }
@media print { nav { position: static; } section { break-inside: avoid; } pre { max-height: none; } }
`;
