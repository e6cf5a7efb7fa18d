import { html } from '../http/html.ts';
import type { Language } from '../messages/languages.ts';

/** A dated section of the changelog: `## 2026-11-22: version 1.0 {#2026-11-22}`, up to the next one. */
const SECTION = /^## (\d{4}-\d\d-\d\d): (.+?) \{#([\w-]+)\}\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm;

interface FeedFacts {
  readonly baseUrl: string;
  readonly operatorName: string;
}

/** Turns the changelog's Markdown into an Atom feed (RFC 4287): an entry for each dated section, in order. */
export function changelogFeed(markdown: string, language: Language, facts: FeedFacts): string {
  const page = `${facts.baseUrl}/docs/changelog`;
  const query = `?lang=${language}`;
  const title = /^# (.+)$/m.exec(markdown)?.[1] ?? '';
  const sections = [...markdown.matchAll(SECTION)];
  const newestDay = sections.map(([, day = '']) => day).reduce((a, b) => (a > b ? a : b), '1970-01-01');
  const entries = sections.map(
    ([, day = '', heading = '', anchor = '', text = '']) => html`<entry>
<id>${page}#${anchor}</id>
<title>${heading}</title>
<updated>${day}T00:00:00+09:00</updated>
<link href="${page}${query}#${anchor}"/>
<content type="text">${text.trim()}</content>
</entry>
`,
  );
  return html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${page}</id>
<title>${facts.operatorName}: ${title}</title>
<updated>${newestDay}T00:00:00+09:00</updated>
<author><name>${facts.operatorName}</name></author>
<link rel="self" href="${page}.atom${query}"/>
<link href="${page}${query}"/>
${entries}</feed>
`.toString();
}
