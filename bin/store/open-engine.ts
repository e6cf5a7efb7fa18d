import { systemClock } from '../../src/clock.ts';
import type { Config } from '../../src/config/config.ts';
import type { Engine, EngineOptions, StoreRole } from '../../src/store/engine.ts';
import { secretsOf } from '../../src/store/private-files.ts';

type Choice = Pick<EngineOptions, 'clock' | 'fence' | 'onCountsNotWritten'>;

/** Opens the configured engine, and loads no other. Throws StoreRefused and StoreUnavailableError. */
export async function openEngine(config: Config, role: StoreRole, choice: Choice): Promise<Engine> {
  const { dataDir, database, syncsCommits, tierLimits } = config;
  const sessionSecret = () => secretsOf(config).sessionSecret;
  const options = { dataDir, role, syncsCommits, tierLimits, sessionSecret, ...choice };
  if (database === null) {
    const { openSqliteEngine } = await import('../../src/store/sqlite/engine.ts');
    return openSqliteEngine(options);
  }
  const { openPostgresEngine } = await import('../../src/store/postgres/engine.ts');
  return await openPostgresEngine(options, database);
}

export async function withThreadEngine<T>(
  dataDir: string,
  work: (engine: Engine, config: Config) => Promise<T>,
  fence: number | null = null,
): Promise<T> {
  const { readConfig } = await import('../../src/config/config.ts');
  const config = { ...readConfig(), dataDir };
  await using engine = await openEngine(config, 'thread', { clock: systemClock, fence });
  return await work(engine, config);
}
