/** The checks. The service isn't ready without the first three; the others are for operators to act on. */
export const HEALTH_CHECKS = ['calls', 'lists', 'search', 'age', 'mail', 'clock'] as const;
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

/** Checks without which API calls can't be answered. */
const NEEDED: readonly HealthCheckName[] = ['calls', 'lists', 'search'];

/** The result of each check: null = fine, otherwise what is wrong, in words for the operator. */
export type Health = Readonly<Record<HealthCheckName, string | null>>;

export type HealthReport = ReturnType<typeof healthReport>;

/**
 * The body of /health/ready, and whether the service can accept calls. `obstacle` = null, or what the server is doing instead of
 * serving, as it starts or stops.
 */
export function healthReport(health: Health, obstacle: string | null) {
  const checks = Object.fromEntries(HEALTH_CHECKS.map((name) => [name, health[name] ?? 'ok']));
  const ready = obstacle === null && NEEDED.every((name) => health[name] === null);
  return obstacle === null ? { ready, checks } : { ready, state: obstacle, checks };
}
