// A reporter for node:test that writes how many tests passed and failed, and which were skipped and why, as JSON.
export default async function* countReporter(source) {
  const counts = { passed: 0, failed: 0, skipped: [] };
  for await (const event of source) {
    const { data } = event;
    if (event.type === 'test:pass') {
      // A suite counts when it is skipped: its tests are then not heard of at all.
      const isSkipped = data.skip !== undefined || data.todo !== undefined;
      if (isSkipped) counts.skipped.push({ name: data.name, reason: String(data.skip ?? data.todo) });
      else if (data.details?.type !== 'suite') counts.passed++;
    }
    // A suite fails with its tests, which are counted. One whose file cannot be loaded has none.
    const isOfTests = data?.details?.type === 'suite' && data.details.error?.failureType === 'subtestsFailed';
    if (event.type === 'test:fail' && !isOfTests) counts.failed++;
  }
  yield JSON.stringify(counts);
}
