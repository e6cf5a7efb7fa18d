interface AttributionTexts {
  /** Of the product page that the sample leads to. */
  readonly link: string;
  readonly logo: string;
  /** What names the origin. */
  readonly text: string;
  readonly buyHere: string;
  readonly buyElsewhere: string;
}

/** HTML that marks the origin of the data, ready to be pasted. */
export function attributionCode({ link, logo, text, buyHere, buyElsewhere }: AttributionTexts) {
  const safe = escapeHtml(text);
  return {
    htmlPlain: `<a href="${link}">${safe}</a>`,
    htmlLogo: `<a href="${link}">\n  <img src="${logo}" alt="" width="20" height="20">\n  ${safe}\n</a>`,
    htmlSellers: [
      `<a href="${link}">${escapeHtml(buyHere)}</a>`,
      `<a href="https://other.example/book">${escapeHtml(buyElsewhere)}</a>`,
      `<small>${safe}</small>`,
    ].join('\n'),
  } as const;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
