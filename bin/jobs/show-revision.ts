import type { Composition } from '../compose.ts';
import type { Job } from './job.ts';

/** Shows in the metrics how far this server's catalogue is. */
export function createRevisionGauge({ metrics, catalog }: Composition): Job {
  return {
    name: 'show-revision',
    every: 1_000,
    onEachServer: true,
    run: async () => metrics.set('seoga_catalog_revision', await catalog.revision()),
  };
}
