import { formatKstInstant, systemClock } from '../../src/clock.ts';
import { readClockRecord, writeClockRecord } from '../../src/store/files/clock-file.ts';
import { StoreRefused } from '../../src/store/sqlite/store-check.ts';
import { isPlausible, recordNow } from '../../src/trusted-clock.ts';
import { command } from './command.ts';

export const clockAcceptCommand = command({
  name: 'clock accept',
  summary: "confirm the machine's clock after a long jump",
  usage: `clock accept
Use this if the machine was off for more than 45 days, or if its clock was wrong and is right now. A running server
follows the clock from the next second on. For six hours, nothing is deleted based on the new time.`,
  ko: {
    summary: '시계가 크게 건너뛴 뒤 지금 시각이 맞다고 확인합니다',
    usage: `clock accept
컴퓨터가 45일 넘게 꺼져 있었거나, 시계가 틀렸다가 지금은 맞을 때 쓰세요. 실행 중인 서버는 바로 다음 초부터 이 시계를
따릅니다. 새 시각을 근거로 한 삭제는 6시간 동안 하지 않습니다.`,
  },
  options: {},
  async run({ config: { dataDir } }) {
    const nowMs = systemClock.nowMs();
    const kept = readClockRecord(dataDir);
    if (kept !== null) console.error(`Last trusted: ${formatKstInstant(kept.lastMs)}`);
    writeClockRecord(dataDir, recordNow(nowMs, kept, nowMs));
    console.log(`Confirmed: ${formatKstInstant(nowMs)}`);
  },
});

/**
 * Called before a command that counts or deletes by date: refuses if the clock is far from the last run's, and
 * otherwise records the time. Throws StoreRefused.
 */
export function checkClock(dataDir: string): void {
  const nowMs = systemClock.nowMs();
  const kept = readClockRecord(dataDir);
  if (!isPlausible(nowMs, kept)) {
    const last = formatKstInstant(kept?.lastMs ?? nowMs);
    throw new StoreRefused(
      `The machine's clock says ${formatKstInstant(nowMs)}, but ${dataDir} was last used at ${last}. ` +
        'Set the clock, or run "seoga clock accept" if it is right. Nothing was changed.',
    );
  }
  if (kept !== null) writeClockRecord(dataDir, recordNow(nowMs, kept, null));
}
