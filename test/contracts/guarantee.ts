import { test as nodeTest, type TestContext } from 'node:test';

/** Defines the test of one guarantee, which gets a world of its own. */
export type Guarantee<World> = (title: string, run: (world: World) => Promise<void>) => void;

/** Runs the tests of a contract on an adapter: each test gets a new one. */
type Contract<Setup> = (adapter: string, setUp: (t: TestContext) => Setup | Promise<Setup>) => void;

/** What every adapter of a port guarantees, as tests. */
export function contractOf<World>(define: (test: Guarantee<World>) => void): Contract<World> {
  return preparedContract((world: World) => world, define);
}

/** The same, where each test begins with something in the empty store. */
export function preparedContract<Setup, World>(
  prepare: (setup: Setup) => World | Promise<World>,
  define: (test: Guarantee<World>) => void,
): Contract<Setup> {
  return (adapter, setUp) =>
    define((title, run) => {
      nodeTest(`${adapter}: ${title}`, async (t) => run(await prepare(await setUp(t))));
    });
}
