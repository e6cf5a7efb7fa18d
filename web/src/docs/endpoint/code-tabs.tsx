import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { CodeBlock } from '../../design/code-block.tsx';
import { Tabs } from '../../design/tabs.tsx';
import { readStored, writeStored } from '../../stored.ts';
import {
  CODE_LANGUAGE_NAMES,
  CODE_LANGUAGES,
  type CodeLanguage,
  codeSample,
  MODULE_FILES,
  type SampleCall,
} from '../code-samples.ts';

/** A call in the reader's language, which is remembered. */
export function CodeTabs({ call }: { readonly call: SampleCall }) {
  const t = useTranslations('docs');
  const [language, setLanguage] = useState<CodeLanguage>(
    () => CODE_LANGUAGES.find((one) => one === readStored('codeLanguage')) ?? 'curl',
  );
  const select = (next: CodeLanguage) => {
    setLanguage(next);
    writeStored('codeLanguage', next);
  };
  const file = language === 'javascript' || language === 'typescript' ? MODULE_FILES[language] : null;
  return (
    <Tabs
      label={t('codeLanguage')}
      tabs={CODE_LANGUAGES.map((one) => ({ name: one, label: CODE_LANGUAGE_NAMES[one] }))}
      selected={language}
      onSelect={select}
    >
      <div className="pt-4">
        {file !== null && <p className="pb-2 text-xs text-soft">{t('saveAs', { file })}</p>}
        <CodeBlock label={CODE_LANGUAGE_NAMES[language]} code={codeSample(language, call)} />
      </div>
    </Tabs>
  );
}
