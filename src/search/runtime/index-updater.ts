import { errorCode } from '../../base/whole-file.ts';
import type { Clock } from '../../clock.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { ChangeBatch } from '../engine/item-changes.ts';
import { ItemIndex } from '../engine/item-index.ts';
import { buildLexicon, type Lexicon } from '../lexicon.ts';
import {
  type BuiltIndex,
  emptyBase,
  type IndexBuild,
  OtherFormatError,
  readIndexFile,
} from './built-index.ts';

export interface IndexUpdaterOptions {
  readonly feed: ChangeFeed;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly limits: IndexUpdaterLimits;
  /** Builds on another thread. */
  build(build: IndexBuild): Promise<BuiltIndex>;
  /** Another index is shown, and nothing refers to the one before it. */
  onShown(): void;
  /** A problem for the operator; search continues as well as it can. */
  onProblem(problem: unknown): void;
}

/** By default they fit the size of the catalogue. */
export interface IndexUpdaterLimits {
  /** The number of documents outside the segment that starts a build. */
  readonly mergeAt?: number;
  /** The number of pending changes that are built separately, because that takes less memory than many small segments. */
  readonly buildAt?: number;
}

/** Changes that are applied before a query is answered, about 10 ms of work; more are applied in steps in between. */
const ROWS_AT_ONCE = 500;
/** Changes applied between two queries while many are pending. */
const ROWS_A_STEP = 100;
const BUILD_AT = 100_000;
/** A build costs seconds of another thread, small segments a little of every query. */
const MERGE_MIN = 2_000;
const MERGE_MAX = 50_000;
const RETRY_MS = 30_000;
/** Up to this many items, words are gathered within the query that needs them, in some 40 ms. */
const WORDS_AT_ONCE_MAX = 2_000;
/** The pause before a build for new words alone, as a multiple of the last build: it uses a tenth of one core. */
const REST_FACTOR = 9;

/**
 * Keeps an index and its words in step with the catalogue. The index always shows the catalogue as of one commit. The changes of a
 * commit are prepared in steps and become visible at once. Words are those of the last build, of a small catalogue of the last commit.
 */
export class IndexUpdater {
  readonly #options: IndexUpdaterOptions;
  readonly #feed: ChangeFeed;
  /** What queries see. */
  #index: ItemIndex | null = null;
  /** What changes are applied to: the index, or the one that takes its place once it has them all. */
  #target: ItemIndex;
  /** Position 0: none were gathered yet. */
  #words: { readonly lexicon: Lexicon; readonly position: number };
  /** The steps of catching up, while they are under way. Nobody sees their changes before all are applied. */
  #steps: Generator<void> | null = null;
  #seenVersion: unknown;
  /** The version that the index is of. */
  #shownVersion: unknown;
  /** No build begins before. */
  #buildFromMs = 0;
  /** Nor does one for new words alone. */
  #restUntilMs = 0;
  #isClosed = false;

  constructor(options: IndexUpdaterOptions) {
    this.#options = options;
    this.#feed = options.feed;
    const saved = this.#load();
    this.#target = new ItemIndex(saved ?? emptyBase());
    this.#words = { lexicon: saved?.arrays ?? buildLexicon([]), position: saved?.position ?? 0 };
  }

  /** The index as of the last update, which may lag while a build runs; null while there is none. */
  get index(): ItemIndex | null {
    return this.#index;
  }

  /** Whether the index shows everything that was committed when `refresh` was last called. */
  get isCurrent(): boolean {
    return this.#index !== null && this.#seenVersion === this.#shownVersion;
  }

