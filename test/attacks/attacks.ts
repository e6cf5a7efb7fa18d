import type { Attack } from './attack.ts';
import { fullDisk } from './full-disk.ts';
import { longQuery } from './long-query.ts';
import { pageFlood } from './page-flood.ts';
import { unreadAnswers } from './unread-answers.ts';
import { wrongClock } from './wrong-clock.ts';

/** Every attack: add a file and a line here. */
export const ATTACKS: readonly Attack[] = [unreadAnswers, longQuery, wrongClock, pageFlood, fullDisk];
