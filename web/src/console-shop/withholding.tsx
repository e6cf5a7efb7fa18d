import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DeskItemView, WithheldChange } from '../../../src/portal/console-shop-contract.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useToast } from '../design/toast.tsx';
import { TypedConfirmation } from '../forms/typed-confirmation.tsx';
import { useAction } from '../forms/use-action.ts';
import { changeDeskItem } from './change-desk-item.ts';
import { FollowFeed } from './follow-feed.tsx';

/** Takes a product out of every answer, or brings it back. */
export function Withholding({ item }: { readonly item: DeskItemView }) {
  const t = useTranslations('consoleShop.shop');
  const isFedWithheld = item.fed?.withheld ?? item.withheld;
  return (
    <>
      <p className={item.withheld ? 'font-semibold text-bad' : ''}>
        {item.withheld ? t('withholding.isWithheld') : t('withholding.isShown')}
      </p>
      <FollowFeed item={item} field="withheld" fed={isFedWithheld ? t('withheld') : t('visible')} />
      {item.withheld ? <Show item={item} /> : <Withhold item={item} />}
    </>
  );
}

function Withhold({ item }: { readonly item: DeskItemView }) {
  const t = useTranslations('consoleShop.shop.withholding');
  const words = useTranslations('account');
  const toast = useToast();
  const [isOpen, setOpen] = useState(false);
  const number = String(item.itemId);
  const withhold = async () => {
    const body: WithheldChange = { itemId: item.itemId, withheld: true };
    await changeDeskItem('/withheld', body);
    toast(t('done'));
  };
  return (
    <>
      <Button kind="danger" onClick={() => setOpen(true)}>
        {t('withhold')}
      </Button>
      <TypedConfirmation
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t('question')}
        label={t.rich('confirm', { number, b: (text) => <strong>{text}</strong> })}
        expected={number}
        wrong={t('wrong')}
        action={t('now')}
        keep={t('keep')}
        failed={words('failed')}
        onConfirm={withhold}
      >
        <p className="line-clamp-3 font-semibold">
          <bdi>{item.title}</bdi>
        </p>
        <p>{t('body')}</p>
      </TypedConfirmation>
    </>
  );
}

function Show({ item }: { readonly item: DeskItemView }) {
  const t = useTranslations('consoleShop.shop.withholding');
  const toast = useToast();
  const { busy, fault, run } = useAction();
  const show = () =>
    run(async () => {
      const body: WithheldChange = { itemId: item.itemId, withheld: false };
      await changeDeskItem('/withheld', body);
      toast(t('shown'));
    });
  return (
    <>
      <Button busy={busy} onClick={show}>
        {t('show')}
      </Button>
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
    </>
  );
}
