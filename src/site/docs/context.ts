import type { ErrorCode } from '../../http/errors.ts';
import type { Language } from '../../messages/languages.ts';
import type { Area } from '../../messages/messages.ts';
import type { Words } from '../kit/words.ts';
import type { DocsApi, Example } from './answers.ts';
import type { Endpoint } from './openapi.ts';
import type { DocsFacts, DocsTexts, Guide } from './texts.ts';

/** What pages of the documentation are written from, in one language. */
export interface DocsContext {
  readonly language: Language;
  /** The texts of an area. */
  words<One extends Area>(area: One): Words<One>;
  readonly texts: DocsTexts;
  readonly endpoints: readonly Endpoint[];
  readonly facts: DocsFacts;
  readonly example: Example;
  readonly api: DocsApi;
}

/** One page of the documentation. */
export type DocsPage =
  | { readonly kind: 'guide'; readonly path: string; readonly title: string; readonly name: Guide }
  | { readonly kind: 'endpoint'; readonly path: string; readonly title: string; readonly name: Endpoint }
  | { readonly kind: 'error'; readonly path: string; readonly title: string; readonly name: ErrorCode };
