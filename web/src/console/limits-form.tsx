import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import {
  type ConsoleAccountPage,
  consoleAccountPaths,
} from '../../../src/portal/contract/console-accounts.ts';
import { Button } from '../design/button.tsx';
import { SelectField } from '../design/field.tsx';
import { useToast } from '../design/toast.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { LimitsFields, limitsFrom, typedLimits } from './limits-fields.tsx';
import { useAccountChange } from './use-account-change.ts';

const TIERS = consoleAccountPaths['POST /console/account/limits'].takes.properties.tier.enum;

/** Tier and own limits of an account. */
export function LimitsForm({ page }: { readonly page: ConsoleAccountPage }) {
  const t = useTranslations('console.account.limits');
  const words = useTranslations('account');
  const toast = useToast();
  const change = useAccountChange();
  const { account, override, tierLimits } = page;
  const form = useForm({ values: { tier: account.tier, ...typedLimits(override) } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ tier, ...typed }) => {
    try {
      await change('/console/account/limits', { accountId: account.accountId, tier, ...limitsFrom(typed) });
      toast(t('saved'));
    } catch (error) {
      placeFailure(form, error, words('failed'));
    }
  });
  // What the tier gives is known of the present one alone.
  const isTierKept = form.watch('tier') === account.tier;
  return (
    <form onSubmit={submit} noValidate className="max-w-md space-y-5">
      <SelectField label={t('tier')} error={errors.tier?.message} {...form.register('tier')}>
        {TIERS.map((tier) => (
          <option key={tier} value={tier}>
            {words(`settings.tiers.${tier}`)}
          </option>
        ))}
      </SelectField>
      <LimitsFields
        register={(name, rules) => form.register(name, rules)}
        errors={errors}
        tierLimits={isTierKept ? tierLimits : null}
      />
      <FormFault message={errors.root?.message} />
      <Button type="submit" busy={isSubmitting}>
        {t('save')}
      </Button>
    </form>
  );
}
