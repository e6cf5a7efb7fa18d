import { useFormatter, useTranslations } from 'use-intl';
import type { ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { usePlace } from '../console/use-place.ts';
import { TextField } from '../design/field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useAskBack } from './ask-back.tsx';
import { DecideButton, useDecide } from './decide.tsx';
import { FollowFeed } from './follow-feed.tsx';
import { OfferDays, useOfferDayRules } from './offer-days.tsx';

/** The price of a product on some days. */
export function DealForm({ item }: { readonly item: ItemOverridesView }) {
  const t = useTranslations('consoleShop.shop');
  const format = useFormatter();
  const decide = useDecide();
  const { place, focusPlace } = usePlace();
  const { itemId, deal, shopPrice } = item;
  const { form, field } = useFields({ values: typedDeal(deal) });
  const rules = useOfferDayRules();
  const { sendAsking, dialog } = useAskBack();
  const isPrice = (typed: string) => /^\d+$/.test(typed) && Number(typed) < shopPrice;
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      <p>{t('dealForm.body')}</p>
      <FollowFeed item={item} field="deal" onFollowed={focusPlace} />
      <SubmitForm
        form={form}
        onSubmit={async ({ salePrice, from, until }) => {
          const body = { itemId, salePrice: Number(salePrice), from, until };
          await sendAsking(async (confirmed) => {
            await decide('/console/shop/deal', { ...body, ...confirmed });
          }, t('dealForm.saved'));
        }}
        action={t('dealForm.save')}
      >
        <TextField
          label={t('dealForm.price')}
          hint={t('dealForm.priceHint', { price: format.number(shopPrice) })}
          inputMode="numeric"
          {...field('salePrice', {
            validate: (typed) => isPrice(typed.trim()) || t('dealForm.priceFault'),
          })}
        />
        <OfferDays from={field('from', rules.from)} until={field('until', rules.until)} />
      </SubmitForm>
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

/** The days on which a product is featured as new. */
export function AttentionForm({ item }: { readonly item: ItemOverridesView }) {
  const t = useTranslations('consoleShop.shop');
  const decide = useDecide();
  const { place, focusPlace } = usePlace();
  const { itemId, attention } = item;
  const { form, field } = useFields({
    values: { from: attention?.from ?? '', until: attention?.until ?? '' },
  });
  const rules = useOfferDayRules();
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      <p>{t('attentionForm.body')}</p>
      <FollowFeed item={item} field="attention" onFollowed={focusPlace} />
      <SubmitForm
        form={form}
        onSubmit={async (days) => {
          await decide('/console/shop/attention', { itemId, ...days });
        }}
        done={t('attentionForm.saved')}
        action={t('attentionForm.save')}
      >
        <OfferDays from={field('from', rules.from)} until={field('until', rules.until)} />
      </SubmitForm>
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
