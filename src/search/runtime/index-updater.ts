import { errorCode } from '../../whole-file.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { ChangeBatch, IndexState } from '../engine/index-state.ts';
import { emptySegment } from '../engine/next-segment.ts';
import { Segment, type SegmentArrays } from '../engine/segment.ts';
import { readSegmentFile } from './index-files.ts';

export interface IndexUpdaterOptions {
  readonly feed: ChangeFeed;
  readonly dataDir: string;
  readonly limits: IndexUpdaterLimits;
  /** Starts a build of what changed since `position` on top of a segment. `endBuild` is called with its outcome. */
  startBuild(base: SegmentArrays, position: number): void;
  /** The index is ready. Called once. */
  onReady(): void;
  /** There is no index yet, and building it takes longer than a start should wait. Called before such a build. */
  onLongBuild(): void;
  /** A built segment is shown, and nothing refers to the one before it. */
  onReplaced(): void;
  /** A problem for the operator; search continues as well as it can. */
  onProblem(problem: unknown): void;
}

/** Null = values that fit the size of the catalogue. */
export interface IndexUpdaterLimits {
  /** The number of documents outside the segment that starts a merge. */
  readonly mergeAt: number | null;
  /** The number of pending changes that are built separately, because that takes less memory than many small segments. */
  readonly buildAt: number | null;
}

/** An outcome of a build: the segment and the number of the last change in it, or the failure. */
export type BuildOutcome =
  | { readonly arrays: SegmentArrays; readonly position: number; readonly problem: string | null }
  | { readonly arrays: null; readonly problem: string };

/** Changes that are applied before a query is answered, about 10 ms of work; more are applied in steps in between. */
const ROWS_AT_ONCE = 500;
/** Changes applied between two queries while many are pending. */
const ROWS_A_STEP = 100;
const BUILD_AT = 100_000;
/** Without an index, more pending changes than these many times `buildAt` make a long build: five seconds and more. */
const LONG_BUILD_FACTOR = 3;
const RETRY_MS = 30_000;

/** An index, and the numbers of the last change in it and in its segment. */
interface Indexed {
  readonly state: IndexState;
  readonly segmentPosition: number;
  position: number;
}

/** Changes being applied, in one read transaction. Nobody sees them before all are applied. */
interface Staging {
  readonly batch: ChangeBatch;
  readonly target: Indexed;
  readonly version: unknown;
  /** Number of the last change that the transaction sees. */
  readonly end: number;
  after: number;
}

/**
 * Keeps an index in step with the catalogue. It always shows the catalogue as of one commit. The changes of a commit
 * are prepared in steps and become visible at once; commits arriving close together may be published together.
 */
export class IndexUpdater {
  readonly #options: IndexUpdaterOptions;
  readonly #feed: ChangeFeed;
  readonly #catalogue: string;
  #visible: Indexed | null = null;
  /** The index being updated: the visible one, or its replacement. */
  #target: Indexed;
  #staging: Staging | null = null;
  #seenVersion: unknown;
  /** The version that the visible index is of. */
  #shownVersion: unknown;
  #isBuilding = false;
  #isStepDue = false;
  #isClosed = false;

  constructor(options: IndexUpdaterOptions) {
    this.#options = options;
    this.#feed = options.feed;
    this.#catalogue = this.#feed.readCatalogue();
    this.#target = this.#load();
  }

  /** The index as of a commit that is at most a second old, or null while there is none. */
  get state(): IndexState | null {
    return this.#visible?.state ?? null;
  }

  /** The number of the last change that the index shows. */
  get position(): number {
    return this.#visible?.position ?? 0;
  }

  /** Whether the index shows everything that was committed when `refresh` was last called. */
  get isCurrent(): boolean {
    return (
      this.#staging === null && this.#seenVersion !== undefined && this.#seenVersion === this.#shownVersion
    );
  }

  /** Whether a segment is being built on another thread. */
  get isBuilding(): boolean {
    return this.#isBuilding;
  }

  /** Items that a number names at present. */
  findNamed(itemId: number | null, isbn13: string, isbn10: string): number[] {
    return this.#feed.findNamed(itemId, isbn13, isbn10);
  }

