import { ENDPOINTS } from './interface.ts';
import { SECTIONS } from './sections.ts';

// node test/acceptance/coverage.ts > API_COVERAGE.md

/** The titles of the suite. */
export const TITLES: readonly string[] = SECTIONS.flatMap((register) => {
  const titles: string[] = [];
  const list = (title: string) => titles.push(title);
  register({ row: list, operatorRow: list });
  return titles;
});

/** What no request from outside reaches, and the test that proves it. */
export const ELSEWHERE: readonly (readonly [row: string, file: string])[] = [
  ['columns and cells in LibreOffice and openpyxl', 'test/export/programs.test.ts'],
  ['keys are issued in the portal after sign-in', 'test/site/own/key.test.ts'],
  ['documentation, error codes and FAQ need no sign-in', 'test/site/docs/pages.test.ts'],
  ['closing an account ends its key and its history', 'test/site/account/settings.test.ts'],
  ['503 UPSTREAM_UNAVAILABLE: search is away', 'test/v1/goods/item-list.test.ts'],
  ['503 UPSTREAM_UNAVAILABLE: a list or the catalogue is damaged', 'test/v1/damaged-store.test.ts'],
  ['500 COMMON_500: an unexpected failure, with the id of the request', 'test/http/protocol.test.ts'],
  ['408 COMMON_408: a request that arrives too slowly', 'test/http/protocol.test.ts'],
  ['the count of a day starts over at midnight in Korea', 'test/gate/account-meter.test.ts'],
  ['calls of the test tool count', 'test/site/own/test-tool.test.ts'],
  ['a higher quota is asked for and decided on', 'test/site/console/console.test.ts'],
  ['a list that is not tallied yet: the one before it stands in', 'test/v1/answer-headers.test.ts'],
  ['100 entries in a file by default', 'test/v1/category/exports.test.ts'],
  ['usage of 90 days', 'test/v1/usage.test.ts'],
  ['the operator blocks search terms in the portal', 'test/site/console/words.test.ts'],
];

/** What a title proves, and how. */
function partsOf(title: string): readonly [subject: string, guarantee: string] {
  const at = title.indexOf(': ');
  return [title.slice(0, at), title.slice(at + 2)];
}

function table(head: readonly [string, string], rows: Iterable<readonly [string, string]>): string {
  return [head, ['---', '---'], ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');
}

/** API_COVERAGE.md. */
export function coverageDocument(): string {
  const isOf = (name: string) => (title: string) =>
    title.startsWith(`${name} `) || title.startsWith(`${name}: `);
  const endpoints = ENDPOINTS.filter(({ isOwn = false }) => !isOwn).map(
    ({ name, path }): [string, string] => {
      const aspects = TITLES.filter(isOf(name)).map((title) => partsOf(title)[0].slice(name.length + 1));
      return [`\`${path}\` ${name}`, [...new Set(aspects)].join(', ')];
    },
  );
  const others = new Map<string, string[]>();
  for (const title of TITLES.filter((one) => !ENDPOINTS.some(({ name }) => isOf(name)(one)))) {
    const [subject, guarantee] = partsOf(title);
    others.set(subject, [...(others.get(subject) ?? []), guarantee]);
  }
  return [
    INTRODUCTION,
    table(['Endpoint', 'Tests that begin with its name'], endpoints),
    '\nEndpoints of our own are proved in the same way.\n\n## Everything else\n\n',
    table(
      ['Row', 'Tests'],
      [...others].map(([subject, guarantees]): [string, string] => [subject, guarantees.join('; ')]),
    ),
    '\n## What no request from outside reaches\n\n',
    table(
      ['Row', 'Proved by'],
      ELSEWHERE.map(([row, file]): [string, string] => [row, `[${file}](${file})`]),
    ),
  ].join('');
}

const INTRODUCTION = `# What proves the interface

\`node test/acceptance/coverage.ts > API_COVERAGE.md\` writes this page from the titles of the black-box suite in
[test/acceptance](test/acceptance), which proves [docs/rules](docs/rules/README.md) over HTTP, with a key and nothing else:

    npm test -- test/acceptance/acceptance.test.ts      # starts the real program, imports its feed, ranks, asks
    npm test -- test/acceptance/instances.test.ts       # the same against three instances on one PostgreSQL database

To test a service elsewhere, import the output of \`node test/acceptance/feed.ts\` into an empty one, run \`rank\` on the same
day (Korea time), and set \`SEOGA_ACCEPTANCE_URL\` and \`SEOGA_ACCEPTANCE_KEY\`. Tests that need the command line are skipped.

The suite reads parameters, their order, values and defaults from the tables of [docs/rules](docs/rules/interface.md#parameters);
paths, errors and columns are written down by hand in [interface.ts](test/acceptance/interface.ts). The tests of an endpoint
are made from both, and the OpenAPI document and the running service are held against them: every wrong value of every
parameter is refused there, and nowhere else.

## Endpoints

`;

if (import.meta.main) process.stdout.write(coverageDocument());
