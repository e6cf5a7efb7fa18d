/** Absolute URLs in responses, all built from the configured base URL (docs/rules/interface.md#links). */
export interface Links {
  readonly baseUrl: string;
  item(itemId: number): string;
  mobileItem(itemId: number): string;
  author(authorId: number): string;
  category(categoryId: string): string;
  addOn(userKey: string, itemId: number): string;
}

/** URLs of product pages, with {base_url} and {itemId}. */
export interface LinkTemplates {
  readonly linkTemplate: string;
  readonly mobileLinkTemplate: string;
}

/** Fills the operator's templates. */
export function createLinks(baseUrl: string, templates: LinkTemplates): Links {
  const template = (text: string) => {
    const withBase = text.replaceAll('{base_url}', baseUrl);
    return (itemId: number) => withBase.replaceAll('{itemId}', String(itemId));
  };
  return {
    baseUrl,
    item: template(templates.linkTemplate),
    mobileItem: template(templates.mobileLinkTemplate),
    author: (authorId) => `${baseUrl}/authors/${authorId}`,
    category: (categoryId) => `${baseUrl}/categories/${encodeURIComponent(categoryId)}`,
    addOn: (userKey, itemId) => `${baseUrl}/a/${userKey}/goods/${itemId}`,
  };
}
