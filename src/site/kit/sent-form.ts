import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { discardRest } from '../../http/connection-guard.ts';
import { parseQueryString, queryFault } from '../../http/query-string.ts';
import { malformed, type SentForm } from './visit.ts';

/** Forms without a file are far smaller. */
const BODY_MAX_BYTES = 256 * 1024;

/** The bodies of a scope are forms: those with files are read as far as their files, and no further than their answers. */
export function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const asText = { parseAs: 'string', bodyLimit: BODY_MAX_BYTES } as const;
  app.addContentTypeParser('application/x-www-form-urlencoded', asText, async (_: unknown, text: string) => {
    const sent = parseQueryString(text);
    if (queryFault(sent) !== undefined) throw malformed();
    return { sent, file: null };
  });
  app.addContentTypeParser('multipart/form-data', (raw: FastifyRequest, body: Readable) =>
    readWithFile(body, raw.headers),
  );
  app.addHook('onResponse', async ({ raw, body }) => {
    if (body === undefined || !isWithFile(raw.headers)) return;
    raw.unpipe();
    discardRest(raw);
  });
}

export function isWithFile(headers: IncomingHttpHeaders): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '');
}

const FIELDS_MAX = 2_000;
/** Of all fields together; a mapping is the largest. */
const FIELD_BYTES_MAX = 2 * 1024 * 1024;
const NAME_CHARS_MAX = 200;

/** Reads the fields of a form up to its file: browsers send them in the order of the page. Throws FORBIDDEN for what isn't one. */
function readWithFile(body: Readable, headers: IncomingHttpHeaders): Promise<SentForm> {
  return new Promise((resolve, reject) => {
    const sent = new URLSearchParams();
    let bytes = 0;
    const refuse = () => reject(malformed());
    const end = (file: SentForm['file']) => resolve({ sent: parseQueryString(sent.toString()), file });
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
    busboy.on('file', (_field, file, name = '') => {
      // Errors reach us by the end of the body and by whoever reads the file.
      file.on('error', () => {});
      body.once('close', () => body.readableEnded || file.destroy(new Error('the form broke off')));
      const last = (name.split(/[/\\]/).at(-1) ?? '').slice(-NAME_CHARS_MAX).toWellFormed();
      // Without a choice, browsers send a file without a name.
      end(name === '' ? null : { name: last, body: file });
    });
    busboy.on('finish', () => end(null));
    busboy.on('error', refuse);
    body.once('close', refuse);
    body.pipe(busboy);
  });
}
