import { before, test } from 'node:test';
import { type Cleanup, suiteCleanup } from '../support/temp-dir.ts';
import { SECTIONS } from './sections.ts';
import type { Service } from './service.ts';

/** Registers every row of the suite as a test of the service that `open` gives. `skipReason` says why an operator's row can't be proved. */
export function registerSuite(
  open: (t: Cleanup) => Promise<Service>,
  skipReason: (title: string) => string | false,
): void {
  let service: Service;
  const t = suiteCleanup();
  before(async () => {
    service = await open(t);
  });
  for (const register of SECTIONS) {
    register({
      row: (title, prove) => test(title, () => prove(service)),
      operatorRow(title, prove) {
        test(title, { skip: skipReason(title) }, async () => {
          if (service.operator === null) throw new Error('the service was started elsewhere');
          await prove(service.operator, service);
        });
      },
    });
  }
}
