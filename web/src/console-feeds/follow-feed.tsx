import { useTranslations } from 'use-intl';
import type { OverrideField } from '../../../src/catalog/item-overrides.ts';
import type { ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { useDecide } from '../console-shop/decide.tsx';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useToast } from '../design/toast.tsx';
import { useAction } from '../forms/use-action.ts';

interface FollowFeedProps {
  readonly item: ItemOverridesView;
  readonly field: OverrideField;
  /** What the feed says, in words. */
  readonly fed: string;
  readonly onFollowed: () => void;
}

/** Where an operator decided otherwise: what the feed says, and the way back to it. Else nothing. */
export function FollowFeed({ item, field, fed, onFollowed }: FollowFeedProps) {
  const t = useTranslations('consoleShop.shop');
  const toast = useToast();
  const decide = useDecide();
  const { busy, fault, run } = useAction();
  if (!item.decided.includes(field)) return null;
  const follow = () =>
    run(async () => {
      await decide('/console/shop/follow-feed', { itemId: item.itemId, field });
      toast(t('followed'));
      onFollowed();
    });
  return (
    <Notice>
      <p>{t('saysFeed', { value: fed })}</p>
      <Button kind="bare" className="mt-1" busy={busy} onClick={follow}>
        {t('followFeed')}
      </Button>
      {fault !== '' && (
        <p role="alert" className="font-semibold text-bad">
          {fault}
        </p>
      )}
    </Notice>
  );
}
