import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BUSY_STAGES,
  DONE_STAGES,
  EMPTY_BOARD,
  type IntakeBoard,
  type IntakeRecord,
  type WorkTicket,
} from '../../ingest/intake-board.ts';

/** The board of a server that is alone: the file is in `folder`, everything else in memory. */
export function createFileIntakeBoard(folder: string): IntakeBoard {
  let record: IntakeRecord = EMPTY_BOARD;
  let lastId = 0;
  let worker: WorkTicket | null = null;
  let isToStop = false;
  let isWriting = false;
  const pathOf = (intakeId: number) => join(folder, `feed-${intakeId}`);
  const isUploading = (intakeId: number) =>
    record.state.stage === 'uploading' && record.state.intakeId === intakeId;
  const put = async (next: IntakeRecord, ticket: WorkTicket | null) => {
    if (DONE_STAGES.has(next.state.stage)) await rm(pathOf(lastId), { force: true });
    [record, worker, isToStop] = [next, ticket, false];
  };
  const changeFrom = async (
    intakeId: number,
    from: Parameters<IntakeBoard['change']>[1],
    next: IntakeRecord,
    ticket: WorkTicket | null,
  ) => {
    if (lastId !== intakeId || !from.includes(record.state.stage)) return false;
    await put(next, ticket);
    return true;
  };
  return {
    read: async () => record,
    async begin(name, bytes) {
      if (BUSY_STAGES.has(record.state.stage)) return false;
      const before = pathOf(lastId);
      const intakeId = ++lastId;
      record = { ...EMPTY_BOARD, state: { stage: 'uploading', intakeId, name, bytes, receivedBytes: 0 } };
      await rm(before, { force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(pathOf(intakeId), '', { mode: 0o600 });
      return true;
    },
    async addPiece(intakeId, offset, piece) {
      const { state } = record;
      if (state.stage !== 'uploading' || state.intakeId !== intakeId || isWriting) return null;
      const receivedBytes = offset + piece.length;
      if (offset !== state.receivedBytes || receivedBytes > state.bytes) return null;
      isWriting = true;
      try {
        await appendFile(pathOf(intakeId), piece);
      } finally {
        isWriting = false;
      }
      if (!isUploading(intakeId)) {
        // It was cancelled in the meantime.
        await rm(pathOf(intakeId), { force: true });
        return null;
      }
      record = { ...record, state: { ...state, receivedBytes } };
      return receivedBytes === state.bytes ? 'last' : 'more';
    },
    change: (intakeId, from, next) => changeFrom(intakeId, from, next, null),
    async claim(intakeId, from, next) {
      const ticket = randomUUID();
      return (await changeFrom(intakeId, from, next, ticket)) ? ticket : null;
    },
    async report(ticket, state) {
      if (ticket !== worker) return false;
      record = { ...record, state };
      return !isToStop;
    },
    async settle(ticket, next) {
      if (ticket !== worker) return false;
      await put(next, null);
      return true;
    },
    async askToStop(intakeId) {
      isToStop = worker !== null && intakeId === lastId;
      return isToStop;
    },
    withFile: (intakeId, work) => work(pathOf(intakeId)),
  };
}
