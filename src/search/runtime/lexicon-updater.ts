import type { Clock } from '../../clock.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { buildLexicon, type Lexicon, wordCount } from '../lexicon.ts';
import { readLexiconFile } from './index-files.ts';
import type { IndexUpdater } from './index-updater.ts';

export interface LexiconUpdaterOptions {
  readonly feed: ChangeFeed;
  readonly indexUpdater: IndexUpdater;
  readonly dataDir: string;
  readonly clock: Clock;
  /** Builds a lexicon of the catalogue on another thread; the outcome goes to `endBuild`. */
  startBuild(): void;
  /** The words of a catalogue have been gathered. Called after each build. */
  onGathered(): void;
  onProblem(problem: unknown): void;
}

/** A lexicon and the number of the last change in it. */
export interface KeptLexicon {
  readonly lexicon: Lexicon;
  readonly position: number;
}

/** Null = it couldn't be built; `problem` says why, or what else failed. */
export interface LexiconOutcome {
  readonly kept: KeptLexicon | null;
  readonly problem: string | null;
}

/** The most items that are suggested: more titles would take gigabytes for sorting and hardly ever be seen. */
export const SUGGESTED_MAX = 1_000_000;

/**
 * Up to this many items, the lexicon is built within the query that needs it, in some 40 ms; beyond, on another
 * thread.
 */
const AT_ONCE_MAX = 2_000;
/** The pause between two builds, as a multiple of the last one's duration: builds take a tenth of one core, */
const REST_FACTOR = 9;
/** or up to half of one where changes would otherwise wait for longer than this. */
const LAG_MAX_MS = 60_000;
const RETRY_MS = 30_000;

/**
 * Keeps a lexicon up to date with the catalogue. For a small catalogue it is never behind. For a large one it is
 * behind by its build and the pause before it; the one saved before a stop serves from the start.
 */
export class LexiconUpdater {
  readonly #options: LexiconUpdaterOptions;
  #kept: KeptLexicon;
  #isBuilding = false;
  #startedAtMs = 0;
  #restUntilMs = 0;

  constructor(options: LexiconUpdaterOptions) {
    this.#options = options;
    this.#kept = this.#load();
  }

  /** The present lexicon for corrections and suggestions. */
  current(): KeptLexicon {
    if (this.#isBehind && this.#isSmall) {
      const { feed, indexUpdater } = this.#options;
      this.#kept = { lexicon: buildLexicon(feed.eachEntry(SUGGESTED_MAX)), position: indexUpdater.position };
    }
    return this.#kept;
  }

  /**
   * Whether `current` has words of a catalogue that has any. It hasn't before its first build, when nothing was saved,
   * or when a large catalogue was just loaded into an empty one.
   */
  get isGathered(): boolean {
    return !this.#isBehind || this.#isSmall || wordCount(this.#kept.lexicon) > 0;
  }

  /** Starts a build when one is due. Call it regularly. */
  tick(): void {
    const { indexUpdater, clock } = this.#options;
    if (this.#isBuilding || this.#isSmall || !this.#isBehind) return;
    // One build at a time: the index itself comes first.
    if (indexUpdater.state === null || indexUpdater.isBuilding || clock.monotonicMs() < this.#restUntilMs)
      return;
    this.#isBuilding = true;
    this.#startedAtMs = clock.monotonicMs();
    this.#options.startBuild();
  }

  endBuild({ kept, problem }: LexiconOutcome): void {
    this.#isBuilding = false;
    if (problem !== null) this.#options.onProblem(problem);
    const now = this.#options.clock.monotonicMs();
    const restMs = restAfter(now - this.#startedAtMs);
    this.#restUntilMs = now + (kept === null ? Math.max(RETRY_MS, restMs) : restMs);
    if (kept === null) return;
    this.#kept = kept;
    this.#options.onGathered();
  }

  get #isBehind(): boolean {
    return this.#kept.position < this.#options.indexUpdater.position;
  }

  get #isSmall(): boolean {
    const { state } = this.#options.indexUpdater;
    return state !== null && state.segment.docCount + state.deltaCount <= AT_ONCE_MAX;
  }

  /** The saved one if it is of this catalogue, otherwise an empty one. */
  #load(): KeptLexicon {
    const { feed, dataDir, onProblem } = this.#options;
    try {
      const { lexicon, origin } = readLexiconFile(dataDir);
      const { catalogue, position } = origin;
      if (catalogue === feed.readCatalogue() && position <= feed.readLastChange())
        return { lexicon, position };
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing) onProblem(error);
    }
    return { lexicon: buildLexicon([]), position: NEVER };
  }
}

/**
 * How long to pause after a build of so many ms. A change that just misses a build waits for the rest of it, for the
 * pause and for the next build: LAG_MAX_MS in all, unless three builds take longer.
 */
export function restAfter(buildMs: number): number {
  return Math.min(REST_FACTOR * buildMs, Math.max(LAG_MAX_MS - 2 * buildMs, buildMs));
}

/** The position of a lexicon that no catalogue has: changes are numbered from 1, and none is 0. */
const NEVER = -1;
