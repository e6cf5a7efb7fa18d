import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { consoleFeedPaths } from '../../../src/portal/contract/console-feeds.ts';
import type { NamedMapping } from '../../../src/portal/contract/console-mappings.ts';
import { getPortal, postBytes, postPortal } from '../api.ts';
import { refreshConsole } from '../console/console-queries.ts';
import { showIntake } from '../console-shop/shop-queries.ts';
import { Button } from '../design/button.tsx';
import { TextArea, TextField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import { Choice } from '../forms/choice.tsx';
import { useAction } from '../forms/use-action.tsx';
import type { MappingIntake } from './file-table.ts';
import { SubjectForm } from './subject-form.tsx';
import { TableForm } from './table-form.tsx';
import { TextReading } from './text-reading.tsx';

interface MapFileProps {
  readonly intake: MappingIntake;
  /** The form is gone now. */
  readonly onMapped: () => void;
}

/** Says what the columns or subject codes of a file mean, and keeps that for the next one. */
export function MapFile({ intake, onMapped }: MapFileProps) {
  const t = useTranslations('consoleMapping');
  const mapping = useMapping(intake, onMapped);
  const { chosen, json, setJson, keepAs, setKeepAs, isJson, toggleJson, check, busy, notice } = mapping;
  const Form = intake.preview.kind === 'onix' ? SubjectForm : TableForm;
  return (
    <form
      className="space-y-6"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <div>
        <h3 className="font-bold">{t('title')}</h3>
        <p className="text-sm text-soft">{t(intake.preview.kind === 'onix' ? 'onixLead' : 'lead')}</p>
      </div>
      {intake.fault !== null && (
        <Notice kind="bad">
          <p>{t('fault')}</p>
          <p className="mt-1 text-xs">{intake.fault}</p>
        </Notice>
      )}
      {intake.kept.length > 0 && <KeptMappings kept={intake.kept} mapping={mapping} />}
      <TextReading intake={intake} onRead={onMapped} />
      {isJson ? (
        <TextArea
          label={t('json')}
          rows={12}
          spellCheck={false}
          value={json}
          onChange={(event) => setJson(event.target.value)}
        />
      ) : (
        <Form key={`${chosen.name} ${chosen.mapping}`} intake={intake} json={json} onChange={setJson} />
      )}
      <Button kind="bare" onClick={toggleJson}>
        {t(isJson ? 'asForm' : 'asJson')}
      </Button>
      <div className="max-w-md">
        <TextField
          label={t('keepAs')}
          hint={t('keepAsHint')}
          maxLength={consoleFeedPaths['POST /console/feed/map'].takes.properties.keepAs.maxLength}
          value={keepAs}
          onChange={(event) => setKeepAs(event.target.value)}
        />
      </div>
      {notice}
      <Button type="submit" kind="primary" busy={busy}>
        {t('check')}
      </Button>
    </form>
  );
}

interface KeptMappingsProps {
  readonly kept: MappingIntake['kept'];
  readonly mapping: Pick<ReturnType<typeof useMapping>, 'chosen' | 'choose' | 'forget' | 'busy'>;
}

/** Chooses one of the mappings kept from earlier files, or drops it. */
function KeptMappings({ kept, mapping: { chosen, choose, forget, busy } }: KeptMappingsProps) {
  const t = useTranslations('consoleMapping');
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choice
        label={t('kept')}
        value={chosen.name}
        onChange={choose}
        options={kept.map((name) => [name, name])}
        none={t('guessed')}
      />
      {chosen.name !== '' && (
        <Button kind="bare" onClick={forget} busy={busy}>
          {t('forget')}
        </Button>
      )}
    </div>
  );
}

/** The mapping that is being made, and what can be done with it. */
function useMapping(intake: MappingIntake, onMapped: () => void) {
  const t = useTranslations('consoleMapping');
  const { busy, notice, run } = useAction();
  const [chosen, setChosen] = useState(intake.suggested);
  // What the form or the text holds by now; choosing a mapping resets the form.
  const [json, setJson] = useState(chosen.mapping);
  const [keepAs, setKeepAs] = useState(chosen.name);
  const [isJson, setIsJson] = useState(false);
  const start = (mapping: NamedMapping) => {
    setChosen(mapping);
    setJson(mapping.mapping);
    setKeepAs(mapping.name);
  };
  const choose = (name: string) =>
    run(async () =>
      start(name === '' ? guessOf(intake) : await getPortal('/console/feed/mapping', { name })),
    );
  const forget = () =>
    run(async () => {
      await postPortal('/console/feed/mapping/remove', { name: chosen.name });
      setChosen({ name: '', mapping: json });
      setKeepAs('');
      await refreshConsole();
    }, t('forgotten'));
  const check = () =>
    run(async () => {
      const parameters = { intakeId: intake.intakeId, keepAs: keepAs.trim() };
      showIntake(await postBytes('/console/feed/map', parameters, new Blob([json])));
      onMapped();
    });
  const toggleJson = () => {
    if (isJson) setChosen({ ...chosen, mapping: json });
    setIsJson(!isJson);
  };
  return {
    chosen,
    json,
    setJson,
    keepAs,
    setKeepAs,
    isJson,
    toggleJson,
    choose,
    forget,
    check,
    busy,
    notice,
  };
}

/** The guess is only known where no kept mapping fits; otherwise one begins with nothing. */
function guessOf({ suggested }: MappingIntake): NamedMapping {
  return suggested.name === '' ? suggested : { name: '', mapping: '{"kind":"item"}' };
}
