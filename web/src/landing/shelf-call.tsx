import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Shelf } from '../../../src/portal/contract/catalogue.ts';
import { sessionQuery } from '../api.ts';
import { CodeBlock } from '../design/code-block.tsx';

/** The call behind a shelf as a curl line, and its answer as far as the shelf knows it. */
export function ShelfCall({ shelf }: { readonly shelf: Shelf }) {
  const { data: session } = useQuery(sessionQuery);
  // The service's address comes first: only what the visitor changes is to be marked.
  return session !== undefined && <CallBoxes shelf={shelf} base={session.baseUrl} />;
}

function CallBoxes({ shelf, base }: { readonly shelf: Shelf; readonly base: string }) {
  const t = useTranslations('landing');
  const [path, query = ''] = shelf.call.path.split('?');
  // One parameter a line, so that what the visitor chooses is seen to change.
  const curl = [
    'curl -s -G -H "X-Api-Key: $SEOGA_API_KEY"',
    ...[...new URLSearchParams(query)].map(([name, value]) => `  -d ${name}=${value}`),
    `  '${base}${path}'`,
  ].join(' \\\n');
  const isMarked = useChanges(curl);
  return (
    <div className="mt-10 space-y-5">
      <h3 className="font-bold">{t('callTitle')}</h3>
      <p className="-mt-3 text-sm text-soft">{t('callLead')}</p>
      <CodeBlock label={t('request')} code={curl} isMarked={isMarked} />
      {shelf.items.length > 0 && <CodeBlock label={t('answer')} code={shortAnswer(shelf)} />}
    </div>
  );
}

/** Tells the lines that the last choice changed. Until there was one, all parameters count. */
function useChanges(code: string): (line: string) => boolean {
  const [{ shown, before }, setCodes] = useState({ shown: code, before: '' });
  if (shown !== code) setCodes({ shown: code, before: shown });
  const known = new Set(before.split('\n'));
  const isParameter = (line: string) => line.startsWith('  -d ');
  if (before === '' || code.split('\n').every((line) => known.has(line))) return isParameter;
  return (line) => !known.has(line);
}

/** The envelope with the first item. What the shelf does not know is left out, marked by dots. */
function shortAnswer({ items, totalCount }: Shelf): string {
  const [first] = items;
  if (first === undefined) return '';
  const fields = {
    sortOrder: first.rank,
    itemId: first.itemId,
    title: first.title,
    author: first.author,
    publisher: first.publisher,
    shopPrice: first.shopPrice,
    salePrice: first.salePrice,
    cover: first.cover,
    link: first.link,
    upDown: first.upDown,
  };
  const lines = Object.entries(fields).map(([name, value]) => `        "${name}": ${JSON.stringify(value)},`);
  return [
    '{',
    '  "success": true,',
    '  "message": "OK",',
    '  "errorCode": null,',
    '  "data": {',
    '    "meta": { … },',
    '    "items": [',
    '      {',
    ...lines,
    '        …',
    '      },',
    '      …',
    '    ],',
    '    "currentPage": 1,',
    '    "pageSize": 20,',
    `    "totalCount": ${totalCount}`,
    '  }',
    '}',
  ].join('\n');
}
