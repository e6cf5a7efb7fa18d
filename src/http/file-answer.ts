import type { FastifyReply, FastifyRequest } from 'fastify';
import { kstCompactDate } from '../clock.ts';
import { type AnswerContext, chooseEncoding, isCurrent, type Payload, sendBody } from './answer.ts';

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
export async function sendFile(
  payload: Payload,
  label: FileLabel,
  request: FastifyRequest,
  reply: FastifyReply,
  context: AnswerContext,
): Promise<FastifyReply> {
  // A workbook is compressed already.
  const encoding = label.format === 'xlsx' ? 'identity' : chooseEncoding(request.headers['accept-encoding']);
  if (isCurrent(payload, encoding, request, reply, context)) return reply.code(304).send();
  const name = `${label.prefix}_${kstCompactDate(context.clock.nowMs())}.${label.format}`;
  reply
    .header('Content-Type', MEDIA_TYPES[label.format])
    .header('Content-Disposition', `attachment; filename="${name}"`);
  return sendBody([payload.members], payload, encoding, request, reply);
}
