import { randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RECOGNISE } from '../../../ingest/choose-reader.ts';
import type { IntakeState } from '../../../ingest/feed-intake.ts';
import type { FeedPreview } from '../../../ingest/feed-preview.ts';
import {
  BUSY_STAGES,
  DONE_STAGES,
  EMPTY_BOARD,
  type IntakeBoard,
  type IntakeRecord,
} from '../../../ingest/intake-board.ts';
import type { Database, Queryable } from '../database.ts';

/** A piece takes longer than a row. */
const PIECE_TIMEOUT_MS = 20_000;
/** A worker that isn't heard of for so long is dead. Others may then take another file in hand. */
const SILENT_MS = 60_000;

const WORKED_ON = ['checking', 'importing'] as const;

interface IntakeRow {
  readonly intake_id: number;
  readonly stage: IntakeState['stage'];
  readonly state: string;
  readonly reading: string | null;
  readonly preview: string | null;
  readonly is_dead: boolean;
}

/** The board of all instances: one row, and the pieces of the file. Whoever works on it has a copy in `folder`. */
export function createPostgresIntakeBoard(database: Database, folder: string): IntakeBoard {
  const inTurn = <T>(work: (transaction: Queryable, row: IntakeRow) => Promise<T>) =>
    database.transaction(async (transaction) => work(transaction, await readRow(transaction, 'FOR UPDATE')), {
      timeoutMs: PIECE_TIMEOUT_MS,
    });
  /** Without a ticket: only where nobody works on the file. */
  const changeFrom = (
    intakeId: number,
    from: readonly IntakeState['stage'][],
    next: IntakeRecord,
    worker: string | null,
  ) =>
    inTurn(async (transaction, row) => {
      const { stage } = recordOf(row).state;
      if (row.intake_id !== intakeId || !from.includes(stage)) return false;
      await write(transaction, next, worker);
      return true;
    });
  return {
    read: async () => recordOf(await readRow(database, '')),
    begin: (name, bytes) =>
      inTurn(async (transaction, row) => {
        if (BUSY_STAGES.has(recordOf(row).state.stage)) return false;
        const intakeId = row.intake_id + 1;
        await transaction.query('DELETE FROM feed_intake_piece');
        await transaction.query('UPDATE feed_intake SET intake_id = $1', [intakeId]);
        const next: IntakeState = { stage: 'uploading', intakeId, name, bytes, receivedBytes: 0 };
        await write(transaction, { ...EMPTY_BOARD, state: next }, null);
        return true;
      }),
    addPiece: (intakeId, offset, piece) =>
      inTurn((transaction, row) => addPiece(transaction, recordOf(row).state, { intakeId, offset, piece })),
    change: (intakeId, from, next) => changeFrom(intakeId, from, next, null),
    async claim(intakeId, from, next) {
      const ticket = randomUUID();
      return (await changeFrom(intakeId, from, next, ticket)) ? ticket : null;
    },
    async report(ticket, state) {
      const rows = await database.query<{ is_to_stop: boolean }>(
        'UPDATE feed_intake SET state = $2, stage = $3, heard_at = clock_timestamp() WHERE worker = $1 RETURNING is_to_stop',
        [ticket, JSON.stringify(state), state.stage],
      );
      return rows[0]?.is_to_stop === false;
    },
    settle: (ticket, next) =>
      inTurn(async (transaction) => {
        const held = await transaction.query('SELECT FROM feed_intake WHERE worker = $1', [ticket]);
        if (held.length === 0) return false;
        await write(transaction, next, null);
        return true;
      }),
    async askToStop(intakeId) {
      const rows = await database.query(
        'UPDATE feed_intake SET is_to_stop = true WHERE intake_id = $1 AND worker IS NOT NULL RETURNING id',
        [intakeId],
      );
      return rows.length > 0;
    },
    async withFile(intakeId, work) {
      const path = join(folder, `feed-${intakeId}`);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      try {
        await writePieces(database, intakeId, path);
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

interface SentPiece {
  readonly intakeId: number;
  readonly offset: number;
  readonly piece: Buffer;
}

/** Adds the next piece of the file that is being uploaded; null where it isn't that. */
async function addPiece(
  transaction: Queryable,
  state: IntakeState,
  { intakeId, offset, piece }: SentPiece,
): Promise<'last' | 'more' | null> {
  if (state.stage !== 'uploading' || state.intakeId !== intakeId) return null;
  const receivedBytes = offset + piece.length;
  if (offset !== state.receivedBytes || receivedBytes > state.bytes) return null;
  await transaction.query('INSERT INTO feed_intake_piece (intake_id, position, bytes) VALUES ($1, $2, $3)', [
    intakeId,
    offset,
    piece,
  ]);
  await write(transaction, { ...EMPTY_BOARD, state: { ...state, receivedBytes } }, null);
  return receivedBytes === state.bytes ? 'last' : 'more';
}

async function readRow(queryable: Queryable, lock: '' | 'FOR UPDATE'): Promise<IntakeRow> {
  const [row] = await queryable.query<IntakeRow>(
    `SELECT intake_id, stage, state, reading, preview,
       worker IS NOT NULL AND heard_at < clock_timestamp() - $1 * interval '1 ms' AS is_dead
     FROM feed_intake ${lock}`,
    [SILENT_MS],
  );
  if (row === undefined) throw new Error('feed_intake has no row');
  return row;
}

function recordOf(row: IntakeRow): IntakeRecord {
  const state: IntakeState = JSON.parse(row.state);
  const preview: FeedPreview | null = row.preview === null ? null : JSON.parse(row.preview);
  const isDead = row.is_dead && WORKED_ON.some((stage) => stage === row.stage);
  if (!isDead || state.stage === 'idle')
    return { state, reading: row.reading === null ? RECOGNISE : JSON.parse(row.reading), preview };
  const { intakeId, name, bytes } = state;
  return { ...EMPTY_BOARD, state: { stage: 'unreadable', intakeId, name, bytes, reason: null } };
}

async function write(
  transaction: Queryable,
  { state, reading, preview }: IntakeRecord,
  worker: string | null,
): Promise<void> {
  await transaction.query(
    `UPDATE feed_intake
     SET stage = $1, state = $2, reading = $3, preview = $4, worker = $5, heard_at = clock_timestamp(), is_to_stop = false`,
    [
      state.stage,
      JSON.stringify(state),
      JSON.stringify(reading),
      preview === null ? null : JSON.stringify(preview),
      worker,
    ],
  );
  if (DONE_STAGES.has(state.stage)) await transaction.query('DELETE FROM feed_intake_piece');
}

async function writePieces(database: Database, intakeId: number, path: string): Promise<void> {
  await using file = await open(path, 'w', 0o600);
  for (let position = 0; ; ) {
    const [piece] = await database.queryWithin<{ bytes: Buffer }>(
      PIECE_TIMEOUT_MS,
      'SELECT bytes FROM feed_intake_piece WHERE intake_id = $1 AND position = $2',
      [intakeId, position],
    );
    if (piece === undefined) return;
    await file.write(piece.bytes);
    position += piece.bytes.length;
  }
}
