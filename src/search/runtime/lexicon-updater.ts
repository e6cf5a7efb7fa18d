import type { Clock } from '../../clock.ts';
import { errorCode } from '../../whole-file.ts';
import type { ChangeFeed } from '../change-feed.ts';
import { buildLexicon, type Lexicon, wordCount } from '../lexicon.ts';
import { readLexiconFile } from './index-files.ts';
import type { IndexUpdater } from './index-updater.ts';

export interface LexiconUpdaterOptions {
  readonly feed: ChangeFeed;
  readonly indexUpdater: IndexUpdater;
  readonly dataDir: string;
  readonly clock: Clock;
  /**
   * Builds a lexicon of the catalogue on another thread, or of what changed since `older` where there is one; the
   * outcome goes to `endBuild`.
   */
  startBuild(older: KeptLexicon | null): void;
  /** The words of a catalogue have been gathered. Called after each build. */
  onGathered(): void;
  onProblem(problem: unknown): void;
}

/** A lexicon and the number of the last change in it. */
export interface KeptLexicon {
  readonly lexicon: Lexicon;
  readonly position: number;
}

/** The lexicon to answer with. */
export interface CurrentLexicon extends KeptLexicon {
  /** What items that changed since then add to it; see buildRecentLexicon. */
  readonly recent: Lexicon | null;
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
/** Up to this share of the catalogue, only the changes are gathered; beyond it, the whole is built again. */
const RECENT_SHARE_MAX = 0.1;
/** The pause between two builds, as a multiple of the last one's duration: builds use a tenth of one core, */
const REST_FACTOR = 9;
/** or up to half of one where changes would otherwise wait for longer than this. */
const LAG_MAX_MS = 60_000;
const RETRY_MS = 30_000;

/**
 * Keeps a lexicon up to date with the catalogue. For a small catalogue it is never behind. For a large one, what
 * changed since it was built is gathered in a few seconds, and the whole is built again when a tenth has changed. The
 * one saved before a stop serves from the start.
 */
export class LexiconUpdater {
  readonly #options: LexiconUpdaterOptions;
  #kept: KeptLexicon;
  #recent: KeptLexicon | null = null;
  #building: 'whole' | 'recent' | null = null;
  #startedAtMs = 0;
  readonly #restUntilMs = { whole: 0, recent: 0 };

  constructor(options: LexiconUpdaterOptions) {
    this.#options = options;
    this.#kept = this.#load();
  }

  /** The present lexicon for corrections and suggestions. */
  current(): CurrentLexicon {
    if (this.#isBehind && this.#isSmall) {
      const { feed, indexUpdater } = this.#options;
      this.#kept = { lexicon: buildLexicon(feed.eachEntry(SUGGESTED_MAX)), position: indexUpdater.position };
      this.#recent = null;
    }
    return { ...this.#kept, recent: this.#recent?.lexicon ?? null };
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
    if (this.#building !== null || this.#isSmall || !this.#isBehind) return;
    // One build at a time: the index itself comes first.
    if (indexUpdater.state === null || indexUpdater.isBuilding) return;
    const due = this.#isOld ? 'whole' : 'recent';
    if (due === 'recent' && this.#recent !== null && this.#recent.position >= indexUpdater.position) return;
    const now = clock.monotonicMs();
    if (now < this.#restUntilMs[due]) return;
    this.#building = due;
    this.#startedAtMs = now;
    this.#options.startBuild(due === 'whole' ? null : this.#kept);
  }

  endBuild({ kept, problem }: LexiconOutcome): void {
    const built = this.#building ?? 'whole';
    this.#building = null;
    if (problem !== null) this.#options.onProblem(problem);
    const now = this.#options.clock.monotonicMs();
    const restMs = restAfter(now - this.#startedAtMs);
    this.#restUntilMs[built] = now + (kept === null ? Math.max(RETRY_MS, restMs) : restMs);
    if (kept === null) return;
    if (built === 'recent') this.#recent = kept;
    else {
      this.#kept = kept;
      this.#recent = null;
      this.#restUntilMs.recent = 0;
    }
    this.#options.onGathered();
  }

  get #isBehind(): boolean {
    return this.#kept.position < this.#options.indexUpdater.position;
  }

  /** Whether too much has changed to gather only the changes. */
  get #isOld(): boolean {
    const changes = this.#options.indexUpdater.position - this.#kept.position;
    return this.#kept.position === NEVER || changes > RECENT_SHARE_MAX * this.#itemCount;
  }

  get #isSmall(): boolean {
    return this.#options.indexUpdater.state !== null && this.#itemCount <= AT_ONCE_MAX;
  }

  get #itemCount(): number {
    const { state } = this.#options.indexUpdater;
    return state === null ? 0 : state.segment.docCount + state.smallDocCount;
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
      if (errorCode(error) !== 'ENOENT') onProblem(error);
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
