import { jsonLines } from './json-lines.ts';
import { issueKey, outputOf, type ServerProcess, startServer } from './server-process.ts';
import { smallShop } from './small-shop.ts';
import type { Cleanup } from './temp-dir.ts';

export async function startShop(
  t: Cleanup,
  environment: Readonly<Record<string, string>>,
): Promise<{ server: ServerProcess; key: string }> {
  const server = await startServer(t, { environment });
  outputOf(await server.seoga(['import', '-'], { input: jsonLines(smallShop) }));
  outputOf(await server.seoga(['rank']));
  return { server, key: await issueKey(server) };
}
