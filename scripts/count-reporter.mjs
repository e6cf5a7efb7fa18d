// A reporter for node:test that writes how many tests passed and failed, and which were skipped and why, as JSON.
export default async function* countReporter(source) {
  const counts = { passed: 0, failed: 0, skipped: [] };
  for await (const event of source) {
    const { data } = event;
    if (event.type === 'test:pass' && data.details?.type !== 'suite') {
      if (data.skip !== undefined || data.todo !== undefined) {
        counts.skipped.push({ name: data.name, reason: String(data.skip ?? data.todo) });
      } else counts.passed++;
    }
    if (event.type === 'test:fail' && data.details?.type !== 'suite') counts.failed++;
  }
  yield JSON.stringify(counts);
}
