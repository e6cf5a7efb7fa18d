import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { Shelf } from '../../../src/portal/contract/catalogue.ts';
import { curlCommand } from '../../../src/portal/curl.ts';
import { sessionQuery } from '../api.ts';
import { ButtonLink } from '../design/button.tsx';
import { CodeBlock } from '../design/code-block.tsx';
import { Section } from '../design/section.tsx';

interface MadeByProps {
  readonly title: string;
  readonly calls: readonly { readonly name: string; readonly call: Shelf['call'] }[];
}

/** The API calls behind a page, each with a link to run it. */
export function MadeBy({ title, calls }: MadeByProps) {
  const t = useTranslations('explorer.call');
  const { data: session } = useQuery(sessionQuery);
  return (
    <Section title={title} className="border-t border-line pt-8">
      <div className="space-y-6">
        {calls.map(({ name, call }) => (
          <div key={call.endpoint} className="space-y-3">
            {name !== '' && <h3 className="text-sm font-semibold">{name}</h3>}
            <CodeBlock
              label={name === '' ? 'curl' : `curl · ${name}`}
              code={curlCommand(`${session?.baseUrl ?? ''}${call.path}`)}
            />
            <ButtonLink
              to="/portal/test"
              search={{ endpoint: call.endpoint, values: call.parameters }}
              aria-label={name === '' ? undefined : `${t('open')}: ${name}`}
            >
              {t('open')}
            </ButtonLink>
          </div>
        ))}
      </div>
    </Section>
  );
}
