import type { Messages } from '../messages.ts';

export const usage = {
  title: 'Usage',
} satisfies Messages['usage'];
