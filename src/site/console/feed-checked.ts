import { type HtmlValue, html } from '../../http/html.ts';
import type { Brake } from '../../ingest/brakes.ts';
import type { Reading } from '../../ingest/choose-reader.ts';
import type { ImportReport } from '../../ingest/import-feed.ts';
import type { ReceivedFeed } from '../../jobs/feed-door.ts';
import { message } from '../../messages/messages.ts';
import { Failure } from '../kit/failures.ts';
import { line } from '../kit/fields.ts';
import { formOf } from '../kit/form.ts';
import { details, notice, section } from '../kit/ui.ts';
import type { Page, Problem, SignedInVisit, Visit } from '../kit/visit.ts';
import {
  brakesNotice,
  changesTable,
  columnsTable,
  effectLines,
  findings,
  hasChanges,
} from './feed-report.ts';
import { MAPPED_FIELDS, uploadProgress } from './feed-upload.ts';
import { MAP_FIELDS } from './mapping-form.ts';

/** The file once more, and the digest of the one that was checked. */
export const IMPORT = { ...MAPPED_FIELDS, digest: line(64, 64) };

/** A file that was sent, and how it is read. */
export interface Checked {
  readonly feed: ReceivedFeed;
  readonly name: string;
  readonly reading: Reading;
}

/** What an import would do, and the way to it. `typed`: what was typed for a brake, if it isn't its number. */
export function reportPage(visit: SignedInVisit, checked: Checked, report: ImportReport, typed = ''): Page {
  const t = visit.words('consoleFeeds');
  const { brakes, unit, lines, problemCount } = report;
  const { feed, name, reading } = checked;
  const [brake] = brakes;
  const hidden = {
    mapping: reading.mapping ?? '',
    mappingName: reading.mappingName ?? '',
    encoding: reading.encoding ?? '',
    delimiter: reading.delimiter === '\t' ? 'tab' : (reading.delimiter ?? ''),
  };
  const asking: SignedInVisit =
    brake === undefined ? visit : { ...visit, problem: askedFor(visit, brake, typed) };
  const importForm = formOf(asking, 'import', {
    fields: IMPORT,
    hidden: { ...hidden, digest: feed.digest },
    attributes: { enctype: 'multipart/form-data' },
    button: t(brake === undefined ? 'import' : 'brakes.import'),
    kind: brake === undefined ? 'primary' : 'danger',
    body: (field) => [
      field('file', { label: t('sameFile'), hint: t('sameFileHint') }),
      uploadProgress(visit),
    ],
  });
  return {
    title: t('checkedTitle'),
    lead: html`<bdi>${name}</bdi>. ${t('lines', { unit, lines, problems: problemCount })}`,
    body: html`${brake === undefined ? notice('info', t('checked')) : brakesNotice(visit, brakes)}
${hasChanges(report.summary) ? importForm : html`<p data-part="nothing">${t('noCounts')}</p>`}
<p><a href="/portal/console/feeds">${t('again')}</a></p>
${(reading.mapping !== null || report.recognised !== null) && details(t('mapAgain'), mapAgain(visit, checked, report))}
${section(t('inWords'), html`${effectLines(visit, report)}${changesTable(visit, report.summary)}`, { id: 'changes' })}
${findings(visit, report)}
${report.recognised !== null && columnsTable(visit, report.recognised)}`,
  };
}

/** The number of a brake, to be typed before the import. */
function askedFor({ sent }: Visit, brake: Brake, typed: string): Problem {
  const isWrong = typed === '' ? {} : { isWrong: 1 };
  const values = { field: 'confirmation', confirm: String(brake.count), ...isWrong };
  const detail = message('consoleFeeds.brakes.confirm');
  return { form: 'import', at: '', failure: new Failure('CONFIRM_NUMBER', { ...values, detail }), sent };
}

/** The way back to the mapping, which needs the file once more. */
function mapAgain(visit: Visit, { reading }: Checked, { recognised }: ImportReport): HtmlValue {
  const t = visit.words('consoleFeeds');
  const { mapping, mappingName } = reading;
  return formOf(visit, 'map', {
    fields: MAP_FIELDS,
    at: 'again',
    hidden: {
      json: mapping ?? JSON.stringify(recognised?.mapping),
      asJson: 'yes',
      keepAs: mappingName ?? '',
    },
    attributes: { enctype: 'multipart/form-data' },
    action: '/portal/console/feeds?look=yes',
    button: t('mapAgain'),
    kind: 'plain',
    body: (field) => [field('file', { label: t('sameFile') }), uploadProgress(visit)],
  });
}