  /** For corrections and suggestions. */
  lexicon(): Lexicon {
    const isDue = this.#words.position === 0 || this.#isSmall;
    if (this.#index !== null && isDue && !this.isLexiconCurrent)
      this.#words = { lexicon: buildLexicon(this.#feed.eachEntry()), position: this.#index.position };
    return this.#words.lexicon;
  }

  /** Whether the lexicon is of the same commit as the index. */
  get isLexiconCurrent(): boolean {
    return this.#words.position >= (this.#index?.position ?? 0);
  }

  /** Items that a number names at present. */
  findNamed(itemId: number | null, isbn13: string, isbn10: string): number[] {
    return this.#feed.findNamed(itemId, isbn13, isbn10);
  }

  /** Applies what was committed, all of it if it is little; else the steps go on by themselves. Throws when the catalogue can't be read. */
  refresh(): void {
    if (this.#steps !== null) return;
    this.#steps = this.#catchUp();
    this.#step(this.#steps);
  }

  /** The same, and starts a build that is due. Call it regularly. */
  tick(): void {
    this.refresh();
    if (this.#index === this.#target && this.#isBuildDue) this.#build();
  }

  close(): void {
    this.#isClosed = true;
    this.#abandon();
  }

  /** The saved index if it is of this catalogue. */
  #load() {
    try {
      const saved = readIndexFile(this.#options.dataDir);
      const { catalogue, position } = saved;
      if (catalogue === this.#feed.readCatalogue() && position <= this.#feed.readLastChange()) return saved;
      this.#options.onProblem('the saved search index is of another catalogue; it is made again');
    } catch (error) {
      // After an upgrade, or without a file, building it is no problem.
      const { onProblem } = this.#options;
      if (errorCode(error) !== 'ENOENT' && !(error instanceof OtherFormatError)) onProblem(error);
    }
    return null;
  }

  *#catchUp(): Generator<void> {
    const feed = this.#feed;
    const version = feed.readVersion();
    this.#seenVersion = version;
    if (version === this.#shownVersion) return;
    const target = this.#target;
    feed.beginSnapshot();
    try {
      const end = feed.readLastChange();
      // A large catalogue gets its first words with its first segment.
      const buildAt = this.#words.position === 0 ? WORDS_AT_ONCE_MAX : BUILD_AT;
      if (end - target.position > (this.#options.limits.buildAt ?? buildAt)) {
        // A day-old index is better than none.
        if (target.position > 0) this.#show();
        this.#build();
        return;
      }
      const batch = new ChangeBatch(ROWS_AT_ONCE);
      let left = ROWS_AT_ONCE;
      for (const change of feed.eachChange(target.position)) {
        if (left-- === 0) {
          yield;
          left = ROWS_A_STEP - 1;
        }
        batch.add(change);
      }
      target.publish(batch, end);
      this.#shownVersion = version;
      this.#show();
    } finally {
      feed.endSnapshot();
    }
  }

  /** Takes a step; the next one comes after whatever waits in the event loop, queries above all. */
  #step(steps: Generator<void>): void {
    try {
      if (steps.next().done) this.#steps = null;
      else setImmediate(() => this.#goOn(steps));
    } catch (error) {
      this.#steps = null;
      throw error;
    }
  }

  #goOn(steps: Generator<void>): void {
    if (this.#steps !== steps) return;
    try {
      this.#step(steps);
    } catch (error) {
      this.#options.onProblem(error);
    }
  }

  #abandon(): void {
    this.#steps?.return(undefined);
    this.#steps = null;
  }

  #show(): void {
    if (this.#index === this.#target) return;
    this.#index = this.#target;
    this.#options.onShown();
  }

  get #isSmall(): boolean {
    return this.#target.segmentDocCount + this.#target.smallDocCount <= WORDS_AT_ONCE_MAX;
  }

  get #isBuildDue(): boolean {
    const { segmentDocCount, smallDocCount, figureChanges } = this.#target;
    const mergeAt =
      this.#options.limits.mergeAt ?? Math.min(Math.max(MERGE_MIN, segmentDocCount / 50), MERGE_MAX);
    if (smallDocCount > mergeAt) return true;
    const isOld = smallDocCount > 0 || figureChanges > segmentDocCount / 10;
    return isOld && !this.#isSmall && this.#options.clock.monotonicMs() >= this.#restUntilMs;
  }

  async #build(): Promise<void> {
    const { dataDir, clock, build, onProblem } = this.#options;
    const startMs = clock.monotonicMs();
    if (startMs < this.#buildFromMs) return;
    this.#buildFromMs = Number.POSITIVE_INFINITY;
    try {
      const built = await build({ dataDir, base: this.#target.built });
      if (this.#isClosed) return;
      this.#take(built);
      this.#buildFromMs = clock.monotonicMs();
      this.#restUntilMs = this.#buildFromMs + REST_FACTOR * (this.#buildFromMs - startMs);
    } catch (error) {
      if (this.#isClosed) return;
      onProblem(`the search index was not built: ${error}`);
      this.#buildFromMs = clock.monotonicMs() + RETRY_MS;
    }
  }

  #take(built: BuiltIndex): void {
    if (built.problem !== null) this.#options.onProblem(built.problem);
    // Changes being applied were read for the index as it was.
    this.#abandon();
    this.#shownVersion = undefined;
    this.#target = new ItemIndex(built);
    this.#words = { lexicon: built.arrays, position: built.position };
    if (built.position >= (this.#index?.position ?? 0)) this.#show();
  }
}
