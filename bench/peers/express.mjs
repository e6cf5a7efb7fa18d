// The API of a day on Express: key, limit a second, count a day, an item and a list.
import express from 'express';
import { rateLimit } from 'express-rate-limit';
import { listening, openShop, refusal } from './shop.mjs';

const shop = openShop(process.argv[2]);
const app = express();
const keyOf = (request) => request.get('X-Api-Key') ?? '';
app.use(rateLimit({ windowMs: 1_000, limit: 10_000_000, keyGenerator: keyOf, standardHeaders: true }));
app.use((request, response, next) => {
  const status = shop.refuse(keyOf(request));
  if (status === null) next();
  else response.status(status).json(refusal(status));
});
for (const [path, read] of [
  ['/v1/goods/itemDetail', shop.item],
  ['/v1/category/bestsellerMonthly', shop.list],
]) {
  app.get(path, (request, response) => {
    const found = read(request.originalUrl, request.query);
    if (found === null) response.status(404).json(refusal(404));
    else response.json(found);
  });
}
const server = app.listen(0, '127.0.0.1', () => listening(server));
