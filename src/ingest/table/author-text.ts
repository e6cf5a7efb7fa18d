/** A name and its role, as a feed record has them. */
export interface NamedRole {
  readonly author: string;
  readonly authorType: string;
}

/** A longer text is not a list of names: it stays as it is, and the checks refuse it. */
const STATEMENT_LENGTH_MAX = 500;

const ROLES =
  `지음 지은이 글 그림 글·그림 글그림 옮김 옮긴이 엮음 엮은이 저 저자 역 역자 편 편저 편역 공저 공역 감수 해설 사진 글쓴이 그린이
  원작 각색 기획 감독 작곡 작사 노래 연주 출연 낭독 일러스트 만화`.split(/\s+/);
const ROLE = ROLES.map((role) => role.replace('·', '[·ㆍ]')).join('|');

const BEHIND = new RegExp(`^(.*\\S)\\s+\\[?(${ROLE})\\]?$`, 'u');
const IN_BRACKETS = new RegExp(`^(.*\\S)\\s*[([](${ROLE})[)\\]]$`, 'u');
const BEFORE = new RegExp(`^\\[?(${ROLE})\\]?\\s*:\\s*(.+)$`, 'u');

/**
 * Reads one statement of responsibility, such as "김영하 지음", "글: 이수지" or "홍길동, 이몽룡 옮김". A role that stands with the
 * last of several names belongs to all of them.
 */
export function parseAuthors(statement: string): NamedRole[] {
  if (statement.length > STATEMENT_LENGTH_MAX) return [{ author: statement, authorType: '' }];
  const { names, authorType } = splitRole(statement);
  // A comma parts names only where a role proves that the text is a statement; "Kim, Young-ha" stays one name.
  const authors = authorType === '' ? [names] : names.split(/\s*,\s*/);
  return authors.filter((author) => author !== '').map((author) => ({ author, authorType }));
}

function splitRole(statement: string): { names: string; authorType: string } {
  const before = BEFORE.exec(statement);
  if (before !== null) return { names: before[2] ?? '', authorType: before[1] ?? '' };
  const behind = IN_BRACKETS.exec(statement) ?? BEHIND.exec(statement);
  return { names: behind?.[1] ?? statement, authorType: behind?.[2] ?? '' };
}
