import type { ErrorCode } from '../../../src/http/errors.ts';
import { fillBraces, type MessageValues } from '../../../src/messages/fill.ts';
import type { Language } from '../../../src/messages/languages.ts';

/** What failed calls are answered with in one language. */
export interface FailureMessages {
  readonly errors: typeof import('../../../src/messages/en/errors.json');
  readonly api: typeof import('../../../src/messages/en/api.json');
}

/** The whole message that answers the failing call on a code's page (docs/errors). */
export function failureMessage(code: ErrorCode, messages: FailureMessages, language: Language): string {
  const values = valuesOf(code, (id, inner) => fillBraces(messages.api[id], inner, language));
  return fillBraces(messages.errors[code], values, language);
}

/** What the failing call gives its message. `part` writes a value that is a message itself. */
function valuesOf(
  code: ErrorCode,
  part: (id: keyof FailureMessages['api'], values: MessageValues) => string,
): MessageValues {
  switch (code) {
    case 'RATE_001':
      return { limit: 10, burst: 20, seconds: 1 };
    case 'RATE_002':
      return { limit: 5000, seconds: 32400 };
    case 'PARAM_002':
      return { value: '"2026-02-30"' };
    case 'PARAM_003':
      return { max: 200 };
    case 'PARAM_004': {
      const allowed = part('isbn13Of', { isbn13: '9788936434595' });
      return { parameter: 'query', value: '"8936434594"', allowed };
    }
    case 'PARAM_005':
      return { value: '"PRICE"', allowed: 'DEFAULT, RELATION, RECENT, REG_DTS' };
    case 'PARAM_006':
      return { value: '"101"' };
    case 'PARAM_007':
      return { parameter: 'age', value: '"35"', allowed: '255, 10, 20, 30, 40, 50, 60' };
    case 'PARAM_008':
      return { value: '"001"', allowed: 'ALL, BOOK, FOREIGN, EBOOK, MUSIC, DVD' };
    case 'BEST_001':
      return { detail: part('noListOfPeriod', { period: '1990-01', first: '2026-10', last: '2026-11' }) };
    case 'NEW_001':
    case 'ATTN_001':
      return { detail: part('unknownCategory', { category: '"nowhere"' }) };
    case 'GOODS_001':
      return { value: '9007199254740991' };
    case 'GOODS_002':
      return { value: '9999999999999' };
    case 'COMMON_400':
      return { detail: part('badQuery', {}) };
    case 'COMMON_500':
      return { requestId: '4f6c1f0e-2b7d-4c55-9a61-8d3be07a9c12' };
    default:
      return {};
  }
}
