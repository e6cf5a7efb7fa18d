import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { JsonLine, numbered } from '../design/json-line.tsx';
import { indentJson } from '../design/json-tokens.ts';
import { ScrollBox } from '../design/scroll-box.tsx';

/** Lines that are shown at first: the others are a click away. */
const SHOWN_AT_FIRST = 300;

/** JSON, indented and coloured. */
export function JsonText({ text }: { readonly text: string }) {
  const t = useTranslations('testTool.result');
  const lines = useMemo(() => indentJson(text), [text]);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? lines : lines.slice(0, SHOWN_AT_FIRST);
  const hidden = lines.length - shown.length;
  return (
    <div className="overflow-hidden rounded-md border border-line bg-well">
      <div className="flex items-center justify-between gap-3 border-b border-line py-1.5 pr-2 pl-4">
        <span className="text-xs font-semibold text-soft">{t('json')}</span>
        <CopyButton text={lines.join('\n')} label={t('copyBody')} />
      </div>
      <ScrollBox label={t('json')} className="max-h-[36rem] overflow-y-auto">
        <pre dir="ltr" className="p-4 font-mono text-xs leading-relaxed break-normal whitespace-pre">
          <code>
            {numbered(shown).map(({ number, line }) => (
              <JsonLine key={number} line={line} />
            ))}
          </code>
        </pre>
        {hidden > 0 && (
          <div className="px-4 pb-4">
            <Button onClick={() => setAll(true)}>{t('more', { count: hidden })}</Button>
          </div>
        )}
      </ScrollBox>
    </div>
  );
}
