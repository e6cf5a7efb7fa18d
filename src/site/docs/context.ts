import type { Language } from '../../messages/languages.ts';
import type { Area } from '../../messages/messages.ts';
import type { InProcessApi, Services } from '../kit/services.ts';
import type { Words } from '../kit/words.ts';
import type { DocsTexts } from './texts.ts';

/** What pages of the documentation are written from, in one language. */
export interface DocsContext extends Pick<InProcessApi, 'bodyOf'> {
  readonly language: Language;
  /** The texts of an area. */
  words<One extends Area>(area: One): Words<One>;
  readonly texts: DocsTexts;
  readonly site: Services;
  readonly example: Example;
}

/** The product and the category that examples name. */
export interface Example {
  readonly category: string;
  readonly isbn13: string;
  readonly itemId: number;
  readonly title: string;
  /** Whether it has an author and a table of contents. */
  readonly isWhole: boolean;
  /** Whether the shop sells it. */
  readonly isReal: boolean;
}
