import { useTranslations } from 'use-intl';
import { readMarkdown } from './read-markdown.ts';

/** A part of a page that can be linked to. */
export interface Heading {
  readonly id: string;
  readonly title: string;
}

/** Fewer parts are seen at a glance. */
const PARTS_MIN = 3;

/** The contents of one page, above its text. */
export function OnThisPage({ headings }: { readonly headings: readonly Heading[] }) {
  const t = useTranslations('docs');
  if (headings.length < PARTS_MIN) return null;
  return (
    <nav aria-label={t('onThisPage')} className="mb-10 border-l-2 border-mark pl-4">
      <p className="text-xs font-semibold text-soft">{t('onThisPage')}</p>
      <ul className="mt-1 sm:columns-2">
        {headings.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="inline-block py-1 text-sm no-underline hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The headings of the second level. */
export function headingsOf(text: string): readonly Heading[] {
  return readMarkdown(text).flatMap((block) =>
    block.kind === 'heading' && block.level === 2
      ? [{ id: block.anchor, title: block.spans.map((span) => span.text).join('') }]
      : [],
  );
}
