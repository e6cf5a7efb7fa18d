import { test as nodeTest, type TestContext } from 'node:test';

export type Guarantee<World> = (title: string, run: (world: World) => Promise<void>) => void;

type Contract<Setup> = (adapter: string, setUp: (t: TestContext) => Setup | Promise<Setup>) => void;

/** The tests of an interface with several adapters. */
export function contractOf<World>(define: (test: Guarantee<World>) => void): Contract<World> {
  return preparedContract((world: World) => world, define);
}

/** Each test begins with something in the empty store. */
export function preparedContract<Setup, World>(
  prepare: (setup: Setup) => World | Promise<World>,
  define: (test: Guarantee<World>) => void,
): Contract<Setup> {
  return (adapter, setUp) =>
    define((title, run) => {
      nodeTest(`${adapter}: ${title}`, async (t) => run(await prepare(await setUp(t))));
    });
}
