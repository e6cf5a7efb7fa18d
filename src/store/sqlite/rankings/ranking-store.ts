import type { DatabaseSync } from 'node:sqlite';
import type { KstDay, KstMonth } from '../../../clock.ts';
import { kstMonthFirstDay, kstMonthOfDay } from '../../../clock.ts';
import { StoreUnavailableError } from '../../../gate/store-unavailable-error.ts';
import { editionCell } from '../../../rankings/edition-cells.ts';
import type {
  Edition,
  EditionKind,
  ListCell,
  RankedList,
  RankingStore,
} from '../../../rankings/ranking-store.ts';
import { SnapshotDamaged } from '../../../rankings/snapshot/snapshot.ts';
import { untilChanged } from '../../../until-changed.ts';
import {
  type EditionKey,
  editionFile,
  type OpenEdition,
  openEditionFile,
} from '../../files/edition-files.ts';
import { dataVersionOf } from '../data-version.ts';
import { rowsOf } from '../rows.ts';

/** Files kept open: several years of months, of which requests need only a few. */
const OPEN_FILES_MAX = 64;

export interface SqliteRankingStoreOptions {
  /** A connection of the reading thread; nothing is written to it. */
  readonly db: DatabaseSync;
  /** The folder of the editions' files. */
  readonly directory: string;
  /**
   * Called once for each file that turns out to be missing or damaged. Until a run has made it again, the version
   * before is served, or that of the period before, or StoreUnavailableError is thrown.
   */
  readonly onDamage?: (file: string, error: unknown) => void;
}

/** A RankingStore that holds open files until it is closed. */
export interface SqliteRankingStore extends RankingStore {
  /** Whether damage was found since this was asked last. */
  takeDamage(): boolean;
  close(): void;
}

/**
 * Serves the editions that a ranking run published: pointer rows in the catalogue file, lists in files of their own.
 * Another connection's commit takes effect at the next call. Lists are read from the page cache of the operating
 * system by position, in microseconds, so the methods finish without waiting.
 */
export function createSqliteRankingStore(options: SqliteRankingStoreOptions): SqliteRankingStore {
  const pointers = createPointers(options.db);
  let isDamageNew = false;
  const files = createOpenFiles(options.directory, (file, error) => {
    isDamageNew = true;
    options.onDamage?.(file, error);
  });
  const hold = (find: (editions: Editions) => Edition | null) => holdEdition(files, pointers, find);
  return {
    async findEdition(kind, period) {
      return hold((editions) => {
        if (kind !== 'daily') return editions.get(pointerKey(kind, period)) ?? null;
        const month = editions.get(pointerKey('monthly', kstMonthOfDay(period)));
        return month === undefined || period > month.untilDay ? null : dailyOf(month, period);
      });
    },
    async findLatestEdition(kind) {
      return hold((all) => {
        const editions = [...all.values()];
        if (kind !== 'daily') return editions.findLast((one) => one.kind === kind) ?? null;
        const month = editions.findLast((one) => one.kind === 'monthly');
        return month === undefined ? null : dailyOf(month, month.untilDay);
      });
    },
    async findPeriods(kind) {
      const months = [...pointers.current().values()].filter((one) => one.kind === 'monthly');
      const [first, last] = [months[0], months.at(-1)];
      if (first === undefined || last === undefined) return null;
      if (kind === 'monthly') return { first: first.period, last: last.period };
      return { first: kstMonthFirstDay(first.period), last: last.untilDay };
    },
    async readList(edition, cell) {
      return files.readList(edition, cell);
    },
    async listRanksOfItem(itemId, categoryId) {
      const ranks: { month: KstMonth; rank: number }[] = [];
      for (const { kind, period } of pointers.current().values()) {
        if (kind !== 'monthly') continue;
        const edition = hold((editions) => editions.get(pointerKey(kind, period)) ?? null);
        if (edition === null) continue;
        const list = files.readList(edition, { ...ALL_BUYERS, categoryId });
        const at = list.itemIds.indexOf(itemId);
        if (at >= 0) ranks.push({ month: edition.period, rank: at + 1 });
      }
      return ranks;
    },
    takeDamage() {
      const wasNew = isDamageNew;
      isDamageNew = false;
      return wasNew;
    },
    close: files.close,
  };
}

/**
 * Finds an edition and opens its file, so that it stays readable for the holder after newer editions replaced it. A
 * file that is gone because its edition was replaced twice since it was found is no failure: the edition then in
 * force is used. For a missing or damaged file the last good one stands in. Throws StoreUnavailableError when there is
 * none.
 */
