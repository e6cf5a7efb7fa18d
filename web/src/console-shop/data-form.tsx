import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import type { OverrideField } from '../../../src/catalog/item-overrides.ts';
import type { ItemOverridesView } from '../../../src/portal/contract/console-shop.ts';
import { usePlace } from '../console/use-place.ts';
import { SelectField, TextArea, TextField } from '../design/field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useAskBack } from './ask-back.tsx';
import { useCategoryOptions } from './category-options.ts';
import { useDecide } from './decide.tsx';
import { useFieldWords } from './field-words.ts';
import { FollowFeed } from './follow-feed.tsx';
import { categoriesQuery } from './shop-queries.ts';

/** Corrects data that the feed has wrong. Only changed fields are sent; the server checks their bounds. */
export function DataForm({ item }: { readonly item: ItemOverridesView }) {
  const t = useTranslations('consoleShop.shop');
  const { nameOf } = useFieldWords();
  const decide = useDecide();
  const { place, focusPlace } = usePlace();
  const { sendAsking, dialog } = useAskBack();
  const { form, field } = useFields({ values: typedData(item) });
  const categories = useCategoryOptions();
  const { dirtyFields } = form.formState;
  const named = (name: keyof TypedData) => ({ label: nameOf(name), ...field(name) });
  const follow = (name: OverrideField) => <FollowFeed item={item} field={name} onFollowed={focusPlace} />;
  const addCategory = (categoryId: string) => {
    const before = form.getValues('categoryIds').trim();
    const after = before === '' ? categoryId : `${before}, ${categoryId}`;
    form.setValue('categoryIds', after, { shouldDirty: true });
  };
  return (
    <div ref={place} tabIndex={-1} className="space-y-4 outline-none">
      <p>{t('dataForm.body')}</p>
      <SubmitForm
        form={form}
        onSubmit={async ({ shopPrice, salePrice, ...texts }) => {
          const typed = { ...texts, shopPrice: priceOf(shopPrice), salePrice: priceOf(salePrice) };
          const changed = Object.entries(typed).filter(([name]) => Object.hasOwn(dirtyFields, name));
          if (changed.length === 0) return form.setError('root', { message: t('dataForm.unchanged') });
          await sendAsking(async (confirmed) => {
            const body = { itemId: item.itemId, ...Object.fromEntries(changed), ...confirmed };
            await decide('/console/shop/data', body);
          }, t('dataForm.saved'));
        }}
        action={t('dataForm.save')}
        className="space-y-5"
      >
        <TextField {...named('title')} />
        {follow('title')}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField inputMode="decimal" {...named('shopPrice')} />
          <TextField inputMode="decimal" {...named('salePrice')} />
        </div>
        {follow('shopPrice')}
        {follow('salePrice')}
        <TextField hint={<CategoryNames typed={form.watch('categoryIds')} />} {...named('categoryIds')} />
        <SelectField
          label={t('dataForm.addCategory')}
          value=""
          onChange={(event) => addCategory(event.target.value)}
          options={categories}
          none=""
        />
        {follow('categoryIds')}
        <TextField type="url" hint={t('dataForm.coverHint')} {...named('cover')} />
        {follow('cover')}
        <TextArea rows={6} {...named('bookIntroduction')} />
        {follow('bookIntroduction')}
      </SubmitForm>
      {dialog}
    </div>
  );
}

type TypedData = ReturnType<typeof typedData>;

/** The data as the fields of the form show them. */
function typedData({ title, shopPrice, salePrice, categoryIds, cover, bookIntroduction }: ItemOverridesView) {
  return {
    title,
    shopPrice: String(shopPrice),
    salePrice: String(salePrice),
    categoryIds: categoryIds.join(', '),
    cover: cover ?? '',
    bookIntroduction: bookIntroduction ?? '',
  };
}

/** The server refuses what isn't a number. */
function priceOf(typed: string): number | string {
  const text = typed.replaceAll(',', '').trim();
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

/** The whole paths of the categories that are typed, the main one first. */
function CategoryNames({ typed }: { readonly typed: string }) {
  const t = useTranslations('consoleShop.shop.dataForm');
  const { data } = useQuery(categoriesQuery);
  const paths = typed
    .split(/[\s,]+/)
    .map((id) => data?.categories.find(({ categoryId }) => categoryId === id)?.fullPath);
  const known = paths.filter((path) => path !== undefined);
  return known.length === 0 ? t('categoriesHint') : known.join('; ');
}
