import type { Attack } from './attack.ts';
import { damagedList } from './damaged-list.ts';
import { foreignLock } from './foreign-lock.ts';
import { fullDisk } from './full-disk.ts';
import { longQuery } from './long-query.ts';
import { lostFiles } from './lost-files.ts';
import { pageFlood } from './page-flood.ts';
import { readableFiles } from './readable-files.ts';
import { signInFlood } from './sign-in-flood.ts';
import { takeOver } from './take-over.ts';
import { unreadAnswers } from './unread-answers.ts';
import { wrongClock } from './wrong-clock.ts';

/** Every attack: add a file and a line here. */
export const ATTACKS: readonly Attack[] = [
  unreadAnswers,
  longQuery,
  wrongClock,
  takeOver,
  signInFlood,
  lostFiles,
  pageFlood,
  foreignLock,
  fullDisk,
  damagedList,
  readableFiles,
];