function holdEdition(
  files: OpenFiles,
  pointers: ReturnType<typeof createPointers>,
  find: (editions: Editions) => Edition | null,
): Edition | null {
  for (let edition = find(pointers.current()); ; ) {
    if (edition === null) return null;
    try {
      files.open(edition);
      return edition;
    } catch (error) {
      const editions = pointers.reread();
      const current = find(editions);
      if (current?.version === edition.version && current.period === edition.period) {
        files.reportDamage(edition, error);
        return standIn(files, editions, edition);
      }
      edition = current;
    }
  }
}

/** The version before, or the edition of the period before where lists follow each other closely. */
function standIn(files: OpenFiles, editions: Editions, { kind, period, version }: Edition): Edition {
  const before = kind === 'monthly' || kind === 'daily' ? null : editions.get(pointerKey(kind, period - 1));
  for (const other of [{ kind, period, version: version - 1 }, before ?? null]) {
    if (other === null) continue;
    try {
      const { edition } = files.open(other);
      return kind === 'daily' ? dailyOf(edition, period) : edition;
    } catch {
      // The next one is tried.
    }
  }
  throw new StoreUnavailableError(`the list ${editionFile({ kind, period, version })} is damaged`);
}

const ALL_BUYERS = { sex: 'A', age: 255 } as const;

/** The list of one day, which is published with its month. */
function dailyOf(month: Edition, day: KstDay): Edition {
  return { ...month, kind: 'daily', period: day, untilDay: day };
}

/** The editions in force by pointerKey, periods ascending. */
type Editions = ReadonlyMap<string, Edition>;

function createPointers(db: DatabaseSync) {
  const dataVersion = dataVersionOf(db);
  const select = db.prepare(`
    SELECT kind, period, version, until_day AS "untilDay", published_at_ms AS "publishedAtMs"
    FROM edition
    ORDER BY kind, period`);
  const reread = () => new Map(rowsOf<Edition>(select).map((one) => [pointerKey(one.kind, one.period), one]));
  const editionsAt = untilChanged(reread);
  return {
    /** Read again only after another connection has committed. */
    current: (): Editions => editionsAt(dataVersion()),
    /** Read now: another process may have committed since this turn of the event loop began. */
    reread,
  };
}

function pointerKey(kind: EditionKind, period: number): string {
  return `${kind} ${period}`;
}

type OpenFiles = ReturnType<typeof createOpenFiles>;

/** Open files by edition; the one unused for longest is closed when there are too many. */
function createOpenFiles(directory: string, onDamage: (file: string, error: unknown) => void) {
  const opened = new Map<string, OpenEdition>();
  /** Never opened again: a run writes what replaces them under another name. */
  const damaged = new Set<string>();
  let latest: { readonly edition: EditionKey; readonly file: OpenEdition } | null = null;

  /** The edition's file, opened if it is not open. Throws as openEditionFile does, also for one known to be damaged. */
  function open(edition: EditionKey): OpenEdition {
    // An answer asks for the edition that it holds several times.
    if (latest?.edition === edition) return latest.file;
    const name = editionFile(edition);
    if (damaged.has(name)) throw new SnapshotDamaged(`${name} is known to be damaged`);
    const file = opened.get(name) ?? openEditionFile(directory, edition);
    opened.delete(name);
    opened.set(name, file);
    latest = { edition, file };
    for (const [oldName, old] of opened) {
      if (opened.size <= OPEN_FILES_MAX) break;
      opened.delete(oldName);
      old.close();
    }
    return file;
  }

  function reportDamage(edition: EditionKey, error: unknown): void {
    const name = editionFile(edition);
    if (damaged.has(name)) return;
    damaged.add(name);
    opened.get(name)?.close();
    opened.delete(name);
    latest = null;
    onDamage(name, error);
  }

  return {
    open,
    reportDamage,
    /** One list of a file. Throws StoreUnavailableError when it is damaged. */
    readList(edition: Edition, cell: ListCell): RankedList {
      try {
        return open(edition).readList(editionCell(edition, cell), cell.categoryId);
      } catch (error) {
        reportDamage(edition, error);
        throw new StoreUnavailableError(`the list ${editionFile(edition)} is damaged`, error);
      }
    },
    close(): void {
      for (const file of opened.values()) file.close();
      opened.clear();
      latest = null;
    },
  };
}