  /**
   * Applies what was committed, all of it if it is little. Changes being applied in steps are finished first if few are
   * left; otherwise the steps go on by themselves. Throws when the catalogue can't be read.
   */
  refresh(): void {
    if (this.#isClosed) return;
    try {
      if (this.#staging !== null) {
        if (this.#staging.end - this.#staging.after > ROWS_AT_ONCE) return;
        this.#advance(ROWS_AT_ONCE);
      }
      this.#begin();
      this.#advance(ROWS_AT_ONCE);
    } catch (error) {
      this.#abandon();
      throw error;
    }
  }

  endBuild(outcome: BuildOutcome): void {
    if (outcome.problem !== null) this.#options.onProblem(outcome.problem);
    if (outcome.arrays === null) {
      setTimeout(() => {
        this.#isBuilding = false;
        this.#seenVersion = undefined;
      }, RETRY_MS).unref();
      return;
    }
    this.#isBuilding = false;
    this.#abandon();
    const { position } = outcome;
    this.#target = {
      state: new IndexState(new Segment(outcome.arrays)),
      segmentPosition: position,
      position,
    };
    this.#scheduleStep();
  }

  close(): void {
    this.#isClosed = true;
    this.#abandon();
  }

  /** The saved segment if it is of this catalogue, otherwise an empty one. */
  #load(): Indexed {
    try {
      const { arrays, origin } = readSegmentFile(this.#options.dataDir);
      const isOurs = origin.catalogue === this.#catalogue && origin.position <= this.#feed.readLastChange();
      const { position } = origin;
      if (isOurs) return { state: new IndexState(new Segment(arrays)), segmentPosition: position, position };
      this.#options.onProblem('the saved search index is of another catalogue; it is made again');
    } catch (error) {
      if (errorCode(error) !== 'ENOENT') this.#options.onProblem(error);
    }
    return { state: new IndexState(emptySegment()), segmentPosition: 0, position: 0 };
  }

  /** Starts applying what was committed since the last time, if anything. */
  #begin(): void {
    const version = this.#feed.readVersion();
    if (version === this.#seenVersion) return;
    this.#feed.beginSnapshot();
    const target = this.#target;
    const end = this.#feed.readLastChange();
    const pending = end - target.position;
    const buildAt = this.#options.limits.buildAt ?? BUILD_AT;
    if (pending > buildAt) {
      this.#feed.endSnapshot();
      this.#seenVersion = version;
      // A day-old index is better than none.
      if (this.#visible === null && target.position > 0) this.#show(target);
      if (this.#visible === null && pending > buildAt * LONG_BUILD_FACTOR) this.#options.onLongBuild();
      this.#build(target);
      return;
    }
    this.#staging = { batch: new ChangeBatch(), target, version, end, after: target.position };
  }

  /** Applies some of the pending changes, and shows them once all are applied. */
  #advance(rows: number): void {
    const staging = this.#staging;
    if (staging === null) return;
    const { target, batch, end } = staging;
    if (staging.after < end) {
      const changes = this.#feed.listChanges(staging.after, target.position, rows);
      for (const change of changes) batch.add(change);
      staging.after = changes.at(-1)?.changeNo ?? end;
    }
    if (staging.after < end) {
      this.#scheduleStep();
      return;
    }
    this.#feed.endSnapshot();
    this.#staging = null;
    target.state.publish(batch);
    target.position = end;
    this.#seenVersion = staging.version;
    this.#shownVersion = staging.version;
    this.#show(target);
  }

  #show(target: Indexed): void {
    const before = this.#visible;
    this.#visible = target;
    if (before === null) this.#options.onReady();
    else if (before !== target) this.#options.onReplaced();
    const { smallDocCount, figureChanges, segment } = target.state;
    const mergeAt =
      this.#options.limits.mergeAt ?? Math.min(Math.max(MERGE_MIN, segment.docCount / 50), MERGE_MAX);
    if (smallDocCount > mergeAt || figureChanges > Math.max(mergeAt, segment.docCount / 4))
      this.#build(target);
  }

  #build(target: Indexed): void {
    if (this.#isBuilding) return;
    this.#isBuilding = true;
    this.#options.startBuild(target.state.segment.arrays, target.segmentPosition);
  }

  /** Continues after whatever waits in the event loop, queries above all. */
  #scheduleStep(): void {
    if (this.#isStepDue) return;
    this.#isStepDue = true;
    setImmediate(() => {
      this.#isStepDue = false;
      if (this.#isClosed) return;
      try {
        if (this.#staging === null) {
          // A replacement segment is behind, whether or not there was a commit.
          this.#seenVersion = undefined;
          this.#begin();
        }
        this.#advance(ROWS_A_STEP);
      } catch (error) {
        this.#abandon();
        this.#options.onProblem(error);
      }
    });
  }

  #abandon(): void {
    this.#staging = null;
    this.#feed.endSnapshot();
  }
}

/** A merge costs seconds of another thread, small segments a little of every query. */
const MERGE_MIN = 2_000;
const MERGE_MAX = 50_000;
