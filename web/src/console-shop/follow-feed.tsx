import { useTranslations } from 'use-intl';
import type { OverrideField } from '../../../src/catalog/item-overrides.ts';
import type { ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { Notice } from '../design/notice.tsx';
import { DecideButton } from './decide.tsx';
import { useFieldWords } from './field-words.ts';

interface FollowFeedProps {
  readonly item: ItemOverridesView;
  readonly field: OverrideField;
  readonly onFollowed: () => void;
}

/** If an operator overrode the feed: the feed's value, and a button to follow it again. */
export function FollowFeed({ item, field, onFollowed }: FollowFeedProps) {
  const t = useTranslations('consoleShop.shop');
  const { nameOf, textOf } = useFieldWords();
  if (!item.decided.includes(field)) return null;
  return (
    <Notice>
      <p>{t('saysFeed', { value: textOf(field, item.fed ?? {}) })}</p>
      <DecideButton
        path="/console/shop/follow-feed"
        body={{ itemId: item.itemId, field }}
        label={t('followFeed', { name: nameOf(field) })}
        done={t('followed')}
        kind="bare"
        className="mt-1"
        onDone={onFollowed}
      />
    </Notice>
  );
}
