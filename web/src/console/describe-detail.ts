/** The detail of a line of the audit log in few words: what became of what, or names and values. */
export function describeDetail(detail: string): readonly string[] {
  const parsed = parseObject(detail);
  if (parsed === null) return [detail];
  if (isObject(parsed.from) && isObject(parsed.to)) return changes(flat(parsed.from), flat(parsed.to));
  return [...flat(parsed)].map(([name, value]) => `${name}: ${value}`);
}

function changes(from: ReadonlyMap<string, string>, to: ReadonlyMap<string, string>): readonly string[] {
  return [...to]
    .filter(([name, value]) => from.get(name) !== value)
    .map(([name, value]) => `${name}: ${from.get(name) ?? NOTHING} → ${value}`);
}

/** What stands where nothing is set. */
const NOTHING = '–';

/** The values of an object and of the objects in it, one level deep. */
function flat(object: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const entries = Object.entries(object).flatMap(([name, value]) =>
    isObject(value) ? Object.entries(value) : [[name, value] as const],
  );
  return new Map(entries.map(([name, value]) => [name, asText(value)]));
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return NOTHING;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
