import { api } from './en/api.ts';
import { commandLine } from './en/command-line.ts';
import { feeds, undo } from './en/feeds.ts';
import { pages } from './en/pages.ts';
import { input, mails, portal, providers, status } from './en/portal.ts';

/** Public messages of the API's errors, by code; the pages of the documentation read these alone. */
export const errors = {
  AUTH_001: 'An API key is required in the X-Api-Key header.',
  AUTH_002: 'The API key is not valid.',
  RATE_001: 'Too many calls: {limit} per second are allowed, {burst} at once. Try again in {seconds} s.',
  RATE_002: 'The daily quota of {limit} calls is used up. It resets at 00:00 Korean time, in {seconds} s.',
  PARAM_001: 'categoryId is required: send it once, with a value.',
  PARAM_002: 'date is {value}; it must be an existing date in the form yyyy-MM-dd.',
  PARAM_003: 'query is required: send it once, with 1 to {max} characters.',
  PARAM_004: '{parameter} is {value}; allowed: {allowed}.',
  PARAM_005: 'sort is {value}; allowed: {allowed}.',
  PARAM_006: 'pageSize is {value}; it must be a whole number from 1 to 100.',
  PARAM_007: '{parameter} is {value}; allowed: {allowed}.',
  PARAM_008: 'category is {value}; allowed: {allowed}.',
  BEST_001: 'No bestsellers were found.{detail}',
  NEW_001: 'No new products were found.{detail}',
  ATTN_001: 'No featured new products were found.{detail}',
  CATEGORY_001: 'No categories were found.',
  GOODS_001: 'No information was found for product {value}.',
  GOODS_002: 'No product was found with ISBN13 {value}.',
  AUTHOR_404: 'No author information was found.',
  SEARCH_001: 'Nothing was found.{detail}',
  SEARCH_002: 'This result cannot be provided.',
  UPSTREAM_UNAVAILABLE: 'The service is temporarily unavailable. Please try again later.',
  COMMON_400: 'The request is malformed.{detail}',
  COMMON_404: 'There is nothing at this path.{detail}',
  COMMON_405: 'This path accepts only GET and HEAD.',
  COMMON_408: 'The request did not arrive in time.',
  COMMON_431: 'The request headers are too large.',
  COMMON_500: 'Something went wrong on our side. Please quote request {requestId} when you report it.',
} as const;

/**
 * Every message of the service in English, by area and id. Its ids are those of every language, and other languages use no
 * braces that it lacks. Braces name values that the place of the message supplies.
 */
export const messages = {
  errors,
  api,
  feeds,
  undo,
  portal,
  input,
  status,
  providers,
  mails,
  pages,
  commandLine,
} as const;
