import { text } from 'node:stream/consumers';

/** Runs the command line once for each entry on standard input, and writes exit codes and outputs as JSON. */
const commands: (string[] | { words: string[]; settings: Record<string, string> })[] = JSON.parse(
  await text(process.stdin),
);
const environment = { ...process.env, LC_ALL: 'C.UTF-8' };
const write = process.stdout.write.bind(process.stdout);
const results = [];
for (const [at, command] of commands.entries()) {
  const { words, settings } = Array.isArray(command) ? { words: command, settings: {} } : command;
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = (chunk: string | Uint8Array) => {
      output[name] += String(chunk);
      return true;
    };
  }
  process.argv.splice(2, process.argv.length, ...words);
  process.env = { ...environment, ...settings };
  process.exitCode = 0;
  // A module with the same URL would not run again.
  await import(`../../bin/seoga.ts?${at}`);
  results.push({ code: process.exitCode, ...output });
}
process.exitCode = 0;
write(JSON.stringify(results));
