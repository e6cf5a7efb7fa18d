import { REFUSED_CLASS } from '../accounts/account.ts';
import { USAGE_DAYS } from '../accounts/call-log.ts';
import { formatKstDay, formatKstInstant, kstDayStartMs } from '../clock.ts';
import { dataMember, endpoint, wholeNumber } from './endpoint.ts';
import { dataObject, date, enumerated, integer, list, number, object, text } from './schema.ts';

const DAYS_DEFAULT = 30;

const STATUS_CLASSES = {
  '2xx': { en: 'Answered', ko: '성공' },
  '3xx': { en: 'Not modified', ko: '변경 없음(304)' },
  '4xx': { en: 'Wrong request, or nothing found', ko: '잘못된 요청 또는 결과 없음' },
  '5xx': { en: 'Failure of the service', ko: '서비스 장애' },
};

const usageData = dataObject('Usage', {
  today: object({
    date: date({ en: 'Today in Korea', ko: '한국 시간 기준 오늘' }),
    used: integer({ en: 'Calls counted today', ko: '오늘 집계된 호출 수' }),
    limit: integer({ en: 'Calls allowed per day', ko: '하루 호출 한도' }),
    remaining: integer({ en: 'Calls left', ko: '남은 호출 수' }),
    resetAt: text({
      en: 'When the count resets, ISO 8601 with +09:00',
      ko: '호출 수가 초기화되는 시각. ISO 8601, +09:00',
    }),
  }),
  burst: object({
    callsPerSecond: number({
      en: 'Calls per second that you can keep up',
      ko: '초당 지속 가능한 호출 수',
    }),
    callsAtOnce: integer({
      en: 'Calls you can make at once after a pause',
      ko: '호출이 없다가 한꺼번에 가능한 호출 수',
    }),
  }),
  calls: list(
    object({
      date: date({ en: 'Day in Korea', ko: '한국 시간 기준 날짜' }),
      endpoint: text({ en: 'operationId of the endpoint', ko: 'API의 operationId' }),
      status: enumerated(STATUS_CLASSES, { en: 'Class of the HTTP status', ko: 'HTTP 상태 코드 분류' }),
      count: integer({ en: 'Number of calls', ko: '호출 수' }),
    }),
    {
      en: 'Calls by day, endpoint and outcome, the latest day first',
      ko: '날짜, API, 상태별 호출 수. 최근 날짜부터',
    },
  ),
});

/** An account's own counts and limits (docs/api.md#usage). */
export const usage = endpoint({
  path: '/v1/usage',
  name: 'usage',
  title: { en: 'Usage', ko: '사용량' },
  description: {
    en: 'The calls and limits of your own account, up to this moment. Calls to this endpoint count towards neither the daily quota nor the burst limit; they have a limit of their own: two a second, ten at once.',
    ko: '현재까지의 내 계정 호출 수와 한도입니다. 이 API의 호출은 하루 한도와 초당 한도에 포함되지 않으며, 별도로 초당 2회, 한꺼번에 10회까지 가능합니다.',
  },
  parameters: {
    days: wholeNumber({
      min: 1,
      max: USAGE_DAYS,
      fallback: DAYS_DEFAULT,
      description: { en: 'Number of days, including today', ko: '조회할 일수. 오늘 포함' },
      label: { en: 'Days', ko: '일수' },
    }),
  },
  data: usageData,
  errors: [],
  uncounted: true,
  waits: true,
  async answer(call, { callLog, clock }) {
    const { given, caller, quota } = call;
    if (quota === null) throw new Error('only an account has usage');
    const fromDay = quota.day - given.days + 1;
    const figures = await callLog.listFigures(caller.accountId, fromDay);
    const counted = figures.calls.filter(({ statusClass }) => statusClass !== REFUSED_CLASS);
    const data = {
      today: {
        date: formatKstDay(quota.day),
        used: quota.dailyUsed,
        limit: quota.limits.dailyQuota,
        remaining: quota.dailyRemaining,
        resetAt: formatKstInstant(kstDayStartMs(quota.day + 1)),
      },
      burst: { callsPerSecond: quota.limits.burstPerSecond, callsAtOnce: quota.limits.burst },
      calls: counted
        .toSorted((a, b) => b.day - a.day)
        .map(({ day, endpoint, statusClass, calls }) => ({
          date: formatKstDay(day),
          endpoint,
          status: `${statusClass}xx`,
          count: calls,
        })),
    };
    return { members: dataMember(data), nextEditionAtMs: clock.nowMs() };
  },
});
