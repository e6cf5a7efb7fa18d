import { useTranslations } from 'use-intl';
import type { ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { usePlace } from '../console/use-place.ts';
import { ConfirmButton } from '../forms/typed-confirmation.tsx';
import { DecideButton, useDecide } from './decide.tsx';
import { FollowFeed } from './follow-feed.tsx';

/** Withholds a product from all responses, or shows it again. */
export function Withholding({ item }: { readonly item: ItemOverridesView }) {
  const t = useTranslations('consoleShop.shop');
  const { place, focusPlace } = usePlace();
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      <p className={item.withheld ? 'font-semibold text-bad' : ''}>
        {item.withheld ? t('withholding.isWithheld') : t('withholding.isShown')}
      </p>
      <FollowFeed item={item} field="withheld" onFollowed={focusPlace} />
      {item.withheld ? (
        <DecideButton
          path="/console/shop/withheld"
          body={{ itemId: item.itemId, withheld: false }}
          label={t('withholding.show')}
          done={t('withholding.shown')}
          onDone={focusPlace}
        />
      ) : (
        <Withhold item={item} onDone={focusPlace} />
      )}
    </div>
  );
}

interface ChangeProps {
  readonly item: ItemOverridesView;
  /** The button that was pressed is gone. */
  readonly onDone: () => void;
}

function Withhold({ item, onDone }: ChangeProps) {
  const t = useTranslations('consoleShop.shop.withholding');
  const decide = useDecide();
  const number = String(item.itemId);
  const withhold = async () => {
    const body = { itemId: item.itemId, withheld: true };
    await decide('/console/shop/withheld', body);
    onDone();
  };
  return (
    <ConfirmButton
      ask={t('withhold')}
      title={t('question')}
      label={t.rich('confirm', { number, b: (text) => <strong>{text}</strong> })}
      expected={number}
      wrong={t('wrong')}
      action={t('now')}
      keep={t('keep')}
      done={t('done')}
      onConfirm={withhold}
    >
      <p className="line-clamp-3 font-semibold">
        <bdi>{item.title}</bdi>
      </p>
      <p>{t('body')}</p>
    </ConfirmButton>
  );
}
