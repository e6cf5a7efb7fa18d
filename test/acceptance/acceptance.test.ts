import { registerSuite } from './register.ts';
import { openService } from './service.ts';

/**
 * The black-box suite: every row of the interface, asked over HTTP with a key.
 *
 * It starts the real program itself. To test a service elsewhere, import the output of
 * `node test/acceptance/feed.ts` there, run `rank`, and set SEOGA_ACCEPTANCE_URL and SEOGA_ACCEPTANCE_KEY (of an
 * account of tier enterprise). Tests that need the command line are then skipped.
 */

const isElsewhere = (process.env.SEOGA_ACCEPTANCE_URL ?? '') !== '';

registerSuite(openService, isElsewhere && 'the service is elsewhere: its command line is out of reach');
