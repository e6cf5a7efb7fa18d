import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { errorCode } from '../../base/whole-file.ts';
import type { ChangeMark } from '../../catalog/revision.ts';
import type { Clock } from '../../clock.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { ChangeBatch } from '../engine/item-changes.ts';
import { ItemIndex } from '../engine/item-index.ts';
import {
  type BuildBase,
  type BuiltIndex,
  buildLexicon,
  emptyBase,
  type Lexicon,
  readIndexFile,
  SetBackError,
} from './built-index.ts';

export interface IndexUpdaterOptions {
  readonly feed: ChangeFeed;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly limits: IndexUpdaterLimits;
  /** Builds an index on another thread, from a segment and the changes since. */
  build(base: BuildBase): Promise<BuiltIndex>;
  onShown(): void;
  onProblem(problem: unknown): void;
}

export interface IndexUpdaterLimits {
  /** Above this number of documents in small segments, a build starts. */
  readonly mergeAt?: number;
  /** Above this number of pending changes, a build applies them, because that takes less memory than many small segments. */
  readonly buildAt?: number;
}

/** Changes applied in one tick of the event loop, some milliseconds of work. */
const CHANGES_A_STEP = 200;
const SMALL_SEGMENT_DOCS = 500;
/** Maximum number of pending changes that this thread applies, in some seconds. A build applies more changes. */
const BUILD_AT = 100_000;
/** How long a query waits until the index has earlier commits. After that, the current index answers the query. */
const WAIT_MS = 5_000;
/** Limits of the default `mergeAt`: a build costs seconds of another thread; small segments slow every query a little. */
const MERGE_MIN = 2_000;
const MERGE_MAX = 50_000;
const RETRY_MS = 30_000;
/** Up to this many items, the lexicon is built anew with every change, in some 40 ms. */
const SMALL_CATALOGUE_MAX = 2_000;
/** A build that only renews the lexicon waits for 9 times the duration of the last build, and so uses a tenth of one core. */
const REST_FACTOR = 9;

/**
 * Keeps an index and its lexicon up to date. The index always shows one commit: later changes are prepared in steps and become
 * visible together. The lexicon is as of the last build or, for a small catalogue, of the last commit.
 */
export class IndexUpdater {
  readonly #options: IndexUpdaterOptions;
  readonly findNamed: ChangeFeed['findNamed'];
  #index: ItemIndex | null = null;
  /** The index to which changes are applied: the current one, or a new build that will replace it. */
  #target: ItemIndex;
  #base: BuildBase;
  #last: ChangeMark;
  #words: { readonly lexicon: Lexicon; readonly position: number };
  #shownRevision = -1;
  #catchingUp: Promise<boolean> | null = null;
  /** No build starts before this time of the monotonic clock. */
  #buildFromMs = 0;
  /** No build that only renews the lexicon starts before this time. */
  #restUntilMs = 0;
  #isClosed = false;

  /** Starts from the saved index if it belongs to this catalogue. Throws when the catalogue can't be read. */
  static async open(options: IndexUpdaterOptions): Promise<IndexUpdater> {
    const { feed, dataDir, onProblem } = options;
    let saved: ReturnType<typeof readIndexFile> = null;
    try {
      saved = readIndexFile(dataDir);
    } catch (error) {
      // A missing file is no problem: the index is built then. Only a damaged file is reported.
      if (errorCode(error) !== 'ENOENT') onProblem(error);
    }
    if (saved !== null && (await feed.has(saved.last))) return new IndexUpdater(options, saved, saved.arrays);
    if (saved !== null) onProblem('the saved search index is of another catalogue; it is made again');
    return new IndexUpdater(options, emptyBase(), await buildLexicon([]));
  }

  private constructor(options: IndexUpdaterOptions, base: BuildBase, lexicon: Lexicon) {
    this.#options = options;
    this.findNamed = options.feed.findNamed;
    this.#target = new ItemIndex(base.arrays, base.last.no);
    this.#base = base;
    this.#last = base.last;
    this.#words = { lexicon, position: base.last.no };
  }

  /** The index that answers queries, which may lag while a build runs; null before the first one is ready. */
  get index(): ItemIndex | null {
    return this.#index;
  }

