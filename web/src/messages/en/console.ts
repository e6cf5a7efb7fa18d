import type { Messages } from '../messages.ts';

export const operatorConsole = {
  navLabel: 'Console',
  nav: {
    overview: 'Overview',
  },
  notAllowed: {
    title: 'For operators only',
    lead: 'This account may not open the console. Ask an operator for the role if you need it.',
    back: 'To my API key',
  },
  overview: {
    title: 'Overview',
    lead: 'How the service does at this moment.',
    items: '{count, plural, one {# product} other {# products}}',
  },
} satisfies Messages['console'];
