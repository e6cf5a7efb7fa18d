import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { FILE_ALLOWANCE, limitByAddress } from '../../http/rate-limiter.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../../http/response.ts';
import type { Services } from './services.ts';

const FOLDER = join(import.meta.dirname, '..', 'files');

const TYPES: Readonly<Record<string, string>> = {
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Files at fixed addresses, which other sites may load, too. */
const FIXED: Readonly<Record<string, string>> = {
  'favicon.ico': '/favicon.ico',
  'robots.txt': '/robots.txt',
  'logo.svg': '/assets/logo.svg',
};

const files = readFiles();

export function fileAddress(name: string): string {
  const file = files.get(name);
  if (file === undefined) throw new Error(`no file ${name}`);
  return file.address;
}

export function registerStaticFiles(app: FastifyInstance, { pageLimiter }: Services): void {
  const limit = { onRequest: limitByAddress(pageLimiter, 'files', FILE_ALLOWANCE) };
  for (const [name, { address, type, body }] of files)
    app.get(address, limit, (request, reply) => {
      const caching = name in FIXED ? 'max-age=86400' : 'max-age=31536000, immutable';
      reply.header('Cache-Control', `public, ${caching}`).type(type);
      if (name in FIXED) reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      return sendSharedBody(body, request, reply, type.startsWith('font/') ? 'nothing' : undefined);
    });
}

function readFiles() {
  const read = new Map<string, Readonly<{ body: SharedBody; type: string; address: string }>>();
  const names = readdirSync(FOLDER).filter((name) => name !== 'OFL.txt');
  // Stylesheets come last, because they need the addresses of fonts.
  for (const name of names.sort((a, b) => Number(a.endsWith('.css')) - Number(b.endsWith('.css')))) {
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
    // With a hash of the content in its address, browsers may cache a file forever.
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 10);
    const address = FIXED[name] ?? `/assets/site/${name.slice(0, -extension.length)}.${hash}${extension}`;
    read.set(name, { body: sharedBody(bytes), type: TYPES[extension] ?? '', address });
  }
  return read;
}
