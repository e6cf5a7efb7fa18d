import { useTranslations } from 'use-intl';
import { TEXT_ENCODINGS } from '../../../src/ingest/text/encoding-names.ts';
import { USUAL_DELIMITERS } from '../../../src/portal/contract/console-mappings.ts';
import { type PostBody, postPortal } from '../api.ts';
import { showIntake } from '../console-shop/shop-queries.ts';
import { Choice } from '../forms/choice.tsx';
import { useAction } from '../forms/use-action.tsx';
import type { MappingIntake } from './file-table.ts';

interface TextReadingProps {
  readonly intake: MappingIntake;
  /** The form is gone until the file has been read again. */
  readonly onRead: () => void;
}

/** The detected encoding and delimiter, to be corrected if the preview looks wrong. */
export function TextReading({ intake, onRead }: TextReadingProps) {
  const t = useTranslations('consoleMapping');
  const { notice, run } = useAction();
  const { preview, intakeId } = intake;
  if (preview.kind !== 'table' || preview.encoding === null || preview.delimiter === null) return null;
  const { encoding, delimiter } = preview;
  const read = (change: Partial<PostBody<'/console/feed/read-again'>>) =>
    run(async () => {
      const chosen = { encoding, delimiter, ...change };
      showIntake(
        await postPortal('/console/feed/read-again', {
          intakeId,
          encoding: chosen.encoding,
          // A bare tab would be trimmed.
          delimiter: chosen.delimiter === '\t' ? 'tab' : chosen.delimiter,
        }),
      );
      onRead();
    });
  const delimiters = [...new Set<string>([delimiter, ...USUAL_DELIMITERS])].sort();
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-3">
        <Choice
          label={t('encoding')}
          value={encoding}
          onChange={(name) => read({ encoding: name })}
          options={TEXT_ENCODINGS.map((name) => [name, t(`encodings.${name}`)])}
        />
        <Choice
          label={t('delimiter')}
          value={delimiter}
          onChange={(sign) => read({ delimiter: sign })}
          options={delimiters.map((sign) => [sign, sign === '\t' ? t('tab') : sign])}
        />
      </div>
      <p className="text-xs text-soft">{t('readingHint')}</p>
      {notice}
    </div>
  );
}
