import { useForm } from 'react-hook-form';
import { useFormatter, useTranslations } from 'use-intl';
import type { ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { usePlace } from '../console/use-place.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { useToast } from '../design/toast.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { useAskBack } from './ask-back.tsx';
import { DecideButton, useDecide } from './decide.tsx';
import { FollowFeed } from './follow-feed.tsx';
import { OfferDays, useOfferDayRules } from './offer-days.tsx';

/** The price of a product on some days. */
export function DealForm({ item }: { readonly item: ItemOverridesView }) {
  const t = useTranslations('consoleShop.shop');
  const words = useTranslations('account');
  const format = useFormatter();
  const toast = useToast();
  const decide = useDecide();
  const { place, focusPlace } = usePlace();
  const { itemId, deal, shopPrice } = item;
  const form = useForm({ values: typedDeal(deal) });
  const { errors, isSubmitting } = form.formState;
  const rules = useOfferDayRules();
  const { sendAsking, dialog } = useAskBack();
  const submit = form.handleSubmit(async ({ salePrice, from, until }) => {
    const body = { itemId, salePrice: Number(salePrice), from, until };
    try {
      await sendAsking(async (confirmed) => {
        await decide('/console/shop/deal', { ...body, ...confirmed });
        toast(t('dealForm.saved'));
      });
    } catch (error) {
      placeFailure(form, error, words('failed'));
    }
  });
  const isPrice = (typed: string) => /^\d+$/.test(typed) && Number(typed) < shopPrice;
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      <p>{t('dealForm.body')}</p>
      <FollowFeed item={item} field="deal" onFollowed={focusPlace} />
      <form onSubmit={submit} noValidate className="max-w-md space-y-5">
        <TextField
          label={t('dealForm.price')}
          hint={t('dealForm.priceHint', { price: format.number(shopPrice) })}
          inputMode="numeric"
          autoComplete="off"
          error={errors.salePrice?.message}
          {...form.register('salePrice', {
            validate: (typed) => isPrice(typed.trim()) || t('dealForm.priceFault'),
          })}
        />
        <OfferDays
          from={form.register('from', rules.from)}
          until={form.register('until', rules.until)}
          errors={errors}
        />
        <FormFault message={errors.root?.message} />
        <Button type="submit" busy={isSubmitting}>
          {t('dealForm.save')}
        </Button>
      </form>
      {dialog}
      {deal !== null && (
        <DecideButton
          path="/console/shop/deal/end"
          body={{ itemId }}
          label={t('dealForm.end')}
          done={t('dealForm.ended')}
          kind="danger"
          onDone={focusPlace}
        />
      )}
    </div>
  );
}

/** A deal as the fields of the form show it. */
function typedDeal(deal: ItemOverridesView['deal']) {
  if (deal === null) return { salePrice: '', from: '', until: '' };
  return { salePrice: String(deal.salePrice), from: deal.from, until: deal.until };
}
