import { message } from '../../messages/messages.ts';
import { type Reason, show } from '../reason.ts';

/** The reason of a line that JSON.parse refuses: in the parser's words in English, its place in the line elsewhere. */
export function invalidJson(error: unknown): Reason {
  const text = error instanceof Error ? error.message : '';
  const said = show(text);
  if (ENDED.test(text)) return message('feeds.notJsonCutShort', { said });
  const position = positionIn(text);
  if (position !== undefined) return message('feeds.notJsonAt', { said, position: position + 1 });
  const token = /^Unexpected token '(.)', /su.exec(text)?.[1];
  // The parser's other messages don't name a place.
  if (token === undefined) return message('feeds.notJson', { said });
  return message('feeds.notJsonToken', { said, token: show(token) });
}

/** Whether JSON.parse found nothing wrong with a text but that it ends. */
export function breaksOff(error: unknown, text: string): boolean {
  const said = error instanceof Error ? error.message : '';
  return ENDED.test(said) || positionIn(said) === text.length;
}

const ENDED = /^Unexpected end|^Unterminated string/;

function positionIn(said: string): number | undefined {
  const position = / at position (\d+)/.exec(said)?.[1];
  return position === undefined ? undefined : Number(position);
}
