import { kstCompactDate } from '../clock.ts';
import type { HeaderList } from './api-call.ts';
import type { Frame } from './body/ready-body.ts';

/** The file types of exports, by file name extension. */
export const MEDIA_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;
export type FileFormat = keyof typeof MEDIA_TYPES;

/** Name and type of a file. */
export interface FileLabel {
  /** The name before the day (docs/rules/spreadsheets.md#file). */
  readonly prefix: string;
  readonly format: FileFormat;
}

/** The headers of a file that is answered at an instant: its type, and a name with the KST day. */
export function fileHeaders({ prefix, format }: FileLabel, nowMs: number): HeaderList {
  const name = `${prefix}_${kstCompactDate(nowMs)}.${format}`;
  return ['content-type', MEDIA_TYPES[format], 'content-disposition', `attachment; filename="${name}"`];
}

/** A file is its whole body. */
export const BARE_FRAME: Frame = { beforeDate: '', afterDate: null, tail: '' };
