import type { Messages } from '../messages.ts';

export const docs = {
  title: 'Documentation',
} satisfies Messages['docs'];
