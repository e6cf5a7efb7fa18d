import { useTranslations } from 'use-intl';
import {
  type ConsoleAccountPage,
  consoleAccountPaths,
} from '../../../src/portal/contract/console-accounts.ts';
import { SelectField } from '../design/field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { LimitsFields, limitsFrom, typedLimits } from './limits-fields.tsx';
import { useAccountChange } from './use-account-change.ts';

const TIERS = consoleAccountPaths['POST /console/account/limits'].takes.properties.tier.enum;

/** Tier and own limits of an account. */
export function LimitsForm({ page }: { readonly page: ConsoleAccountPage }) {
  const t = useTranslations('console.account.limits');
  const words = useTranslations('account');
  const change = useAccountChange();
  const { account, override, tierLimits } = page;
  const { form, field } = useFields({ values: { tier: account.tier, ...typedLimits(override) } });
  // What the tier gives is known of the present one alone.
  const isTierKept = form.watch('tier') === account.tier;
  return (
    <SubmitForm
      form={form}
      onSubmit={async ({ tier, ...typed }) => {
        await change('/console/account/limits', { accountId: account.accountId, tier, ...limitsFrom(typed) });
      }}
      done={t('saved')}
      action={t('save')}
    >
      <SelectField
        label={t('tier')}
        {...field('tier')}
        options={TIERS.map((tier) => [tier, words(`settings.tiers.${tier}`)])}
      />
      <LimitsFields field={field} tierLimits={isTierKept ? tierLimits : null} />
    </SubmitForm>
  );
}
