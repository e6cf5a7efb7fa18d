import type { Messages } from '../messages.ts';

export const explorer = {
  title: 'Explorer',
} satisfies Messages['explorer'];
