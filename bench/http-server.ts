/** One server of bench/http.ts, in a process of its own: `seoga` or `reference`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { compose } from '../bin/compose.ts';
import { rankingSettings } from '../bin/ranking-settings.ts';
import { formatKstDay, kstDayOf, systemClock } from '../src/clock.ts';
import { readConfig } from '../src/config.ts';
import { runRankings } from '../src/jobs/ranking-run.ts';
import { createSqliteRankingRepository } from '../src/store/sqlite/rankings/ranking-repository.ts';
import { importLines } from '../test/support/test-app.ts';

const [input] = await new Promise<[{ body?: string; url?: string }]>((resolve) => {
  process.once('message', (message) => resolve([message as { body?: string; url?: string }]));
});
const { app, key } =
  process.argv[2] === 'seoga' ? await seoga() : await reference(input.body ?? '', input.url ?? '');
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('SIGTERM', () => process.exit(0));
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0, key });

/** The floor: Fastify with nothing but the bytes. */
async function reference(body: string, url: string): Promise<{ app: FastifyInstance; key: string }> {
  const app = Fastify();
  const bytes = Buffer.from(body);
  app.get(url.split('?')[0] ?? '/', (_request, reply) => {
    reply.header('Content-Type', 'application/json; charset=utf-8').send(bytes);
  });
  return { app, key: 'none' };
}

/** The real service on a catalogue of 2,000 items with Korean texts, every one of them sold. */
async function seoga(): Promise<{ app: FastifyInstance; key: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'seoga-bench-'));
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  const baseUrl = 'http://127.0.0.1:8080';
  const config = readConfig({
    SEOGA_DATA_DIR: dataDir,
    SEOGA_BASE_URL: baseUrl,
    SEOGA_LOG_LEVEL: 'info',
    SEOGA_BURST: '1000000',
    SEOGA_BURST_PER_SECOND: '1000000',
    SEOGA_DAILY_QUOTA: '1000000000',
  });
  const service = await compose({ config, clock: systemClock, baseUrl });
  await service.search.whenReady(60_000);
  await importLines(config, systemClock, benchFeed(2000));
  const repository = createSqliteRankingRepository(dataDir);
  await runRankings({ repository, clock: systemClock, settings: rankingSettings(config) });
  const account = await service.accounts.createAccount({
    email: 'b@books.example',
    name: 'B',
    tier: 'free',
    role: 'developer',
  });
  const key = await service.accounts.issueKey(account?.accountId ?? 0);
  return { app: service.app, key: key ?? '' };
}

function benchFeed(items: number): object[] {
  const yesterday = formatKstDay(kstDayOf(systemClock.nowMs()) - 1);
  const lines: object[] = [{ kind: 'category', categoryId: '001', categoryName: '국내도서' }];
  for (let itemId = 1; itemId <= items; itemId++) {
    lines.push({
      kind: 'item',
      itemId,
      title: `서가에서 꺼낸 ${itemId}번째 이야기와 그 밖의 단편들`,
      catalog: 'BOOK',
      categoryIds: ['001'],
      publisher: '서가출판사',
      authors: [{ author: '홍길동', authorType: '지음' }],
      shopPrice: 15000,
      salePrice: 13500,
      publishDate: '2024-05-01',
      contentDetail: {
        bookIntroduction: '오래된 책장에서 나온 이야기를 한데 모았다. '.repeat(8),
        bookSummary: null,
        tableOfContents: Array.from({ length: 12 }, (_, i) => `${i + 1}장 여름날의 기록`).join('\n'),
      },
    });
    lines.push({
      kind: 'sale',
      orderId: `B-${itemId}`,
      lineNo: 1,
      itemId,
      quantity: 1,
      soldAt: `${yesterday}T10:00:00+09:00`,
    });
  }
  return lines;
}
