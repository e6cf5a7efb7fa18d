import type { Messages } from '../messages.ts';

export const status = {
  title: 'Service status',
} satisfies Messages['status'];
