import type { Reason, Rule } from './reason.ts';

/** What fields accept, in words. The limits are beside the words that name them. */

export interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** Won. A higher price is a typing error. */
export const PRICE_MAX = 1_000_000_000_000;

/** Characters of a picture's address. */
export const URL_LENGTH_MAX = 2048;

/** A text that is not empty. */
export function textOf(max: number): Rule {
  return { en: `a text of 1 to ${max} characters`, ko: `1자 이상 ${max}자 이하의 문자열이어야 합니다.` };
}

export function identifierOf(max: number): Rule {
  return {
    en: `a text of 1 to ${max} characters without control characters`,
    ko: `제어 문자가 없는 1자 이상 ${max}자 이하의 문자열이어야 합니다.`,
  };
}

export function wholeNumber({ min, max }: Bounds): Rule {
  return { en: `a whole number from ${min} to ${max}`, ko: `${min} 이상 ${max} 이하의 정수여야 합니다.` };
}

export function numberWithin({ min, max }: Bounds): Rule {
  return { en: `a number from ${min} to ${max}`, ko: `${min} 이상 ${max} 이하의 숫자여야 합니다.` };
}

export function listOf(max: number): Rule {
  return { en: `a list of at most ${max} elements`, ko: `요소가 ${max}개 이하인 목록이어야 합니다.` };
}

export const PRICE: Rule = {
  en: `a price: a number from 0 to ${PRICE_MAX} with at most 2 decimals`,
  ko: `0 이상 ${PRICE_MAX} 이하, 소수점 아래 두 자리까지의 금액이어야 합니다.`,
};
export const EXISTING_DATE: Rule = {
  en: 'a date that exists: yyyy-MM-dd, yyyyMMdd, yyyy-MM or yyyy',
  ko: '실제로 있는 yyyy-MM-dd, yyyyMMdd, yyyy-MM, yyyy 형식의 날짜여야 합니다.',
};
export const INSTANT_LIKE: Rule = {
  en: 'a date such as 2026-11-20, or a date and time with offset, such as 2026-11-20T14:03:11+09:00',
  ko: '2026-11-20 같은 날짜나 2026-11-20T14:03:11+09:00처럼 시간대가 붙은 날짜와 시각이어야 합니다.',
};
export const WEB_ADDRESS: Rule = {
  en: `an http or https address of at most ${URL_LENGTH_MAX} characters`,
  ko: `${URL_LENGTH_MAX}자 이하의 http 또는 https 주소여야 합니다.`,
};
export const TRUE_OR_FALSE: Rule = { en: 'true or false', ko: 'true 또는 false여야 합니다.' };
export const OBJECT: Rule = { en: 'an object', ko: '객체여야 합니다.' };
export const TEXT: Rule = { en: 'a text', ko: '문자열이어야 합니다.' };

export const BEFORE_FROM: Reason = { en: 'is before "from"', ko: '"from"보다 앞선 날짜입니다.' };

export function unknownField(known: ReadonlySet<string>): Reason {
  const names = [...known].join(', ');
  return {
    en: `unknown field; known are ${names}`,
    ko: `알 수 없는 항목입니다. 쓸 수 있는 항목: ${names}.`,
  };
}

export function tooLong(length: number, max: number): Reason {
  return {
    en: `${length} characters; at most ${max} are allowed`,
    ko: `${length}자입니다. ${max}자까지 쓸 수 있습니다.`,
  };
}
