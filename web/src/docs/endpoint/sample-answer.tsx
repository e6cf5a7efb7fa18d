import { useTranslations } from 'use-intl';
import { CodeBlock } from '../../design/code-block.tsx';
import { Loading } from '../../design/loading.tsx';
import type { Sample } from '../samples.ts';

export function SampleAnswer({ sample }: { readonly sample: Sample | null | undefined }) {
  const t = useTranslations('docs');
  if (sample === undefined) return <Loading />;
  if (sample === null) return null;
  const { query, body } = sample;
  const text = Array.isArray(body) ? body.join('\n') : JSON.stringify(body, null, 2);
  return (
    <CodeBlock
      label={query === '' ? t('answer') : t('answerShort', { query: decodeURIComponent(query) })}
      code={text}
      tall
    />
  );
}
