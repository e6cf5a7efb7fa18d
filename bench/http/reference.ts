/**
 * The floor: Fastify that answers ready bytes from Buffers, without key, quota, `meta` or ETag.
 * node bench/http/reference.ts FOLDER: FOLDER/NAME holds the bodies of one kind of answer, FOLDER/NAME/head.json its headers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';

const [folder = ''] = process.argv.slice(2);

interface Ready {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: readonly Buffer[];
  next: number;
}

const answers = new Map<string, Ready>();
for (const name of readdirSync(folder)) {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.body'));
  const head = JSON.parse(readFileSync(join(folder, name, 'head.json'), 'utf8')) as Pick<
    Ready,
    'status' | 'headers'
  >;
  answers.set(name, {
    ...head,
    bodies: files.map((file) => readFileSync(join(folder, name, file))),
    next: 0,
  });
}

const app = Fastify();
app.get<{ Params: { name: string } }>('/ready/:name', (request, reply) => {
  const ready = answers.get(request.params.name);
  if (ready === undefined) throw new Error('no such answer');
  reply.code(ready.status).headers(ready.headers);
  ready.next = (ready.next + 1) % ready.bodies.length;
  return reply.send(ready.bodies[ready.next]);
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
console.log(`port ${typeof address === 'object' ? address?.port : 0}`);
process.on('SIGTERM', () => process.exit(0));
