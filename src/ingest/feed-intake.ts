import type { Reading } from './choose-reader.ts';
import type { FeedPreview } from './feed-preview.ts';
import type { ImportReport } from './import-feed.ts';
import type { Reason } from './reason.ts';

/** Largest file for the console; use the command line for larger ones. */
export const FEED_BYTES_MAX = 1024 ** 3;
/** Largest piece of a file: a slow line can send it within the time limit of a request. */
export const PIECE_BYTES_MAX = 1024 ** 2;

/** What an operator says about the bytes of a table. */
export type TextReading = Pick<Reading, 'encoding' | 'delimiter'>;

/** A file being uploaded. Each has its own number, so nobody decides about another file than the one shown. */
export interface Intake {
  readonly intakeId: number;
  /** The sender's name for it, without folders. */
  readonly name: string;
  readonly bytes: number;
}

/** The present step. A check reads the whole file and changes nothing; an import does the same and commits. */
export type IntakeState =
  | { readonly stage: 'idle' }
  | (Intake & { readonly stage: 'uploading'; readonly receivedBytes: number })
  | (Intake & {
      readonly stage: 'checking' | 'importing';
      /** Of the file as sent, compressed or not. */
      readonly readBytes: number;
      readonly lines: number;
    })
  /** It waits for a mapping. `fault` is what was wrong with the last one, or null. */
  | (Intake & { readonly stage: 'mapping'; readonly preview: FeedPreview; readonly fault: Reason | null })
  /** `canMap` = a mapping made it readable, and may be changed. */
  | (Intake & {
      readonly stage: 'checked' | 'imported';
      readonly report: ImportReport;
      readonly canMap: boolean;
    })
  /** `reason` is null when only the log knows the cause. */
  | (Intake & { readonly stage: 'unreadable'; readonly reason: Reason | null })
  | (Intake & { readonly stage: 'stopped' });

/**
 * Accepts feeds from the console: a file in pieces, a check, and the import once the operator confirms. One file at a
 * time. The work runs outside the thread that answers. Only what was imported outlives the process.
 */
export interface FeedIntake {
  state(): Promise<IntakeState>;
  /** Makes room for a file of this many bytes. False while another one is being received, checked or imported. */
  begin(name: string, bytes: number): Promise<boolean>;
  /**
   * Adds the next piece; the last one starts the check, or, when the file uses names of its own, leads to the stage
   * `mapping`. False for any other piece.
   */
  add(intakeId: number, offset: number, piece: Buffer): Promise<boolean>;
  /**
   * Reads the beginning of a table again, in another encoding or with another delimiter, and leads back to the stage
   * `mapping`. False when no such file waits for a mapping.
   */
  readAgain(intakeId: number, how: TextReading): Promise<boolean>;
  /**
   * Checks the file with a mapping, whose JSON the caller has checked. `name` is the one under which it is kept, or null.
   * False when no such file waits for one.
   */
  map(intakeId: number, mapping: string, name: string | null): Promise<boolean>;
  /** Goes back from the check to the mapping. False when there is no such file, or it needs no mapping. */
  mapAgain(intakeId: number): Promise<boolean>;
  /**
   * Imports the file that was checked. `actor` is for the import log; `force` goes through brakes. A brake that the check
   * didn't meet leads back to the stage `checked` with a new report. False when there is no such file.
   */
  importChecked(intakeId: number, actor: string, force: boolean): Promise<boolean>;
  /** Ends the file's present step; an unfinished import leaves nothing behind. False for another file. */
  cancel(intakeId: number): Promise<boolean>;
}
