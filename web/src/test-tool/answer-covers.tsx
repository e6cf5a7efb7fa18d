import { useTranslations } from 'use-intl';
import { Cover } from '../design/cover.tsx';
import type { PicturedItem } from './read-answer.ts';

/** The pictures that an answer points to. */
export function AnswerCovers({ items }: { readonly items: readonly PicturedItem[] }) {
  const t = useTranslations('testTool.result');
  return (
    <ul
      aria-label={t('items', { count: items.length })}
      className="grid grid-cols-3 gap-x-4 gap-y-6 sm:grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))]"
    >
      {items.map((item) => (
        <li key={item.itemId}>
          <Cover itemId={item.itemId} src={item.cover} />
          <p dir="auto" className="mt-2 line-clamp-2 text-xs leading-snug">
            {item.title}
          </p>
        </li>
      ))}
    </ul>
  );
}
