/**
 * Server CPU per answer, against Fastify answering the same bytes from a Buffer.
 * node bench/http.ts [seconds a round] [rounds]
 *
 * Both servers run as processes of their own; rounds are interleaved, so that whatever else the machine does hits
 * both. What counts is CPU time of the server process divided by answers.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';

const CONNECTIONS = 32;
const secondsARound = Number(process.argv[2] ?? 2);
const rounds = Number(process.argv[3] ?? 5);

interface Server {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
  readonly key: string;
}

interface Sample {
  readonly answers: number;
  readonly cpuUs: number;
}

const seoga = await start('seoga', {});
const targets: [string, string][] = [
  ['itemDetail', '/v1/goods/itemDetail?searchType=ItemId&query=1'],
  ['itemDetail detail=Y', '/v1/goods/itemDetail?searchType=ItemId&query=1&detail=Y'],
  ['monthly list of 20', '/v1/category/bestsellerMonthly?categoryId=001'],
  ['search, list of 20', `/v1/goods/itemList?query=${encodeURIComponent('이야기')}`],
  ['monthly list of 100, detail=Y', '/v1/category/bestsellerMonthly?categoryId=001&pageSize=100&detail=Y'],
];
console.log('| answer | bytes | Fastify + Buffer, us CPU | Seoga, us CPU | ratio | Seoga, answers/s |');
console.log('|---|---|---|---|---|---|');
for (const [name, url] of targets) {
  const body = await (
    await fetch(`http://127.0.0.1:${seoga.port}${url}`, { headers: { 'x-api-key': seoga.key } })
  ).text();
  const reference = await start('reference', { body, url });
  await load(reference, url, 1);
  await load(seoga, url, 1);
  const samples: Record<string, Sample[]> = { reference: [], seoga: [] };
  for (let round = 0; round < rounds; round++) {
    for (const server of [reference, seoga])
      samples[server.name]?.push(await load(server, url, secondsARound));
  }
  const floor = median((samples.reference ?? []).map(({ cpuUs, answers }) => cpuUs / answers));
  const ours = median((samples.seoga ?? []).map(({ cpuUs, answers }) => cpuUs / answers));
  const rate = median((samples.seoga ?? []).map(({ answers }) => answers / secondsARound));
  console.log(
    `| ${name} | ${Buffer.byteLength(body)} | ${floor.toFixed(1)} | ${ours.toFixed(1)} | ${(ours / floor).toFixed(2)} | ${rate.toFixed(0)} |`,
  );
  reference.child.kill();
}
seoga.child.kill();

function start(name: string, input: object): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'http-server.ts'), [name], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(input);
  return new Promise((resolve) => {
    child.once('message', (message) =>
      resolve({ name, child, ...(message as { port: number; key: string }) }),
    );
  });
}

function cpuOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.child.once('message', (message) => resolve(message as number));
    server.child.send('cpu');
  });
}

/** Keeps all connections busy for some seconds; every connection sends its next call when its answer is whole. */
async function load(server: Server, url: string, seconds: number): Promise<Sample> {
  const request = `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Api-Key: ${server.key}\r\n\r\n`;
  const before = await cpuOf(server);
  const until = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => drive(server.port, request, until)),
  );
  return { answers: counts.reduce((sum, count) => sum + count, 0), cpuUs: (await cpuOf(server)) - before };
}

function drive(port: number, request: string, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let answers = 0;
    let missing = -1;
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject);
    socket.on('data', (chunk: Buffer) => {
      if (missing < 0) {
        const head = chunk.toString('latin1', 0, Math.min(chunk.length, 4000));
        const end = head.indexOf('\r\n\r\n');
        if (!head.startsWith('HTTP/1.1 200')) return reject(new Error(head.slice(0, 300)));
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
        missing = end + 4 + length;
      }
      missing -= chunk.length;
      if (missing > 0) return;
      missing = -1;
      answers++;
      if (performance.now() < until) socket.write(request);
      else {
        socket.end();
        resolve(answers);
      }
    });
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
