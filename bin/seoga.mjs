#!/usr/bin/env node
// The command line's door: an older Node would stop at the first TypeScript file with a stack trace.
const version = process.versions.node;
if (Number.parseInt(version, 10) < 24) {
  console.error(`Seoga needs Node 24 or later; this is Node ${version}.`);
  process.exit(1);
}
await import('./seoga.ts');
