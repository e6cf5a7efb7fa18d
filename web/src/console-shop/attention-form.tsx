import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { usePlace } from '../console/use-place.ts';
import { Button } from '../design/button.tsx';
import { useToast } from '../design/toast.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { DecideButton, useDecide } from './decide.tsx';
import { FollowFeed } from './follow-feed.tsx';
import { OfferDays, useOfferDayRules } from './offer-days.tsx';

/** The days on which a product is featured as new. */
export function AttentionForm({ item }: { readonly item: ItemOverridesView }) {
  const t = useTranslations('consoleShop.shop');
  const words = useTranslations('account');
  const toast = useToast();
  const decide = useDecide();
  const { place, focusPlace } = usePlace();
  const { itemId, attention } = item;
  const form = useForm({ values: { from: attention?.from ?? '', until: attention?.until ?? '' } });
  const { errors, isSubmitting } = form.formState;
  const rules = useOfferDayRules();
  const submit = form.handleSubmit(async (days) => {
    const body = { itemId, ...days };
    try {
      await decide('/console/shop/attention', body);
      toast(t('attentionForm.saved'));
    } catch (error) {
      placeFailure(form, error, words('failed'));
    }
  });
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      <p>{t('attentionForm.body')}</p>
      <FollowFeed item={item} field="attention" onFollowed={focusPlace} />
      <form onSubmit={submit} noValidate className="max-w-md space-y-5">
        <OfferDays
          from={form.register('from', rules.from)}
          until={form.register('until', rules.until)}
          errors={errors}
        />
        <FormFault message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('attentionForm.save')}
        </Button>
      </form>
      {attention !== null && (
        <DecideButton
          path="/console/shop/attention/end"
          body={{ itemId }}
          label={t('attentionForm.end')}
          done={t('attentionForm.ended')}
          kind="danger"
          onDone={focusPlace}
        />
      )}
    </div>
  );
}
