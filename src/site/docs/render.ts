import { Marked, type Token, type Tokens } from 'marked';
import { escapeText, Html, html } from '../../http/html.ts';
import type { Language } from '../../messages/languages.ts';
import { type Words, wordsOf } from '../kit/words.ts';

/** A page of Markdown as HTML, with the headings that it can be entered at. */
export type RenderedPage = ReturnType<typeof renderMarkdown>;

type DocsWords = Words<'docs'>;

/**
 * Renders our own Markdown. A heading may end in `{#anchor}`; a code block's name stands behind its language; named
 * programs that follow each other become a switch. HTML in the text is shown, never used.
 */
export function renderMarkdown(markdown: string, language: Language) {
  const t = wordsOf('docs', language);
  const blocks = new Marked().lexer(markdown);
  const title = blocks.find((block) => isKind(block, 'heading') && block.depth === 1);
  const content = blocks.filter((block) => block !== title && block.type !== 'space');
  const lead = content.find((block) => isKind(block, 'paragraph'));
  const writer = createWriter(t);
  return {
    title: title === undefined ? '' : plainText(title),
    /** The paragraph below the title, as plain text. */
    lead: lead === undefined ? '' : plainText(lead),
    /** Everything below the title. */
    body: sectionsOf(content, writer, t),
    headings: content.flatMap((block) =>
      isKind(block, 'heading') && block.depth === 2
        ? [{ anchor: anchorOf(block), title: plainText(block) }]
        : [],
    ),
  };
}

/** Blocks of tokens, each with what ends in front of the next heading of a section. */
function sectionsOf(blocks: readonly Token[], writer: Marked, t: DocsWords): Html {
  const sections: { readonly anchor: string | null; readonly parts: string[] }[] = [
    { anchor: null, parts: [] },
  ];
  let programs: Tokens.Code[] = [];
  let switches = 0;
  const endSwitch = () => {
    if (programs.length > 0)
      sections.at(-1)?.parts.push(codeSwitch(programs, `code${switches}`, t).toString());
    if (programs.length > 0) switches += 1;
    programs = [];
  };
  for (const block of blocks) {
    if (isKind(block, 'code') && nameOf(block) !== '' && !NO_PROGRAM.test(block.lang ?? '')) {
      programs.push(block);
      continue;
    }
    endSwitch();
    if (isKind(block, 'heading') && block.depth === 2) sections.push({ anchor: anchorOf(block), parts: [] });
    sections.at(-1)?.parts.push(writer.parser([block]));
  }
  endSwitch();
  return html`${sections.map(({ anchor, parts }) => {
    const content = new Html(parts.join(''));
    return anchor === null ? content : html`<section id="${anchor}">${content}</section>`;
  })}`;
}

const NO_PROGRAM = /^(json|text) /;

function createWriter(t: DocsWords): Marked {
  return new Marked({
    renderer: {
      html: ({ text }) => escapeText(text),
      heading(token) {
        const text = this.parser.parseInline(token.tokens).replace(ANCHOR, '');
        const anchor = anchorOf(token);
        if (token.depth === 2) return `<h2><a href="#${escapeText(anchor)}">${text}</a></h2>\n`;
        return `<h${token.depth} id="${escapeText(anchor)}">${text}</h${token.depth}>\n`;
      },
      code: (token) => codeBlock(nameOf(token) || t('code'), token.text, t).toString(),
      codespan: ({ text }) => html`<code>${text}</code>`.toString(),
      text(token) {
        return 'tokens' in token && token.tokens
          ? this.parser.parseInline(token.tokens)
          : escapeText(token.text);
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        return SAFE_LINK.test(href) ? `<a href="${escapeText(href)}">${text}</a>` : text;
      },
      image: ({ text }) => escapeText(text),
      table(token) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const head = row(token.header, 'th').replaceAll('<th>', '<th scope="col">');
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="scroll" tabindex="0"><table><thead>${head}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
}

/** Pages of ours, places on the page, other sites and mail; nothing that runs. */
const SAFE_LINK = /^(?:\/(?!\/)|#|https?:\/\/|mailto:)/;

const ANCHOR = /\s*\{#[\w-]+\}$/;

/** The anchor that a heading names, or one made from its text. */
export function anchorOf({ text }: Pick<Tokens.Heading, 'text'>): string {
  const named = /\{#([\w-]+)\}$/.exec(text)?.[1];
  return named ?? text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
}

/** The words of a block without its marks. */
export function plainText(token: Token): string {
  const parts = 'tokens' in token && token.tokens ? token.tokens.map(plainText) : [];
  const text = parts.length > 0 ? parts.join('') : 'text' in token ? String(token.text) : '';
  return text.replace(ANCHOR, '');
}

function nameOf({ lang = '' }: Pick<Tokens.Code, 'lang'>): string {
  return lang.split(' ').slice(1).join(' ');
}

/** Code with its name above it. Scripts make the button copy it. */
function codeBlock(name: string, code: string, t: DocsWords): Html {
  return html`<figure class="code"><figcaption>${name}</figcaption><button type="button" data-copy hidden data-done="${t('copied')}">${t('copy')}</button><pre tabindex="0"><code>${code}</code></pre></figure>\n`;
}

/** Programs that do the same in several languages: one is shown, chosen without a script. */
function codeSwitch(programs: readonly Tokens.Code[], id: string, t: DocsWords): Html {
  const [only] = programs;
  if (programs.length === 1 && only !== undefined) return codeBlock(nameOf(only), only.text, t);
  const choices = programs.map((program, at) => {
    const name = nameOf(program);
    return html`<input type="radio" name="${id}" id="${id}-${at}" value="${name}"${at === 0 && html` checked`}><label for="${id}-${at}">${name}</label>${codeBlock(name, program.text, t)}`;
  });
  return html`<fieldset class="switch" data-switch><legend>${t('codeLanguage')}</legend>${choices}</fieldset>\n`;
}

function isKind<Kind extends Kinds['type']>(
  token: Token,
  kind: Kind,
): token is Extract<Kinds, { type: Kind }> {
  return token.type === kind;
}

type Kinds = Tokens.Heading | Tokens.Paragraph | Tokens.Code;
