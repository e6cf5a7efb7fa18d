import assert from 'node:assert/strict';
import { type Attack, sendUnread } from './attack.ts';

/** Requests of one packet. */
const REQUESTS = 1_400;
/** Every answer kept would be well over this. */
const GROWTH_MAX_BYTES = 200 * 1024 * 1024;

export const unreadAnswers: Attack = {
  title: 'answers that nobody reads do not fill the memory',
  async run(target, load) {
    const before = await target.metric('process_resident_memory_bytes');
    const packet = 'GET /v1/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(REQUESTS);
    const connections = Array.from({ length: 4 * load }, () => sendUnread(target.server.address, packet));
    try {
      for (let i = 0; i < 20; i++) {
        const response = await fetch(`${target.server.address}/v1/category/list`);
        assert.equal(response.status, 401);
        await response.text();
      }
      const growth = (await target.metric('process_resident_memory_bytes')) - before;
      assert.ok(growth < GROWTH_MAX_BYTES, `memory grew by ${growth} bytes`);
      return `${connections.length} connections, ${Math.round(growth / 1024 / 1024)} MB more`;
    } finally {
      for (const connection of connections) connection.close();
    }
  },
};
