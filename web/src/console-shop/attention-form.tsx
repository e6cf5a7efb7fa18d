import { useTranslations } from 'use-intl';
import type { ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { usePlace } from '../console/use-place.ts';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { DecideButton, useDecide } from './decide.tsx';
import { FollowFeed } from './follow-feed.tsx';
import { OfferDays, useOfferDayRules } from './offer-days.tsx';

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
