// The API of a day on Fastify: key, limit a second, count a day, an item and a list.
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { listening, openShop, refusal } from './shop.mjs';

const shop = openShop(process.argv[2]);
const app = Fastify();
await app.register(rateLimit, {
  max: 10_000_000,
  timeWindow: '1 second',
  keyGenerator: ({ headers }) => headers['x-api-key'] ?? '',
});
app.addHook('preHandler', async ({ headers }, reply) => {
  const status = shop.refuse(headers['x-api-key'] ?? '');
  if (status !== null) return reply.code(status).send(refusal(status));
});
for (const [path, read] of [
  ['/v1/goods/itemDetail', shop.item],
  ['/v1/category/bestsellerMonthly', shop.list],
]) {
  app.get(path, async ({ url, query }, reply) => read(url, query) ?? reply.code(404).send(refusal(404)));
}
await app.listen({ host: '127.0.0.1', port: 0 });
listening(app.server);