  get lexicon(): Lexicon {
    return this.#words.lexicon;
  }

  get isLexiconCurrent(): boolean {
    return this.#words.position >= (this.#index?.position ?? 0);
  }

  /**
   * Brings the index up to a revision, or to the last commit. Returns false if that takes longer than WAIT_MS or needs a build.
   */
  async refresh(revision: number | null): Promise<boolean> {
    if (revision !== null && revision <= this.#shownRevision) return true;
    const { feed } = this.#options;
    const state = await feed.readState();
    if (state.revision !== this.#shownRevision && state.lastChange <= this.#last.no) await this.#prove(feed);
    const isShown =
      this.#shows(state.lastChange) ||
      (await Promise.race([this.#reach(state.lastChange), wait(WAIT_MS, false, { ref: false })]));
    if (isShown) this.#shownRevision = Math.max(this.#shownRevision, state.revision);
    return isShown;
  }

  /** Applies committed changes, and starts a build that is due. Call it regularly. */
  async tick(): Promise<void> {
    await this.refresh(null);
    if (this.#index !== this.#target) await this.#joinCatchUp();
    else if (this.#isBuildDue) this.#build();
  }

  close(): void {
    this.#isClosed = true;
  }

  async #prove({ has }: Pick<ChangeFeed, 'has'>): Promise<void> {
    const last = this.#last;
    // If a build has replaced the target meanwhile, `last` no longer matters.
    if (!(await has(last)) && this.#last === last) throw new SetBackError();
  }

  #shows(change: number): boolean {
    return this.#index !== null && this.#index.position >= change;
  }

  async #reach(change: number): Promise<boolean> {
    while (!this.#shows(change)) if (!(await this.#joinCatchUp())) return false;
    return true;
  }

  #joinCatchUp(): Promise<boolean> {
    this.#catchingUp ??= this.#catchUp().finally(() => {
      this.#catchingUp = null;
    });
    return this.#catchingUp;
  }

  /** Applies all pending changes as one batch. Returns false if a build must apply them. */
  #catchUp(): Promise<boolean> {
    return this.#options.feed.snapshot(async ({ state, last, has, changes, entries }) => {
      const target = this.#target;
      await this.#prove({ has });
      // The first index of a large catalogue comes from a build, together with its lexicon.
      const isFirst = this.#index === null && target.position === 0;
      const buildAt = isFirst ? SMALL_CATALOGUE_MAX : BUILD_AT;
      if (state.lastChange - target.position > (this.#options.limits.buildAt ?? buildAt)) {
        // A saved index that is a day old is better than none.
        if (target.position > 0) this.#show();
        this.#build();
        return false;
      }
      const batch = new ChangeBatch(SMALL_SEGMENT_DOCS);
      let count = 0;
      for await (const portion of changes(target.position)) {
        for (const change of portion) {
          if (++count % CHANGES_A_STEP === 0) await nextTick();
          if (this.#isClosed) return false;
          // A build has replaced the target meanwhile, so these changes don't apply to it.
          if (this.#target !== target) return true;
          batch.add(change);
        }
      }
      target.publish(batch, state.lastChange);
      this.#last = last;
      if (this.#isSmall) {
        const lexicon = await buildLexicon(entries());
        if (this.#target !== target) return true;
        this.#words = { lexicon, position: state.lastChange };
      }
      this.#show();
      return true;
    });
  }

  #show(): void {
    if (this.#index === this.#target) return;
    this.#index = this.#target;
    this.#options.onShown();
  }

  get #isSmall(): boolean {
    return this.#target.segmentDocCount + this.#target.smallDocCount <= SMALL_CATALOGUE_MAX;
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
    const { clock, build, onProblem } = this.#options;
    const startMs = clock.monotonicMs();
    if (startMs < this.#buildFromMs) return;
    this.#buildFromMs = Number.POSITIVE_INFINITY;
    try {
      const built = await build(this.#base);
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
    this.#target = new ItemIndex(built.arrays, built.last.no);
    this.#base = built;
    this.#last = built.last;
    this.#words = { lexicon: built.arrays, position: built.last.no };
    if (built.last.no >= (this.#index?.position ?? 0)) this.#show();
  }
}
