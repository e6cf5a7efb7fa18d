import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../gate/rate-limiter.ts';
import { type SharedBody, sendSharedBody, sharedBody } from '../http/body/shared-body.ts';
import { html } from '../http/html.ts';
import { FILE_ALLOWANCE, limitByAddress } from '../http/rate-limiter.ts';

/** Addresses at which the browser decides what is shown. */
const APPLICATION_ADDRESSES = ['/portal', '/portal/*'];

/** The stylesheet of the other pages. The frame comes last, because it says what isn't printed. */
const STYLES = ['page-content.css', 'page.css'];

/** How long the stylesheet of the other pages may be cached, in seconds. */
const STYLE_MAX_AGE = 86_400;

/** Files under this address have a hash of their content in their names. */
const HASHED_PREFIX = '/assets/web/';

/**
 * What the built pages may load: their own scripts, styles, fonts and answers; pictures from anywhere, because
 * covers are registered by address.
 */
export const WEB_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; img-src 'self' https: http: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * Serves what `vite build` made in a folder: the application in every place of the portal that has no screen of the server,
 * and files, with the stylesheet of the other pages, which uses the fonts. When they are missing, a page says how to build
 * them.
 */
export function registerWebFiles(
  app: FastifyInstance,
  directory: string,
  { limiter, operatorName }: { readonly limiter: RateLimiter; readonly operatorName: string },
): void {
  const limit = { onRequest: limitByAddress(limiter, 'files', FILE_ALLOWANCE) };
  const files = readWebFiles(directory);
  const index = namedIndex(files.get('/index.html') ?? NOT_BUILT, operatorName);
  for (const address of APPLICATION_ADDRESSES) {
    app.get(address, limit, (request, reply) => sendFile(index, request, reply));
  }
  const style = toWebFile(
    Buffer.from(
      fontFacesOf(files) +
        STYLES.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8')).join(''),
    ),
    TYPES['.css'] ?? '',
    `public, max-age=${STYLE_MAX_AGE}`,
  );
  app.get('/assets/page.css', limit, (request, reply) => sendFile(style, request, reply));
  const robots = sharedBody('User-agent: *\nDisallow: /portal/\nDisallow: /a/\n');
  app.get('/robots.txt', limit, (request, reply) => {
    reply.header('Cache-Control', 'no-cache').type('text/plain; charset=utf-8');
    return sendSharedBody(robots, request, reply);
  });
  for (const [address, file] of files) {
    // A route of the server, such as its logo, wins over a built file of the same name.
    if (address === '/index.html' || app.hasRoute({ method: 'GET', url: address })) continue;
    app.get(encodeURI(address), limit, (request, reply) => sendFile(file, request, reply));
  }
}

/** What stands in the built document for the operator's name. */
const OPERATOR_NAME = '~operator-name~';

function namedIndex(index: WebFile, operatorName: string): WebFile {
  const text = index.body.bytes
    .toString('utf8')
    .replaceAll(OPERATOR_NAME, () => html`${operatorName}`.toString());
  return { ...index, body: sharedBody(text) };
}

/** Of the built stylesheets, whose addresses of fonts begin at the root. */
function fontFacesOf(files: ReadonlyMap<string, WebFile>): string {
  const styles = [...files].filter(([address]) => address.endsWith('.css'));
  return styles
    .flatMap(([, { body }]) => body.bytes.toString('utf8').match(/@font-face\s*\{[^}]*\}/g) ?? [])
    .map((face) => `${face}\n`)
    .join('');
}

interface WebFile {
  readonly status: number;
  readonly type: string;
  readonly cacheControl: string;
  readonly body: SharedBody;
}

/**
 * The files of a folder and its subfolders by address, kept in memory: they are few and small.
 */
function readWebFiles(directory: string): ReadonlyMap<string, WebFile> {
  if (!existsSync(join(directory, 'index.html'))) return new Map();
  const names = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
    .map((entry) => join(entry.parentPath, entry.name));
  return new Map(
    names.map((name) => {
      const address = name.slice(directory.length).split(sep).join('/');
      const cacheControl = address.startsWith(HASHED_PREFIX)
        ? 'public, max-age=31536000, immutable'
        : 'no-cache';
      return [address, toWebFile(readFileSync(name), TYPES[extname(name)] ?? '', cacheControl)];
    }),
  );
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** Types whose bytes are compressed already. */
const COMPRESSED_TYPE = /^(image\/(png|webp|x-icon)|font\/)/;

function toWebFile(body: Buffer, type: string, cacheControl: string, status = 200): WebFile {
  return { status, type, cacheControl, body: sharedBody(body) };
}

const NOT_BUILT = toWebFile(
  Buffer.from(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Seoga</title>
<h1>Seoga</h1>
<p>The API answers at <code>/v1</code>. The pages are not built: stop the server, run <code>npm start</code> (or
<code>npx vite build web</code>) in the project's folder, and start it again.</p>
</html>
`),
  'text/html; charset=utf-8',
  'no-store',
  503,
);

function sendFile(file: WebFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(file.status).header('Cache-Control', file.cacheControl).type(file.type);
  if (file.type.startsWith('text/html')) reply.header('Content-Security-Policy', WEB_CSP);
  return sendSharedBody(file.body, request, reply, COMPRESSED_TYPE.test(file.type) ? 'nothing' : undefined);
}
