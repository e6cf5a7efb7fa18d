// PostGraphile on PostgreSQL: an item and a list by GraphQL with a key. It has no limits of its own.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { listening } from './shop.mjs';

const [connectionString, key] = process.argv.slice(2);
const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString, schemas: ['public'] })],
  grafserv: { graphiql: false, watch: false },
  grafast: {
    explain: false,
    context({ node }) {
      if (node?.req.headers['x-api-key'] !== key) throw new Error('401');
      return {};
    },
  },
});
const server = createServer();
await instance.createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => listening(server));
