import { message } from '../messages/messages.ts';
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
  return message('feeds.textOf', { max });
}

export function identifierOf(max: number): Rule {
  return message('feeds.identifier', { max });
}

export function wholeNumber({ min, max }: Bounds): Rule {
  return message('feeds.wholeNumber', { min, max });
}

export function numberWithin({ min, max }: Bounds): Rule {
  return message('feeds.number', { min, max });
}

export function listOf(max: number): Rule {
  return message('feeds.listOf', { max });
}

export const PRICE: Rule = message('feeds.price', { max: PRICE_MAX });
export const EXISTING_DATE: Rule = message('feeds.existingDate');
export const INSTANT_LIKE: Rule = message('feeds.instant');
export const WEB_ADDRESS: Rule = message('feeds.webAddress', { max: URL_LENGTH_MAX });
export const TRUE_OR_FALSE: Rule = message('feeds.trueOrFalse');
export const OBJECT: Rule = message('feeds.mustBeObject');
export const TEXT: Rule = message('feeds.text');

export const BEFORE_FROM: Reason = message('feeds.beforeFrom');

export function unknownField(known: ReadonlySet<string>): Reason {
  return message('feeds.unknownField', { names: [...known].join(', ') });
}

export function tooLong(length: number, max: number): Reason {
  return message('feeds.tooLong', { length, max });
}
