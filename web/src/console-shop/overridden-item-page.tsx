import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useFormatter, useTranslations } from 'use-intl';
import type { ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { consoleQuery } from '../console/console-queries.ts';
import { useMay } from '../console/may.tsx';
import { TextLink } from '../design/button.tsx';
import { Cover } from '../design/cover.tsx';
import { momentOf } from '../design/dates.ts';
import { Facts } from '../design/facts.tsx';
import { Page } from '../design/page.tsx';
import { SideSection } from '../design/side-section.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { DataForm } from './data-form.tsx';
import { Reasoned } from './decide.tsx';
import { ItemHistoryTable } from './item-history.tsx';
import { AttentionForm, DealForm } from './offer-forms.tsx';
import { ShopLink } from './shop-link.tsx';
import { Withholding } from './withholding.tsx';

const route = getRouteApi('/portal/console/shop/$itemId');

/** One product: what holds for it, and what an operator may decide. */
export function OverriddenItemPage() {
  const t = useTranslations('consoleShop.shop');
  const { itemId } = route.useParams();
  const query = useQuery(consoleQuery('/console/shop/item', { itemId }));
  return (
    <Page title={query.data?.title ?? `${t('item')} ${itemId}`} width="wide">
      <ShopLink />
      <Fetched query={query}>{(data) => <Item item={data} />}</Fetched>
    </Page>
  );
}

function Item({ item }: { readonly item: ItemOverridesView }) {
  const t = useTranslations('consoleShop.shop');
  const words = useTranslations('console.audit');
  const mayChange = useMay('shop');
  return (
    <>
      <SideSection title={t('facts')}>
        <About item={item} />
      </SideSection>
      <Reasoned>
        <fieldset disabled={!mayChange} className="contents">
          <SideSection title={t('withholding.title')}>
            <Withholding item={item} />
          </SideSection>
          <SideSection title={t('attentionForm.title')}>
            <AttentionForm item={item} />
          </SideSection>
          <SideSection title={t('dealForm.title')}>
            <DealForm item={item} />
          </SideSection>
          <SideSection title={t('dataForm.title')}>
            <DataForm item={item} />
          </SideSection>
        </fieldset>
        <SideSection title={words('ofItem')}>
          <ItemHistoryTable itemId={String(item.itemId)} />
        </SideSection>
      </Reasoned>
    </>
  );
}

function About({ item }: { readonly item: ItemOverridesView }) {
  const t = useTranslations('consoleShop.shop');
  const format = useFormatter();
  const facts = [
    [t('number'), item.itemId],
    [t('isbn'), item.isbn13 === '' ? '–' : item.isbn13],
    [t('prices'), `${format.number(item.shopPrice)} / ${format.number(item.salePrice)}`],
  ] as const;
  return (
    <div className="flex gap-6">
      <Cover itemId={item.itemId} src={item.picture} className="w-24 shrink-0" />
      <div className="min-w-0">
        <p>
          <bdi>{item.author}</bdi>
        </p>
        <div className="mt-3">
          <Facts facts={facts} />
        </div>
        <p className="mt-3">
          <a href={item.link} className="text-link underline underline-offset-4">
            {t('page')}
          </a>
          {' · '}
          <TextLink to="/portal/console/orders" search={{ item: String(item.itemId) }}>
            {t('orders')}
          </TextLink>
        </p>
        {item.decidedAtMs !== null && (
          <p className="mt-3 text-xs text-soft">
            {t('decidedAt', {
              time: momentOf(item.decidedAtMs),
            })}
          </p>
        )}
      </div>
    </div>
  );
}
