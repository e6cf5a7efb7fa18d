import type { Attack } from './attack.ts';
import { longQuery } from './long-query.ts';
import { pageFlood } from './page-flood.ts';
import { signInFlood } from './sign-in-flood.ts';
import { unreadAnswers } from './unread-answers.ts';

/** Every attack: add a file and a line here. */
export const ATTACKS: readonly Attack[] = [unreadAnswers, longQuery, signInFlood, pageFlood];
