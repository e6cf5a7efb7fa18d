import { message } from '../../messages/messages.ts';
import { type Reason, show } from '../reason.ts';

/** The reason of a line that JSON.parse refuses: in the parser's words in English, its place in the line elsewhere. */
export function invalidJson(error: unknown): Reason {
  const text = error instanceof Error ? error.message : '';
  const said = show(text);
  if (/^Unexpected end|^Unterminated string/.test(text)) return message('feeds.notJsonCutShort', { said });
  const position = / at position (\d+)/.exec(text)?.[1];
  if (position !== undefined) return message('feeds.notJsonAt', { said, position: Number(position) + 1 });
  const token = /^Unexpected token '(.)', /su.exec(text)?.[1];
  // The parser's other messages don't name a place.
  if (token === undefined) return message('feeds.notJson', { said });
  return message('feeds.notJsonToken', { said, token: show(token) });
}
