import { type ReactNode, useEffect, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { UsagePage } from '../../../src/portal/contract/own-service.ts';
import { Facts } from '../design/facts.tsx';
import { Notice } from '../design/notice.tsx';

interface TodayCountProps {
  readonly usage: UsagePage;
  /** By this browser's clock. */
  readonly fetchedAtMs: number;
  /** The last attempt to refresh failed. */
  readonly isStale: boolean;
  /** The owner's mail settings; operators see the count without them. */
  readonly mails?: ReactNode;
}

/** The day's count as it grows, what is left of it, when it resets, and how fast calls are answered. */
export function TodayCount({ usage, fetchedAtMs, isStale, mails }: TodayCountProps) {
  const t = useTranslations('usage.today');
  const format = useFormatter();
  const { callsToday, dailyQuota, remaining } = usage;
  const limit = format.number(dailyQuota);
  return (
    <section aria-labelledby="today" className="rounded-md border border-line bg-raised p-5 sm:p-8">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="today" className="text-sm font-semibold text-soft">
          {t('title')} <time dateTime={usage.today}>{usage.today}</time>
        </h2>
        <p className={`text-xs ${isStale ? 'font-semibold text-warn' : 'text-soft'}`}>
          {isStale ? t('stale') : t('live')}
        </p>
      </div>
      <p className="mt-2 flex flex-wrap items-baseline gap-x-3">
        <span data-count={callsToday} className="font-title text-3xl leading-none font-bold tabular-nums">
          {format.number(callsToday)}
        </span>
        <span className="text-soft tabular-nums">{t('of', { limit })}</span>
      </p>
      <Meter
        share={dailyQuota === 0 ? 1 : callsToday / dailyQuota}
        label={t('meter', { calls: format.number(callsToday), limit })}
      />
      <AboutToday usage={usage} fetchedAtMs={fetchedAtMs} />
      {mails}
      {remaining === 0 && (
        <div className="mt-6">
          <Notice kind="warn">
            {t('full')}{' '}
            <a href="#quota" className="text-link underline underline-offset-4">
              {t('askForMore')}
            </a>
          </Notice>
        </div>
      )}
    </section>
  );
}

function AboutToday({ usage, fetchedAtMs }: Pick<TodayCountProps, 'usage' | 'fetchedAtMs'>) {
  const t = useTranslations('usage.today');
  const format = useFormatter();
  const { remaining, burstPerSecond, burst } = usage;
  const times = usage.times.find(({ day }) => day === usage.today);
  const wait = useWait(usage.secondsToReset, fetchedAtMs);
  const facts: (readonly [string, ReactNode])[] = [
    [t('remaining'), format.number(remaining)],
    [t('reset'), <Noted key="reset" value={wait} note={t('resetAt')} />],
    [t('burst'), t('burstValue', { rate: format.number(burstPerSecond), burst: format.number(burst) })],
  ];
  if (times !== undefined) {
    const value = t('timesValue', { p50: format.number(times.p50Ms), p95: format.number(times.p95Ms) });
    facts.push([t('times'), <Noted key="times" value={value} note={t('timesNote')} />]);
  }
  return <Facts layout="columns" facts={facts} className="mt-6 sm:grid-cols-2 lg:grid-cols-4" />;
}

function Noted({ value, note }: { readonly value: string; readonly note: string }) {
  return (
    <>
      {value}
      <span className="block text-xs font-normal text-soft">{note}</span>
    </>
  );
}

function Meter({ share, label }: { readonly share: number; readonly label: string }) {
  const percent = Math.min(100, Math.max(share > 0 ? 0.5 : 0, share * 100));
  const colour = share >= 1 ? 'fill-bad' : share >= 0.8 ? 'fill-warn' : 'fill-good';
  return (
    <svg role="img" aria-label={label} className="mt-5 h-2 w-full overflow-hidden rounded-full bg-well">
      <rect width={`${percent}%`} height="100%" rx="4" className={colour} />
    </svg>
  );
}

/** The time to midnight in Korea, ticking in between answers of the server. */
function useWait(secondsAtFetch: number, fetchedAtMs: number): string {
  const t = useTranslations('usage.today');
  const [nowMs, setNowMs] = useState(fetchedAtMs);
  useEffect(() => {
    const timer = window.setInterval(() => setNowMs(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  const passed = Math.max(0, Math.floor((nowMs - fetchedAtMs) / 1000));
  const seconds = Math.max(0, secondsAtFetch - passed);
  const minutes = Math.floor(seconds / 60);
  if (minutes === 0) return t('s', { seconds });
  if (minutes < 60) return t('ms', { minutes, seconds: seconds % 60 });
  return t('hm', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
