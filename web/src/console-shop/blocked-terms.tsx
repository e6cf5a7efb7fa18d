import { useTranslations } from 'use-intl';
import type { BlockedTermsPage } from '../../../src/portal/contract/console-shop.ts';
import { REASON, TERM } from '../../../src/portal/contract/console-shop.ts';
import { postPortal } from '../api.ts';
import { AuditParty } from '../console/audit-table.tsx';
import { consoleQuery } from '../console/console-queries.ts';
import { May } from '../console/may.tsx';
import { usePlace } from '../console/use-place.ts';
import { TextField } from '../design/field.tsx';
import { Moment } from '../design/moment.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { queryClient } from '../query-client.ts';
import { useAskBack } from './ask-back.tsx';
import { WordList } from './word-list.tsx';

const TERM_MAX = TERM.maxLength;
const REASON_MAX = REASON.maxLength;

/** Blocks terms, and allows them again. `term` stands in the form at first. */
export function BlockedTerms({ term }: { readonly term: string }) {
  const t = useTranslations('consoleShop.search.blocked');
  const { place, focusPlace } = usePlace();
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <div>
        <p className="mb-6 text-sm text-soft">{t('body')}</p>
        <May right="shop">
          <BlockForm term={term} />
        </May>
      </div>
      <div ref={place} tabIndex={-1} className="outline-none">
        <Fetch of={consoleQuery('/console/terms')}>
          {({ terms, history }) => (
            <>
              <Terms terms={terms} onAllowed={focusPlace} />
              {history.length > 0 && <TermHistory entries={history} />}
            </>
          )}
        </Fetch>
      </div>
    </div>
  );
}

function BlockForm({ term }: { readonly term: string }) {
  const t = useTranslations('consoleShop.search.blocked');
  const { form, field } = useFields({ defaultValues: { term, reason: '' } });
  const { sendAsking, dialog } = useAskBack();
  return (
    <>
      <SubmitForm
        form={form}
        onSubmit={async (typed) => {
          const reason = typed.reason.trim();
          const body = { term: typed.term.trim(), ...(reason === '' ? {} : { reason }) };
          await sendAsking(
            async (confirmed) => {
              const page = await postPortal('/console/terms/block', { ...body, ...confirmed });
              queryClient.setQueryData(consoleQuery('/console/terms').queryKey, page);
              form.reset({ term: '', reason: '' });
            },
            t('done', { term: body.term }),
          );
        }}
        action={t('submit')}
        kind="primary"
      >
        <TextField
          label={t('term')}
          hint={t('termHint', { max: TERM_MAX })}
          maxLength={TERM_MAX}
          spellCheck={false}
          {...field('term', { validate: (typed) => typed.trim() !== '' || t('required') })}
        />
        <TextField
          label={t('reason')}
          hint={t('reasonHint', { max: REASON_MAX })}
          maxLength={REASON_MAX}
          {...field('reason')}
        />
      </SubmitForm>
      {dialog}
    </>
  );
}

interface TermsProps {
  readonly terms: readonly string[];
  /** The term is gone from the list. */
  readonly onAllowed: () => void;
}

function Terms({ terms, onAllowed }: TermsProps) {
  const t = useTranslations('consoleShop.search.blocked');
  const allow = async (term: string) => {
    const page = await postPortal('/console/terms/allow', { term });
    queryClient.setQueryData(consoleQuery('/console/terms').queryKey, page);
    onAllowed();
  };
  if (terms.length === 0) return <p className="text-sm text-soft">{t('none')}</p>;
  return (
    <WordList
      title={t('list', { count: terms.length })}
      lines={terms.map((term) => [term])}
      action={t('allow')}
      actionOf={(term) => t('allowTerm', { term })}
      done={(term) => t('allowed', { term })}
      onRemove={allow}
    />
  );
}

/** Who blocked or allowed what, and why. */
function TermHistory({ entries }: { readonly entries: BlockedTermsPage['history'] }) {
  const t = useTranslations('consoleShop.search.blocked');
  return (
    <section className="mt-8">
      <h2 className="mb-2 text-sm font-bold">{t('history')}</h2>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {entries.map(({ term, action, reason, by, atMs }) => (
          <li key={`${atMs} ${action} ${term}`} className="py-2">
            <p>
              <Moment atMs={atMs} /> · {t(action === 'blocked' ? 'wasBlocked' : 'wasAllowed', { term })} ·{' '}
              <AuditParty party={by} />
            </p>
            {reason !== '' && <p className="text-soft">{reason}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
