import Type from 'typebox';
import { formatKstDay, formatKstInstant, kstDayStartMs } from '../clock.ts';
import { payloadOf } from '../http/answer.ts';
import { type Answer, type CheckedCall, endpoint } from './endpoint.ts';
import { wholeNumber } from './parameter.ts';
import { metaSchema, oneOf } from './schemas.ts';
import type { Services } from './services.ts';

/** Most days that a call can request, today included (docs/rules/accounts.md#usage-history). */
const DAYS_MAX = 90;
/** Days in an answer by default. */
const DAYS_DEFAULT = 30;

const integer = (description: string) => Type.Integer({ description });

/** An account's own counts and limits (docs/rules/interface.md#usage). */
export const usage = endpoint({
  path: '/v1/usage',
  name: 'usage',
  title: 'Usage',
  description:
    'The calls and limits of your own account, up to this moment. Calls to this endpoint count towards neither the ' +
    'daily quota nor the burst limit; they have a limit of their own: two a second, ten at once.',
  parameters: {
    days: wholeNumber({
      min: 1,
      max: DAYS_MAX,
      fallback: DAYS_DEFAULT,
      description: 'Number of days, including today',
    }),
  },
  data: Type.Object({
    meta: metaSchema,
    data: Type.Object(
      {
        today: Type.Object({
          date: Type.String({ format: 'date', description: 'Today in Korea' }),
          used: integer('Calls counted today'),
          limit: integer('Calls allowed per day'),
          remaining: integer('Calls left'),
          resetAt: Type.String({ description: 'When the count resets, ISO 8601 with +09:00' }),
        }),
        burst: Type.Object({
          callsPerSecond: Type.Number({ description: 'Calls per second that you can keep up' }),
          callsAtOnce: integer('Calls you can make at once after a pause'),
        }),
        calls: Type.Array(
          Type.Object({
            date: Type.String({ format: 'date', description: 'Day in Korea' }),
            endpoint: Type.String({ description: 'operationId of the endpoint' }),
            status: oneOf(['2xx', '3xx', '4xx', '5xx'], { description: 'Class of the HTTP status' }),
            count: integer('Answered calls'),
          }),
          { description: 'Answered calls by day, endpoint and outcome, the latest day first' },
        ),
      },
      { title: 'Usage' },
    ),
  }),
  errors: [],
  uncounted: true,
  answer,
});

interface Given {
  readonly days: number;
}

async function answer(call: CheckedCall<Given>, { accounts, clock }: Services): Promise<Answer> {
  const { given, caller, quota } = call;
  if (quota === null) throw new Error('only an account has usage');
  const fromDay = quota.day - given.days + 1;
  const rows = await accounts.listUsage(caller.accountId, fromDay);
  const data = {
    today: {
      date: formatKstDay(quota.day),
      used: quota.dailyUsed,
      limit: quota.limits.dailyQuota,
      remaining: quota.dailyRemaining,
      resetAt: formatKstInstant(kstDayStartMs(quota.day + 1)),
    },
    burst: { callsPerSecond: quota.limits.burstPerSecond, callsAtOnce: quota.limits.burst },
    calls: rows
      .toSorted((a, b) => b.day - a.day)
      .map(({ day, endpoint, statusClass, calls }) => ({
        date: formatKstDay(day),
        endpoint,
        status: `${statusClass}xx`,
        count: calls,
      })),
  };
  const payload = payloadOf(Buffer.from(`"data":${JSON.stringify(data)}`));
  return { payload, nextEditionAtMs: clock.nowMs() };
}
