/** What the filters of a search say in the explorer, and how many books it has found. */
export const FILTER_WORDS = {
  'ko-KR': {
    found: (count: number) => `전체 ${count}종`,
    more: '상세 조건',
    target: '검색 범위',
    from: '출간일부터',
    to: '출간일까지',
    priceTo: '최고 가격',
    apply: '조건 적용',
    refused: /publishedFrom\(2024-01-02\) 이상/,
  },
  'en-GB': {
    found: (count: number) => `${count} titles`,
    more: 'More filters',
    target: 'Search in',
    from: 'Published from',
    to: 'Published to',
    priceTo: 'Price to',
    apply: 'Apply the filters',
    refused: /at least publishedFrom \(2024-01-02\)/,
  },
} as const;
