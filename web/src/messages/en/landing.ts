import type { Messages } from '../messages.ts';

export const landing = {
  title: 'Seoga',
} satisfies Messages['landing'];
