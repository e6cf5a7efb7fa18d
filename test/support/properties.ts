import fc from 'fast-check';

// The same examples in every run (CONTRIBUTING.md#where-a-test-goes).
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export { fc };
