import type { Author } from '../src/catalog/item.ts';

/** The profession of an invented person; each has its own numbers and names. */
export const PERSON_KINDS = ['writer', 'foreignWriter', 'artist', 'director'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

const FIRST_IDS: Readonly<Record<PersonKind, number>> = {
  writer: 1_000_000,
  foreignWriter: 2_000_000,
  artist: 3_000_000,
  director: 4_000_000,
};

/** The record of an invented person. The same kind and place always give the same person. */
export function inventPerson(kind: PersonKind, place: number): Author {
  return {
    authorId: FIRST_IDS[kind] + place,
    author: nameOf(kind, place),
    birthDate: '',
    deathDate: '',
    debutTitle: '',
    details: `데모용 가상 인물입니다. ${KIND_TEXTS[kind]} 활동하는 것으로 꾸몄으며, 같은 이름의 실제 인물과 관계가 없습니다.`,
  };
}

const KIND_TEXTS: Readonly<Record<PersonKind, string>> = {
  writer: '한국어로 글을 쓰는 저자로',
  foreignWriter: '영어로 글을 쓰는 저자로',
  artist: '음반을 내는 음악가로',
  director: '영상을 만드는 연출가로',
};

const list = (text: string): readonly string[] => text.split(' ');

const SURNAMES = list(
  '김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 홍 전 고 문 양 손 배 백 허 남 심',
);
const FIRST_SYLLABLES = list(
  '가 나 다 도 라 로 마 미 민 서 선 소 수 아 여 연 예 유 은 이 인 재 정 지 진 채 태 하 해 현',
);
const SECOND_SYLLABLES = list(
  '람 루 린 봄 빈 솔 슬 아 영 온 우 운 원 윤 율 은 음 인 준 진 찬 하 한 해 현 호 훈 희',
);
const FOREIGN_GIVEN = list(
  'Alda Bram Corin Delia Edda Ferris Gwen Hollis Ines Jory Kestrel Lina Marlow Nessa Orin Petra Quill Rhea Soren Tamsin Ulla Vesper Wren Yara',
);
const FOREIGN_FAMILY = list(
  'Ashgrove Birchwell Coldstream Dunmere Elmsworth Fairhollow Greymoor Hartleap Ivystone Juniperson Kettlewick Larkspur Millbrae Northgate Oakhaven Pinecroft Quarrystone Rookwood Saltmarsh Thornbury Underhill Valewater Whitlock Yarrowby',
);
const BANDS = list('밴드 트리오 사중주단 합주단 악단');

/** Steps coprime to the number of names, so that a name repeats only after all have been used. */
function nameOf(kind: PersonKind, place: number): string {
  if (kind === 'foreignWriter') {
    const turn = (place * 199) % (FOREIGN_GIVEN.length * FOREIGN_FAMILY.length);
    return `${FOREIGN_GIVEN[turn % FOREIGN_GIVEN.length]} ${FOREIGN_FAMILY[Math.floor(turn / FOREIGN_GIVEN.length)]}`;
  }
  const count = SURNAMES.length * FIRST_SYLLABLES.length * SECOND_SYLLABLES.length;
  const turn = (place * 9_973 + (kind === 'director' ? 7 : 0)) % count;
  const surname = SURNAMES[turn % SURNAMES.length];
  const rest = Math.floor(turn / SURNAMES.length);
  const first = FIRST_SYLLABLES[rest % FIRST_SYLLABLES.length];
  const second = SECOND_SYLLABLES[Math.floor(rest / FIRST_SYLLABLES.length)];
  if (kind !== 'artist') return `${surname}${first}${second}`;
  return place % 3 === 0 ? `${first}${second}` : `${first}${second} ${BANDS[place % BANDS.length]}`;
}
