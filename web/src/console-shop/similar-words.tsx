import { useTranslations } from 'use-intl';
import type { SimilarWordsPage } from '../../../src/portal/contract/console-shop.ts';
import { TERM } from '../../../src/portal/contract/console-shop.ts';
import { postPortal } from '../api.ts';
import { pageQuery, refreshConsole } from '../console/console-queries.ts';
import type { SearchTermsSearch } from '../console/console-search.ts';
import { May } from '../console/may.tsx';
import { usePlace } from '../console/use-place.ts';
import { TextArea } from '../design/field.tsx';
import { useToast } from '../design/toast.tsx';
import { Fetch } from '../forms/fetched.tsx';
import { FindForm } from '../forms/find-form.tsx';
import { Pager } from '../forms/pager.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { WordList } from './word-list.tsx';

interface SimilarWordsProps {
  readonly search: SearchTermsSearch;
  readonly onSearch: (next: SearchTermsSearch) => void;
}

/** The dictionary of words that stand for each other. */
export function SimilarWords({ search, onSearch }: SimilarWordsProps) {
  const t = useTranslations('consoleShop.search.similar');
  const { place, focusPlace } = usePlace();
  const { text = '', term = '', page = 1 } = search;
  return (
    <div className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <div>
        <p className="mb-6 text-sm text-soft">{t('body')}</p>
        <May right="shop">
          <GroupForm term={term} />
        </May>
      </div>
      <div ref={place} tabIndex={-1} className="outline-none">
        <FindForm
          text={text}
          label={t('find')}
          placeholder={t('find')}
          submit={t('findSubmit')}
          maxLength={TERM.maxLength}
          onFind={(found) => onSearch({ tab: 'similar', text: found })}
        />
        <Fetch of={pageQuery('/console/similar', { text, page })}>
          {(data) => (
            <>
              <Groups page={data} onRemoved={focusPlace} />
              <Pager {...data} page={page} onPage={(next) => onSearch({ ...search, page: next })} />
            </>
          )}
        </Fetch>
      </div>
    </div>
  );
}

function GroupForm({ term }: { readonly term: string }) {
  const t = useTranslations('consoleShop.search.similar');
  const toast = useToast();
  const { form, field } = useFields({ defaultValues: { words: term === '' ? '' : `${term}\n` } });
  return (
    <SubmitForm
      form={form}
      onSubmit={async (typed) => {
        const group = await postPortal('/console/similar/add', { words: typed.words.trim() });
        await refreshConsole();
        form.reset({ words: '' });
        toast(t('done', { words: group.words.join(', ') }));
      }}
      action={t('submit')}
      kind="primary"
    >
      <TextArea
        label={t('words')}
        hint={t('wordsHint')}
        spellCheck={false}
        {...field('words', { validate: (typed) => typed.trim() !== '' || t('required') })}
      />
    </SubmitForm>
  );
}

interface GroupsProps {
  readonly page: SimilarWordsPage;
  /** The group is gone from the list. */
  readonly onRemoved: () => void;
}

function Groups({ page, onRemoved }: GroupsProps) {
  const t = useTranslations('consoleShop.search.similar');
  const remove = async (word: string) => {
    await postPortal('/console/similar/remove', { word });
    await refreshConsole();
    onRemoved();
  };
  return (
    <div className="mt-6">
      {page.groups.length === 0 ? (
        <p className="text-sm text-soft">{t('none')}</p>
      ) : (
        <WordList
          title={t('list', { count: page.totalCount })}
          lines={page.groups}
          action={t('remove')}
          actionOf={(word) => t('removeGroup', { word })}
          done={() => t('removed')}
          onRemove={remove}
        />
      )}
    </div>
  );
}
