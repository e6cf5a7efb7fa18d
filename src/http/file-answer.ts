import type { ServerResponse } from 'node:http';
import { kstCompactDate } from '../clock.ts';
import {
  type AnswerContext,
  type AnswerDetails,
  cachedHeaders,
  type Frame,
  type Payload,
  sendBody,
} from './answer.ts';
import type { ApiCall } from './api-call.ts';
import { chooseEncoding, hasTag } from './encoding.ts';
import { leave } from './leave.ts';

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

/**
 * Sends a payload as a file, named after the KST day of the answer (docs/rules/spreadsheets.md#file), with the
 * caching and compression of every other answer.
 */
export function sendFile(
  payload: Payload,
  { prefix, format }: FileLabel,
  call: ApiCall,
  response: ServerResponse,
  context: AnswerContext,
  details: AnswerDetails,
): Promise<void> {
  // A workbook is compressed already.
  const encoding = format === 'xlsx' ? 'identity' : chooseEncoding(call.headers['accept-encoding']);
  const own = cachedHeaders(payload, encoding, context, details);
  if (hasTag(call.headers['if-none-match'], payload.tag)) return leave(call, response, 304, own, []);
  const name = `${prefix}_${kstCompactDate(context.clock.nowMs())}.${format}`;
  own.push('content-type', MEDIA_TYPES[format], 'content-disposition', `attachment; filename="${name}"`);
  return sendBody(BARE, payload, encoding, own, { call, response, context });
}

const BARE: Frame = { head: '', tail: '' };
