import { useFormatter, useTranslations } from 'use-intl';
import type { FeedBrake, IntakeView } from '../../../src/portal/contract/console-feeds.ts';
import { postPortal } from '../api.ts';
import { usePlace } from '../console/use-place.ts';
import { MapFile } from '../console-mapping/map-file.tsx';
import { isUnderWay, showIntake } from '../console-shop/shop-queries.ts';
import { Button } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { useToast } from '../design/toast.tsx';
import { ConfirmButton } from '../forms/typed-confirmation.tsx';
import { useAction } from '../forms/use-action.tsx';
import { FeedReportView } from './feed-report.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { useBytes } from './use-bytes.ts';

type BusyIntake = Exclude<IntakeView, { stage: 'idle' }>;

/** The file that is on its way: how far it is, what was found in it, and what can be done with it. */
export function Intake({ intake }: { readonly intake: BusyIntake }) {
  const bytes = useBytes();
  const { place, focusPlace } = usePlace();
  return (
    <section aria-labelledby="intake" className="rounded-md border border-line bg-raised p-5 sm:p-7">
      <h2 id="intake" className="text-lg font-bold">
        <bdi className="line-clamp-2">{intake.name}</bdi>
      </h2>
      <p className="mb-5 text-xs text-soft tabular-nums">{bytes(intake.bytes)}</p>
      <div ref={place} tabIndex={-1} className="space-y-6 outline-none">
        <Progress intake={intake} />
        <div role="status">
          <Outcome intake={intake} />
        </div>
        {intake.stage === 'mapping' && (
          <MapFile key={intake.intakeId} intake={intake} onMapped={focusPlace} />
        )}
        {'report' in intake && <FeedReportView report={intake.report} isDone={intake.stage === 'imported'} />}
        <Decide intake={intake} onDecided={focusPlace} />
      </div>
    </section>
  );
}

function Progress({ intake }: { readonly intake: BusyIntake }) {
  const t = useTranslations('consoleShop.feeds');
  const format = useFormatter();
  const bytes = useBytes();
  if (intake.stage === 'uploading') {
    const { receivedBytes, bytes: total } = intake;
    const text = t('uploading', { done: bytes(receivedBytes), total: bytes(total) });
    return <ProgressBar label={t('progress')} text={text} done={receivedBytes} total={total} />;
  }
  if (intake.stage !== 'checking' && intake.stage !== 'importing') return null;
  const text = t(intake.stage, { lines: format.number(intake.lines) });
  return <ProgressBar label={t('progress')} text={text} done={intake.readBytes} total={intake.bytes} />;
}

function Outcome({ intake }: { readonly intake: BusyIntake }) {
  const t = useTranslations('consoleShop.feeds');
  if (intake.stage === 'checked') {
    const { brakes } = intake.report;
    return brakes.length > 0 ? <Brakes brakes={brakes} /> : <Notice>{t('checked')}</Notice>;
  }
  if (intake.stage === 'imported') return <Notice kind="good">{t('imported')}</Notice>;
  if (intake.stage === 'stopped') return <Notice kind="warn">{t('stopped')}</Notice>;
  if (intake.stage !== 'unreadable') return null;
  if (intake.reason === null) return <Notice kind="bad">{t('failed')}</Notice>;
  return (
    <Notice kind="bad">
      <p>{t('unreadable')}</p>
      <p className="mt-1 text-xs">{intake.reason}</p>
    </Notice>
  );
}

/** Stages in which nothing was brought in yet, and the file may be put aside. */
const DECIDABLE: ReadonlySet<IntakeView['stage']> = new Set(['mapping', 'checked']);

interface DecideProps {
  readonly intake: BusyIntake;
  /** The button that was pressed is gone. */
  readonly onDecided: () => void;
}

function Decide({ intake, onDecided }: DecideProps) {
  const t = useTranslations('consoleShop.feeds');
  const toast = useToast();
  const { busy, notice, run } = useAction();
  const body = { intakeId: intake.intakeId };
  const end = () =>
    run(async () => {
      showIntake(await postPortal('/console/feed/cancel', body));
      if (isUnderWay(intake)) toast(t('ended'));
    });
  const takeIn = async (confirmed: number | null) => {
    showIntake(await postPortal('/console/feed/import', { ...body, confirmed }));
    onDecided();
  };
  const mapAgain = () =>
    run(async () => {
      showIntake(await postPortal('/console/feed/map-again', body));
      onDecided();
    });
  const brake = intake.stage === 'checked' ? intake.report.brakes[0] : undefined;
  const isGood = intake.stage === 'checked' && intake.report.problemCount < intake.report.lines;
  return (
    <>
      {notice}
      <div className="flex flex-wrap gap-3">
        {isGood && brake === undefined && (
          <Button kind="primary" busy={busy} onClick={() => run(() => takeIn(null))}>
            {t('import')}
          </Button>
        )}
        {brake !== undefined && <BrakedImport brake={brake} onConfirm={() => takeIn(brake.count)} />}
        {intake.stage === 'checked' && intake.canMap && (
          <Button disabled={busy} onClick={mapAgain}>
            {t('mapAgain')}
          </Button>
        )}
        <Button kind={isUnderWay(intake) ? 'danger' : 'plain'} disabled={busy} onClick={end}>
          {isUnderWay(intake) ? t('cancel') : DECIDABLE.has(intake.stage) ? t('dismiss') : t('again')}
        </Button>
      </div>
    </>
  );
}

/** What stops an import. */
function Brakes({ brakes }: { readonly brakes: readonly FeedBrake[] }) {
  const t = useTranslations('consoleShop.feeds.brakes');
  return (
    <Notice kind="bad">
      <p className="font-semibold">{t('title')}</p>
      <ul className="mt-1 list-disc ps-5">
        {brakes.map((brake) => (
          <li key={brake.sentence}>{brake.sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

interface BrakedImportProps {
  readonly brake: FeedBrake;
  readonly onConfirm: () => Promise<void>;
}

/** Imports all the same, once the operator has typed the number that the brake names. */
function BrakedImport({ brake, onConfirm }: BrakedImportProps) {
  const t = useTranslations('consoleShop.feeds.brakes');
  const number = String(brake.count);
  return (
    <ConfirmButton
      ask={t('import')}
      title={t('question')}
      label={t.rich('confirm', { number, b: (shown) => <strong>{shown}</strong> })}
      expected={number}
      wrong={t('wrong')}
      action={t('now')}
      keep={t('keep')}
      onConfirm={onConfirm}
    >
      <p>{brake.sentence}</p>
    </ConfirmButton>
  );
}
