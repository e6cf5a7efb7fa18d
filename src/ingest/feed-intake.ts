import type { ImportReport } from './import-feed.ts';
import type { Reason } from './reason.ts';

/** Largest file that is taken over the console; larger ones go over the command line. */
export const FEED_BYTES_MAX = 1024 ** 3;
/** Largest piece of a file: one that a slow line sends within the time that a request may take. */
export const PIECE_BYTES_MAX = 1024 ** 2;

/** A file on its way in. Each has a number of its own, so that nobody decides over another file than the one shown. */
interface Intake {
  readonly intakeId: number;
  /** As the sender calls it, without folders. */
  readonly name: string;
  readonly bytes: number;
}

/** What is going on. A check reads the whole file and changes nothing; an import does the same and keeps it. */
export type IntakeState =
  | { readonly stage: 'idle' }
  | (Intake & { readonly stage: 'uploading'; readonly receivedBytes: number })
  | (Intake & {
      readonly stage: 'checking' | 'importing';
      /** Of the file as it came, compressed or not. */
      readonly readBytes: number;
      readonly lines: number;
    })
  | (Intake & { readonly stage: 'checked' | 'imported'; readonly report: ImportReport })
  /** `reason` is null when the cause is in the log only. */
  | (Intake & { readonly stage: 'unreadable'; readonly reason: Reason | null })
  | (Intake & { readonly stage: 'stopped' });

/**
 * Takes feeds from the console: a file in pieces, a check, and on the operator's word the import. One file at a time.
 * The work is done apart from the thread that answers. Nothing of it outlives the process but what was imported.
 */
export interface FeedIntake {
  state(): IntakeState;
  /** Makes room for a file of so many bytes. False while another one is being received, checked, or imported. */
  begin(name: string, bytes: number): Promise<boolean>;
  /** Adds the next piece; the last one starts the check. False when the piece is not the one that comes next. */
  add(intakeId: number, offset: number, piece: Buffer): Promise<boolean>;
  /**
   * Imports the file that was checked. `actor` is for the import log; `force` goes through brakes. A brake that the check
   * didn't meet leads back to the stage `checked` with a new report. False when there is no such file.
   */
  importChecked(intakeId: number, actor: string, force: boolean): boolean;
  /** Ends whatever is going on with the file; an import that has not ended keeps nothing. False for another file. */
  cancel(intakeId: number): Promise<boolean>;
}
