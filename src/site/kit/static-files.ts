import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type SharedBody, sendSharedBody, sharedBody } from '../../http/body.ts';
import { FILE_ALLOWANCE, limitByAddress } from '../../http/rate-limiter.ts';
import type { Services } from './services.ts';

const FOLDER = join(import.meta.dirname, '..', 'files');
const PREFIX = '/assets/site';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};

const ROBOTS = sharedBody('User-agent: *\nDisallow: /portal/\nDisallow: /a/\n');

interface StaticFile {
  readonly body: SharedBody;
  readonly type: string;
  /** With a hash of the content, so that browsers may keep it for ever. */
  readonly address: string;
}

const files = readFiles();
const byAddress = new Map([...files.values()].map((file) => [file.address, file]));

/** The address of a file of src/site/files, such as `site.css`. */
export function fileAddress(name: string): string {
  const file = files.get(name);
  if (file === undefined) throw new Error(`no file ${name}`);
  return file.address;
}

export function registerStaticFiles(app: FastifyInstance, { pageLimiter }: Services): void {
  const limit = { onRequest: limitByAddress(pageLimiter, 'files', FILE_ALLOWANCE) };
  app.get(`${PREFIX}/*`, limit, async (request, reply) => {
    const [path = ''] = request.url.split('?');
    const file = byAddress.get(path);
    if (file === undefined) return reply.callNotFound();
    reply.header('Cache-Control', 'public, max-age=31536000, immutable').type(file.type);
    return sendSharedBody(file.body, request, reply, file.type.startsWith('font/') ? 'nothing' : undefined);
  });
  const others = [
    ['/favicon.ico', files.get('favicon.ico')?.body, TYPES['.ico']],
    ['/robots.txt', ROBOTS, 'text/plain; charset=utf-8'],
  ] as const;
  for (const [address, body, type] of others) {
    if (body === undefined || type === undefined) throw new Error(`no file for ${address}`);
    app.get(address, limit, (request, reply) =>
      sendSharedBody(body, request, reply.header('Cache-Control', 'public, max-age=86400').type(type)),
    );
  }
}

/** Fonts first: the stylesheets name them by their addresses. */
function readFiles(): ReadonlyMap<string, StaticFile> {
  const read = new Map<string, StaticFile>();
  const names = readdirSync(FOLDER).filter((name) => TYPES[extname(name)] !== undefined);
  for (const name of names.sort((a, b) => rank(a) - rank(b))) {
    const extension = extname(name);
    let bytes = readFileSync(join(FOLDER, name));
    if (extension === '.css') {
      const text = bytes.toString().replace(/url\("([^":]+)"\)/g, (_, font: string) => {
        const address = read.get(font)?.address;
        if (address === undefined) throw new Error(`${name} names ${font}, which is not there`);
        return `url("${address}")`;
      });
      bytes = Buffer.from(text);
    }
    const body = sharedBody(bytes);
    const address = `${PREFIX}/${name.slice(0, -extension.length)}.${hashOf(bytes)}${extension}`;
    read.set(name, { body, type: TYPES[extension] ?? '', address });
  }
  return read;
}

function rank(name: string): number {
  return name.endsWith('.css') ? 1 : 0;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 10);
}
