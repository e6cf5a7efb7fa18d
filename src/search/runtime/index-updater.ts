import { setImmediate as nextTick, setTimeout as wait } from 'node:timers/promises';
import { errorCode } from '../../base/whole-file.ts';
import type { ChangeMark } from '../../catalog/change-numbers.ts';
import type { Clock } from '../../clock.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { ChangeBatch } from '../engine/item-changes.ts';
import { ItemIndex } from '../engine/item-index.ts';
import { type Lexicon, LexiconBuilder } from '../lexicon.ts';
import { type BuildBase, type BuiltIndex, emptyBase, readIndexFile, SetBackError } from './built-index.ts';

export interface IndexUpdaterOptions {
  readonly feed: ChangeFeed;
  /** The folder of the saved index. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly limits: IndexUpdaterLimits;
  /** Builds an index on another thread, of a segment and what changed since. */
  build(base: BuildBase): Promise<BuiltIndex>;
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

/** Changes applied between two queries, some milliseconds of work. */
const CHANGES_A_STEP = 200;
/** Documents of a small segment. */
const SMALL_SEGMENT_DOCS = 500;
/** More pending changes are left to a build; so many take some seconds. */
const BUILD_AT = 100_000;
/** The longest that a query waits for what was committed before it. After that it is answered from the index as it is. */
const WAIT_MS = 5_000;
/** A build costs seconds of another thread, small segments a little of every query. */
const MERGE_MIN = 2_000;
const MERGE_MAX = 50_000;
const RETRY_MS = 30_000;
/** Up to this many items, words are gathered within the query that needs them, in some 40 ms. */
const SMALL_CATALOGUE_MAX = 2_000;
/** The pause before a build for new words alone, as a multiple of the last build: it uses a tenth of one core. */
const REST_FACTOR = 9;

/**
 * Keeps an index and its words in step with the catalogue. The index always shows the catalogue as of one commit: later changes are
 * prepared in steps and become visible at once. Its words are those of the last build, or, of a small catalogue, of the last commit.
 */
export class IndexUpdater {
  readonly #options: IndexUpdaterOptions;
  /** What queries see. */
  #index: ItemIndex | null = null;
  /** What changes are applied to: the index, or a newly built one that takes its place once it has them all. */
  #target: ItemIndex;
  /** What the target was built as, and the last change in it now. */
  #base: BuildBase;
  #last: ChangeMark;
  #words: { readonly lexicon: Lexicon; readonly position: number };
  /** The index shows everything up to this revision of the catalogue. */
  #shownRevision = -1;
  #catchingUp: Promise<boolean> | null = null;
  #gathering: Promise<void> | null = null;
  /** No build begins before. */
  #buildFromMs = 0;
  /** Nor does one for new words alone. */
  #restUntilMs = 0;
  #isClosed = false;

  /** Starts from the saved index if it is of this catalogue, as it came to be. Throws when the catalogue can't be read. */
  static async open(options: IndexUpdaterOptions): Promise<IndexUpdater> {
    const { feed, onProblem } = options;
    const saved = readSaved(options);
    if (saved !== null && (await feed.has({ no: saved.position, mark: saved.mark })))
      return new IndexUpdater(options, saved, saved.arrays);
    if (saved !== null) onProblem('the saved search index is of another catalogue; it is made again');
    return new IndexUpdater(options, emptyBase(), new LexiconBuilder().finish());
  }

  private constructor(options: IndexUpdaterOptions, base: BuildBase, lexicon: Lexicon) {
    this.#options = options;
    this.#target = new ItemIndex(base);
    this.#base = base;
    this.#last = { no: base.position, mark: base.mark };
    this.#words = { lexicon, position: base.position };
  }

  /** The index as of the last update, which may lag while a build runs; null while there is none. */
  get index(): ItemIndex | null {
    return this.#index;
  }

  /** For corrections and suggestions. */
  async lexicon(): Promise<Lexicon> {
    if (this.#index !== null && this.#isSmall && !this.isLexiconCurrent) {
      this.#gathering ??= this.#gatherWords().finally(() => {
        this.#gathering = null;
      });
      await this.#gathering;
    }
    return this.#words.lexicon;
  }

  /** Whether the lexicon is of the same commit as the index, or of a later one. */
  get isLexiconCurrent(): boolean {
    return this.#words.position >= (this.#index?.position ?? 0);
  }

  /** Items that a number names at present. */
  get findNamed(): ChangeFeed['findNamed'] {
    return this.#options.feed.findNamed;
  }

  /**
   * Lets the index show a revision of the catalogue, or all that is committed now. Returns false when it doesn't yet, because that
   * takes longer than WAIT_MS or a build. Throws when the catalogue can't be read, and SetBackError.
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

  /** Takes in what was committed, and starts a build that is due. Call it regularly. */
  async tick(): Promise<void> {
    await this.refresh(null);
    if (this.#index !== this.#target) await this.#joinCatchUp();
    else if (this.#isBuildDue) this.#build();
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Throws SetBackError. */
  async #prove({ has }: Pick<ChangeFeed, 'has'>): Promise<void> {
    const last = this.#last;
    // Meanwhile a build may have ended.
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

  /** Takes in the changes of one moment. Returns false where that is left to a build. */
  #catchUp(): Promise<boolean> {
    return this.#options.feed.snapshot(async ({ state, last, has, changes }) => {
      const target = this.#target;
      await this.#prove({ has });
      // The first index of a large catalogue comes with its words.
      const isFirst = this.#index === null && target.position === 0;
      const buildAt = isFirst ? SMALL_CATALOGUE_MAX : BUILD_AT;
      if (state.lastChange - target.position > (this.#options.limits.buildAt ?? buildAt)) {
        // A day-old index is better than none.
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
          // A build has ended in the meantime: these changes are those of the index as it was.
          if (this.#target !== target) return true;
          batch.add(change);
        }
      }
      target.publish(batch, state.lastChange);
      this.#last = last;
      this.#show();
      return true;
    });
  }

  #show(): void {
    if (this.#index === this.#target) return;
    this.#index = this.#target;
    this.#options.onShown();
  }

  #gatherWords(): Promise<void> {
    return this.#options.feed.snapshot(async ({ state, entries }) => {
      const words = new LexiconBuilder();
      for await (const portion of entries()) words.addAll(portion);
      this.#words = { lexicon: words.finish(), position: state.lastChange };
    });
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
    this.#target = new ItemIndex(built);
    this.#base = built;
    this.#last = { no: built.position, mark: built.mark };
    this.#words = { lexicon: built.arrays, position: built.position };
    if (built.position >= (this.#index?.position ?? 0)) this.#show();
  }
}

/** Null if there is none that can be read; one of another release, or none at all, is no problem. */
function readSaved({ dataDir, onProblem }: Pick<IndexUpdaterOptions, 'dataDir' | 'onProblem'>) {
  try {
    return readIndexFile(dataDir);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') onProblem(error);
    return null;
  }
}
