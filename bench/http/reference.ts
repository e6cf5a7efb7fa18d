/**
 * The floor: Fastify that answers ready bytes from Buffers, without key, quota, `meta` or ETag.
 * node bench/http/reference.ts FOLDER: FOLDER/NAME holds the bodies of one kind of answer, FOLDER/NAME/head.json its headers.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';

const [folder = ''] = process.argv.slice(2);

const answers = new Map(
  readdirSync(folder).map((name) => {
    const read = (file: string) => readFileSync(join(folder, name, file));
    const head: { status: number; headers: Record<string, string> } = JSON.parse(String(read('head.json')));
    const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.body'));
    return [name, { ...head, bodies: files.map(read) }] as const;
  }),
);

let answered = 0;
const app = Fastify();
app.get<{ Params: { name: string } }>('/ready/:name', (request, reply) => {
  const ready = answers.get(request.params.name);
  if (ready === undefined) throw new Error('no such answer');
  reply.code(ready.status).headers(ready.headers);
  return reply.send(ready.bodies[answered++ % ready.bodies.length]);
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
console.log(`port ${typeof address === 'object' ? address?.port : 0}`);
process.on('SIGTERM', () => process.exit(0));
