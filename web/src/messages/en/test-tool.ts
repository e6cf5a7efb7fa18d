import type { Messages } from '../messages.ts';

export const testTool = {
  title: 'Test tool',
} satisfies Messages['testTool'];
