export type Links = ReturnType<typeof createLinks>;

/** Makes absolute URLs (docs/api.md#links) from the base URL and the operator's templates with {base_url} and {itemId}. */
export function createLinks(
  baseUrl: string,
  templates: {
    readonly linkTemplate: string;
    readonly mobileLinkTemplate: string;
    readonly substituteCovers: 'svg' | 'png';
    readonly logoUrl: string | null;
  },
) {
  const template = (text: string) => {
    const withBase = text.replaceAll('{base_url}', baseUrl);
    return (itemId: number) => withBase.replaceAll('{itemId}', String(itemId));
  };
  return {
    baseUrl,
    logo: templates.logoUrl ?? `${baseUrl}/assets/logo.svg`,
    item: template(templates.linkTemplate),
    mobileItem: template(templates.mobileLinkTemplate),
    substituteCover: (side: string, itemId: number) =>
      `${baseUrl}/images/substitute/${side}/${itemId}.${templates.substituteCovers}`,
    author: (authorId: number) => `${baseUrl}/authors/${authorId}`,
    category: (categoryId: string) => `${baseUrl}/categories/${encodeURIComponent(categoryId)}`,
    addOn: (userKey: string, itemId: number) => `${baseUrl}/a/${userKey}/goods/${itemId}`,
  };
}
