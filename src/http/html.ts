/** Markup that is safe to insert unescaped. Only `html` makes it. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

/** Values in a template. null, undefined and false become empty; lists are joined without a separator. */
export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[];

/** Escapes every value that isn't markup. Use values in text and quoted attributes, never in tag names, scripts or styles. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let markup = strings[0] ?? '';
  values.forEach((value, index) => {
    markup += render(value) + (strings[index + 1] ?? '');
  });
  return new Html(markup);
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(render).join('');
  return escapeText(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML and XML. Drops characters that XML forbids, and replaces halves of surrogate pairs. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|[\u007f-\u009f]/gu, '')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** JSON text that can't break out of a script element. */
export function escapeInScript(json: string): Html {
  return new Html(
    json.replace(
      /[<>&\u007f-\u009f\u2028\u2029\ufffe\uffff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}
