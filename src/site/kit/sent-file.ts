import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance } from 'fastify';
import { discardRest } from '../../http/connection-guard.ts';
import { parseQueryString, type Query } from '../../http/query-string.ts';
import { malformed, type SentFile } from './visit.ts';

/** What a form with a file has sent so far: browsers send fields in the order of the page, and the file is the last. */
class FormWithFile {
  readonly sent: Query;
  readonly file: SentFile | null;

  constructor(sent: Query, file: SentFile | null) {
    this.sent = sent;
    this.file = file;
  }
}

/** Reads forms with files as far as their files, and no further than their answers. */
export function takeFormsWithFiles(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (raw, body, done) => {
    readFormWithFile(body, raw.headers).then((read) => done(null, read), done);
  });
  app.addHook('onResponse', async ({ raw, body }) => {
    if (!(body instanceof FormWithFile)) return;
    raw.unpipe();
    discardRest(raw);
  });
}

/** What the body of a form says, with its file or without. */
export function sentBy(body: unknown): Pick<FormWithFile, 'sent' | 'file'> {
  if (body instanceof FormWithFile) return body;
  return { sent: typeof body === 'object' && body !== null ? (body as Query) : {}, file: null };
}

const FIELDS_MAX = 2_000;
/** Of all fields together; a mapping is the largest. */
const FIELD_BYTES_MAX = 2 * 1024 * 1024;
const NAME_CHARS_MAX = 200;

/** Reads the fields of a form up to its file. Throws FORBIDDEN for what isn't one. */
function readFormWithFile(body: Readable, headers: IncomingHttpHeaders): Promise<FormWithFile> {
  return new Promise((resolve, reject) => {
    const sent = new URLSearchParams();
    let bytes = 0;
    const refuse = () => reject(malformed());
    const end = (file: SentFile | null) => resolve(new FormWithFile(parseQueryString(sent.toString()), file));
    const busboy = new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      limits: { files: 1, fields: FIELDS_MAX, fieldSize: FIELD_BYTES_MAX },
    });
    busboy.on('field', (name, value, isNameCut, isValueCut) => {
      bytes += name.length + value.length;
      if (isNameCut || isValueCut || bytes > FIELD_BYTES_MAX) refuse();
      else sent.append(name, value);
    });
    busboy.on('fieldsLimit', refuse);
    busboy.on('file', (_field, file, name) => {
      // Told by the body's end, and by whoever reads the file.
      file.on('error', () => {});
      body.once('close', () => body.readableEnded || file.destroy(new Error('the form broke off')));
      // Without a choice, browsers send a file without a name.
      if (name === undefined || name === '') end(null);
      else end({ name: lastPart(name), body: file });
    });
    busboy.on('finish', () => end(null));
    busboy.on('error', refuse);
    body.once('close', refuse);
    body.pipe(busboy);
  });
}

function lastPart(name: string): string {
  return (name.split(/[/\\]/).at(-1) ?? '').slice(-NAME_CHARS_MAX).toWellFormed();
}
