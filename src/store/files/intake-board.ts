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

type Change = Parameters<IntakeBoard['change']>;

/** The board of a server that is alone: the file is in `folder`, everything else in memory. */
export function createFileIntakeBoard(folder: string): IntakeBoard {
  let record: IntakeRecord = EMPTY_BOARD;
  let lastId = 0;
  let worker: WorkTicket | null = null;
  let isToStop = false;
  let isWriting = false;
  const pathOf = (intakeId: number) => join(folder, `feed-${intakeId}`);
  const uploading = (intakeId: number) => {
    const { state } = record;
    return state.stage === 'uploading' && state.intakeId === intakeId ? state : null;
  };
  const put = (next: IntakeRecord, ticket: WorkTicket | null) => {
    [record, worker, isToStop] = [next, ticket, false];
  };
  const removeIfDone = async ({ state }: IntakeRecord, intakeId: number) => {
    if (DONE_STAGES.has(state.stage)) await rm(pathOf(intakeId), { force: true });
  };
  const changeFrom = async ([intakeId, from, next]: Change, ticket: WorkTicket | null) => {
    if (lastId !== intakeId || !from.includes(record.state.stage)) return false;
    put(next, ticket);
    await removeIfDone(next, intakeId);
    return true;
  };
  return {
    read: async () => record,
    async begin(name, bytes) {
      if (BUSY_STAGES.has(record.state.stage)) return false;
      const intakeId = ++lastId;
      record = { ...EMPTY_BOARD, state: { stage: 'uploading', intakeId, name, bytes, receivedBytes: 0 } };
      await rm(pathOf(intakeId - 1), { force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(pathOf(intakeId), '', { mode: 0o600 });
      return true;
    },
    async addPiece(intakeId, offset, piece) {
      const state = uploading(intakeId);
      const receivedBytes = offset + piece.length;
      if (isWriting || offset !== state?.receivedBytes || receivedBytes > state.bytes) return null;
      isWriting = true;
      await appendFile(pathOf(intakeId), piece).finally(() => {
        isWriting = false;
      });
      // It may have been cancelled in the meantime.
      if (uploading(intakeId) === null) return rm(pathOf(intakeId), { force: true }).then(() => null);
      record = { ...record, state: { ...state, receivedBytes } };
      return receivedBytes === state.bytes ? 'last' : 'more';
    },
    change: (...change) => changeFrom(change, null),
    async claim(...change) {
      const ticket = randomUUID();
      return (await changeFrom(change, ticket)) ? ticket : null;
    },
    async report(ticket, state) {
      if (ticket !== worker) return false;
      record = { ...record, state };
      return !isToStop;
    },
    async settle(ticket, next) {
      if (ticket !== worker) return false;
      await removeIfDone(next, lastId);
      put(next, null);
      return true;
    },
    async askToStop(intakeId) {
      isToStop = worker !== null && intakeId === lastId;
      return isToStop;
    },
    withFile: (intakeId, work) => work(pathOf(intakeId)),
  };
}
