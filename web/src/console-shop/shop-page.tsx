import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { OVERRIDE_LISTS, type OverrideList } from '../../../src/catalog/item-overrides.ts';
import { consoleShopPaths } from '../../../src/portal/contract/console-shop.ts';
import { consoleQuery, pageQuery } from '../console/console-queries.ts';
import { readShopSearch, type ShopSearch } from '../console/console-search.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Page } from '../design/page.tsx';
import { Tabs } from '../design/tabs.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { FindForm } from '../forms/find-form.tsx';
import { Pager } from '../forms/pager.tsx';
import { OverriddenItems } from './overridden-items.tsx';

const route = getRouteApi('/portal/console/shop');

/** Finds products, and lists those that are withheld, featured, in a deal or corrected. */
export function ShopPage() {
  const t = useTranslations('consoleShop.shop');
  const search = route.useSearch();
  const navigate = useNavigate();
  const go = (next: ShopSearch) =>
    void navigate({ to: '/portal/console/shop', search: readShopSearch({ ...next }), resetScroll: false });
  const { text = '', field = 'withheld', page = 1 } = search;
  return (
    <Page title={t('title')} lead={t('lead')} width="wide">
      <FindForm
        text={text}
        label={t('find')}
        placeholder={t('findHint')}
        submit={t('submit')}
        maxLength={consoleShopPaths['GET /console/shop/find'].takes.properties.text.maxLength}
        onFind={(typed) => go({ text: typed })}
      />
      <p className="mt-4">
        <ButtonLink to="/portal/console/shop/bulk">{t('bulk')}</ButtonLink>
      </p>
      {text !== '' ? (
        <Found text={text} onClear={() => go({})} />
      ) : (
        <div className="mt-10">
          <Tabs
            label={t('title')}
            tabs={OVERRIDE_LISTS.map((name) => ({ name, label: t(`tabs.${name}`) }))}
            selected={field}
            onSelect={(name) => go({ field: name })}
          >
            <Listed field={field} page={page} onPage={(next) => go({ field, page: next })} />
          </Tabs>
        </div>
      )}
    </Page>
  );
}

function Found({ text, onClear }: { readonly text: string; readonly onClear: () => void }) {
  const t = useTranslations('consoleShop.shop');
  return (
    <div className="mt-6">
      <Fetch of={consoleQuery('/console/shop/find', { text })}>
        {(data) => (
          <>
            <p role="status" className="pb-3 text-xs text-soft tabular-nums">
              {data.totalCount === 0 ? t('noneFound') : t('found', { count: data.totalCount })}
            </p>
            {data.items.length > 0 && (
              <OverriddenItems caption={t('find')} items={data.items} today={data.today} />
            )}
            <Button className="mt-6" onClick={onClear}>
              {t('clear')}
            </Button>
          </>
        )}
      </Fetch>
    </div>
  );
}

interface ListedProps {
  readonly field: OverrideList['field'];
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Listed({ field, page, onPage }: ListedProps) {
  const t = useTranslations('consoleShop.shop');
  return (
    <div className="pt-6">
      <Fetch of={pageQuery('/console/shop/list', { field, page })}>
        {(data) =>
          data.items.length === 0 ? (
            <p className="text-sm text-soft">{t(`none.${field}`)}</p>
          ) : (
            <>
              <p className="mb-4 text-xs text-soft">{t(`order.${field}`)}</p>
              <OverriddenItems caption={t(`tabs.${field}`)} items={data.items} today={data.today} />
              <Pager {...data} page={page} onPage={onPage} />
            </>
          )
        }
      </Fetch>
    </div>
  );
}
