import { RECOGNISE, type Reading } from './choose-reader.ts';
import type { IntakeState } from './feed-intake.ts';
import type { FeedPreview } from './feed-preview.ts';

type Stage = IntakeState['stage'];

/** The file in hand, as every instance sees it. */
export interface IntakeRecord {
  readonly state: IntakeState;
  /** How it is read. */
  readonly reading: Reading;
  /** What an operator needs to map it; null where it needs no mapping. */
  readonly preview: FeedPreview | null;
}

/** No file. */
export const EMPTY_BOARD: IntakeRecord = { state: { stage: 'idle' }, reading: RECOGNISE, preview: null };

/** Nobody can start another file in one of these stages. A file that was only checked gives way. */
export const BUSY_STAGES: ReadonlySet<Stage> = new Set(['uploading', 'checking', 'importing']);
/** Nothing more can be done with a file in these stages. */
export const DONE_STAGES: ReadonlySet<Stage> = new Set(['idle', 'imported', 'unreadable', 'stopped']);

/** The right to work on the file in hand. A worker that isn't heard of for a while loses it. */
export type WorkTicket = string;

/**
 * Where the one file that comes through the console is kept, and what becomes of it (FeedIntake), for all instances that share a
 * catalogue. Each method is one step that others see whole or not at all. All throw StoreUnavailableError.
 */
export interface IntakeBoard {
  /** A step whose worker has died is shown as `unreadable`, without a reason. */
  read(): Promise<IntakeRecord>;
  /** Puts a new file in the place of the one before. False while that one is uploading or worked on. */
  begin(name: string, bytes: number): Promise<boolean>;
  /** Adds the next piece of the file that is uploading, and says whether it was the last; null for any other piece. */
  addPiece(intakeId: number, offset: number, piece: Buffer): Promise<'more' | 'last' | null>;
  /** Changes a file that is in one of these stages and that nobody works on. False when it isn't. */
  change(intakeId: number, from: readonly Stage[], next: IntakeRecord): Promise<boolean>;
  /** As `change`, and the caller works on it from now on. Null when somebody else does, or the stage is another one. */
  claim(intakeId: number, from: readonly Stage[], next: IntakeRecord): Promise<WorkTicket | null>;
  /** How far the work has come; to be called every second or so. False when it should stop. */
  report(ticket: WorkTicket, state: IntakeState): Promise<boolean>;
  /** Ends the work. Pieces of a file that nothing can be done with any more are dropped. False when the work was lost before. */
  settle(ticket: WorkTicket, next: IntakeRecord): Promise<boolean>;
  /** Asks whoever works on the file to stop. False when nobody does. */
  askToStop(intakeId: number): Promise<boolean>;
  /** Lets `work` read the whole file at a path on this machine. */
  withFile<T>(intakeId: number, work: (path: string) => Promise<T>): Promise<T>;
}
