import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { escapeText, Html, html } from '../../http/html.ts';
import type { Language } from '../../messages/languages.ts';
import { attributesOf, copyBlock } from '../kit/ui.ts';
import { wordsOf } from '../kit/visit.ts';

export type RenderedPage = ReturnType<typeof renderMarkdown>;

/** Renders a page. Headings may end in `{#anchor}`. A run of programs becomes a switch. HTML is shown as text. */
export function renderMarkdown(markdown: string, language: Language) {
  // The type of tokens also covers extensions, of which there are none.
  const blocks = new Marked().lexer(markdown) as MarkedToken[];
  const title = blocks.find((block) => block.type === 'heading' && block.depth === 1);
  const content = blocks.filter((block) => block !== title && block.type !== 'space');
  return {
    title: plainText(title),
    lead: plainText(content.find(({ type }) => type === 'paragraph')),
    body: drawBlocks(content, language),
    headings: content
      .filter(isSection)
      .map((block) => ({ anchor: anchorOf(block), title: plainText(block) })),
  };
}

function isSection(block: MarkedToken): block is Tokens.Heading {
  return block.type === 'heading' && block.depth === 2;
}

function isProgram(block: MarkedToken | undefined): block is Tokens.Code {
  return block?.type === 'code' && nameOf(block) !== '' && !/^(json|text) /.test(block.lang ?? '');
}

function drawBlocks(blocks: readonly MarkedToken[], language: Language): Html {
  const writer = createWriter(language);
  let section = { anchor: '', markup: '' };
  const sections = [section];
  let programs: Tokens.Code[] = [];
  let switches = 0;
  for (const [at, block] of blocks.entries()) {
    if (isSection(block)) section = { anchor: anchorOf(block), markup: '' };
    if (isSection(block)) sections.push(section);
    if (isProgram(block)) programs.push(block);
    if (programs.length === 0) section.markup += writer.parser([block]);
    else if (!isProgram(blocks[at + 1])) {
      section.markup += codeSwitch(programs, `code${switches++}`, language);
      programs = [];
    }
  }
  return html`${sections.map(({ anchor, markup }) => {
    const content = new Html(markup);
    return anchor === '' ? content : html`<section id="${anchor}">${content}</section>`;
  })}`;
}

function createWriter(language: Language): Marked {
  const t = wordsOf('docs', language);
  return new Marked({
    renderer: {
      html: ({ text }) => escapeText(text),
      heading(token) {
        const text = this.parser.parseInline(token.tokens).replace(ANCHOR, '');
        const anchor = anchorOf(token);
        if (token.depth === 2) return `<h2><a href="#${escapeText(anchor)}">${text}</a></h2>\n`;
        return `<h${token.depth} id="${escapeText(anchor)}">${text}</h${token.depth}>\n`;
      },
      code: (token) => copyBlock({ language }, nameOf(token) || t('code'), token.text).toString(),
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

/** Links with other schemes, such as `javascript:`, could run scripts. */
const SAFE_LINK = /^(?:\/(?!\/)|#|https?:\/\/|mailto:)/;

const ANCHOR = /\s*\{#[\w-]+\}$/;

export function anchorOf({ text }: Pick<Tokens.Heading, 'text'>): string {
  const named = /\{#([\w-]+)\}$/.exec(text)?.[1];
  return named ?? text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
}

function plainText(token: Token | undefined): string {
  const { tokens = [], text = '' }: Partial<Tokens.Generic> = token ?? {};
  return (tokens.length > 0 ? tokens.map(plainText).join('') : String(text)).replace(ANCHOR, '');
}

function nameOf({ lang = '' }: Pick<Tokens.Code, 'lang'>): string {
  return lang.split(' ').slice(1).join(' ');
}

/** A switch between the languages of one program, which needs no script. */
function codeSwitch(programs: readonly Tokens.Code[], id: string, language: Language): Html {
  const t = wordsOf('docs', language);
  const block = (program: Tokens.Code) => copyBlock({ language }, nameOf(program), program.text);
  const [only] = programs;
  if (programs.length === 1 && only !== undefined) return block(only);
  const choices = programs.map((program, at) => {
    const name = nameOf(program);
    const control = { type: 'radio', name: id, id: `${id}-${at}`, value: name, checked: at === 0 };
    return html`<input${attributesOf(control)}><label for="${control.id}">${name}</label>
${block(program)}`;
  });
  return html`<fieldset class="switch" data-switch><legend>${t('codeLanguage')}</legend>${choices}</fieldset>\n`;
}
