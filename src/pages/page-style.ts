/**
 * The one stylesheet of the public pages, served at /assets/page.css. Text colours keep a contrast of 4.5 or more in
 * both schemes; nothing is wider than a phone of 360 px.
 */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --paper: #fbfaf7;
  --ink: #23252b;
  --soft: #5c606b;
  --line: #dedbd3;
  --link: #1d4f8c;
  --deal: #a3301b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #17191d;
    --ink: #e9e7e1;
    --soft: #a9adb7;
    --line: #363a42;
    --link: #8fbcf0;
    --deal: #f2937f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto;
  max-width: 46rem;
  padding: 1rem;
  background: var(--paper);
  color: var(--ink);
  font: 1rem/1.65 system-ui, "Apple SD Gothic Neo", "Noto Sans KR", "Malgun Gothic", sans-serif;
  overflow-wrap: anywhere;
  word-break: keep-all;
}
a { color: var(--link); text-underline-offset: 0.2em; }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
.site { padding-bottom: 0.75rem; border-bottom: 1px solid var(--line); color: var(--soft); }
.path { padding: 0.75rem 0 0; margin: 0; color: var(--soft); font-size: 0.9rem; }
h1 { margin: 1rem 0 0.25rem; font-size: 1.65rem; line-height: 1.3; }
h2 { margin: 2.25rem 0 0.5rem; font-size: 1.15rem; line-height: 1.4; }
.subtitle { margin: 0 0 0.25rem; font-size: 1.1rem; }
.soft { color: var(--soft); }
.product { display: flow-root; }
.cover { display: block; width: 100%; max-width: 12rem; height: auto; margin: 1.25rem 0; border: 1px solid var(--line); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.3rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
.deal { color: var(--deal); }
.text { white-space: pre-line; margin: 0; }
ul, ol { margin: 0; padding-left: 1.4rem; }
li { padding: 0.15rem 0; }
ol.ranked { padding-left: 2.4rem; }
table { border-collapse: collapse; }
caption { text-align: left; color: var(--soft); padding-bottom: 0.4rem; }
th, td { padding: 0.3rem 1.5rem 0.3rem 0; border-bottom: 1px solid var(--line); text-align: left; }
td { font-variant-numeric: tabular-nums; }
footer { margin-top: 3rem; padding-top: 0.75rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 0.9rem; }
@media (min-width: 40rem) {
  .cover { float: right; margin: 1.25rem 0 1rem 1.5rem; }
}
`;
