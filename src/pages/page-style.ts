/**
 * The one stylesheet of the public pages, served at /assets/page.css, in the colours and type of the portal
 * (web/src/design/design.css). Text colours keep a contrast of 4.5 or more in both schemes; nothing is wider than a phone
 * of 360 px.
 */
export const PAGE_STYLE = `:root {
  color-scheme: light dark;
  --serif: "Seoga Serif", "Noto Serif KR", "Noto Serif CJK KR", "Nanum Myeongjo", AppleMyungjo, Georgia, serif;
  --paper: #fbfaf6;
  --raised: #ffffff;
  --ink: #1c1f27;
  --soft: #5a5d66;
  --line: #e4e0d6;
  --link: #1d4480;
  --mark: #c08a1e;
  --deal: #a32b1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14161a;
    --raised: #20242b;
    --ink: #ebe8e1;
    --soft: #a6aab4;
    --line: #323740;
    --link: #9ac0f5;
    --mark: #d9a648;
    --deal: #f49b89;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 1.0625rem/1.7 "Apple SD Gothic Neo", Pretendard, "Noto Sans KR", "Noto Sans CJK KR", "Malgun Gothic", system-ui, sans-serif;
  overflow-wrap: anywhere;
  word-break: keep-all;
}
.site, main, .foot { margin: 0 auto; max-width: 72rem; padding: 0 1rem; }
.top { position: sticky; top: 0; z-index: 1; border-bottom: 1px solid var(--line); background: var(--paper); }
.site { display: flex; align-items: center; justify-content: space-between; gap: 1.5rem; min-height: 3.5rem; }
.brand { display: flex; align-items: center; gap: 0.625rem; color: var(--ink); text-decoration: none; font: 700 1.3125rem/1.5 var(--serif); }
.brand svg { flex: none; width: 26px; height: 26px; }
.brand .left { fill: var(--ink); }
.brand .right { fill: var(--mark); }
.docs { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0 1.5rem; }
.docs a { color: var(--soft); font-size: 0.9375rem; text-decoration: none; }
.docs a:hover { color: var(--ink); }
a { color: var(--link); text-underline-offset: 0.2em; }
a:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
main { padding-top: 2rem; padding-bottom: 4rem; min-height: 60vh; }
.path { margin: 0; color: var(--soft); font-size: 0.9375rem; }
h1 { margin: 1rem 0 0.5rem; max-width: 48rem; font: 700 clamp(2rem, 1.4rem + 2.4vw, 2.75rem)/1.22 var(--serif); text-wrap: balance; }
h2 { margin: 3rem 0 0.75rem; font-size: 1.3125rem; line-height: 1.5; }
.subtitle { margin: 0 0 0.5rem; font-size: 1.1875rem; color: var(--soft); }
.soft { color: var(--soft); }
.product { display: grid; gap: 1rem 3rem; margin-top: 1.5rem; }
.product > div { max-width: 44rem; }
.product h1 { margin-top: 0; }
.cover { display: block; width: 100%; max-width: 14rem; height: auto; border-radius: 2px; box-shadow: 0 1px 2px rgb(0 0 0 / 0.18), 0 10px 22px -10px rgb(0 0 0 / 0.42); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.35rem 1.5rem; margin: 1.5rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
.deal { color: var(--deal); }
.text { white-space: pre-line; margin: 0; }
ul, ol { margin: 0; padding-left: 1.4rem; }
li { padding: 0.2rem 0; }
.chips { display: flex; flex-wrap: wrap; gap: 0.5rem; padding: 0; list-style: none; }
.chips li { padding: 0; }
.chips a { display: inline-block; padding: 0.35rem 0.9rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--raised); color: var(--ink); font-size: 0.9375rem; text-decoration: none; }
.chips a:hover { border-color: var(--ink); }
.ranks { display: grid; grid-template-columns: repeat(auto-fill, minmax(6.5rem, 1fr)); gap: 0.5rem; padding: 0; list-style: none; font-variant-numeric: tabular-nums; }
.ranks li { padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--raised); }
.ranks .soft { display: block; font-size: 0.8125rem; }
h2 .soft { font-size: 0.9375rem; font-weight: 400; }
.pager { display: flex; gap: 2rem; margin-top: 3rem; }
.shelf { display: grid; grid-template-columns: repeat(auto-fill, minmax(8rem, 1fr)); gap: 2rem 1.5rem; padding: 0; margin-top: 1.5rem; list-style: none; }
.shelf li { position: relative; padding: 0; font-size: 0.9375rem; line-height: 1.5; }
.ranked { counter-reset: rank; }
.ranked li { counter-increment: rank; }
.ranked li::before { content: counter(rank); position: absolute; top: -0.75rem; left: -0.25rem; min-width: 1.75rem; padding: 0 0.4rem; border-radius: 0.25rem; background: var(--ink); color: var(--paper); font-size: 0.8125rem; font-variant-numeric: tabular-nums; line-height: 1.75rem; text-align: center; }
.shelf img { display: block; width: 100%; aspect-ratio: 2 / 3; object-fit: cover; margin-bottom: 0.75rem; border-radius: 2px; box-shadow: 0 1px 2px rgb(0 0 0 / 0.18), 0 10px 22px -10px rgb(0 0 0 / 0.42); }
.shelf a { color: var(--ink); font-weight: 600; text-decoration: none; }
.shelf a:hover { text-decoration: underline; }
.shelf .soft { display: block; font-size: 0.8125rem; }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: 0.8125rem; }
.foot { padding-top: 2.5rem; padding-bottom: 2.5rem; }
.foot a { display: inline-block; color: var(--soft); margin-right: 1.5rem; text-decoration: none; }
.foot a:hover { color: var(--ink); }
@media (min-width: 48rem) {
  .site, main, .foot { padding-left: 2rem; padding-right: 2rem; }
  .product { grid-template-columns: 16rem minmax(0, 1fr); align-items: start; }
  .cover { max-width: none; position: sticky; top: 5rem; }
}
@media print {
  .docs, .pager, .foot a { display: none; }
  .top, .cover { position: static; }
}
`;
