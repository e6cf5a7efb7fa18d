import type { Author } from '../src/catalog/item.ts';

/** The profession of an invented person; each has its own numbers and names. */
export const PERSON_KINDS = ['writer', 'foreignWriter', 'artist', 'director'] as const;
export type PersonKind = (typeof PERSON_KINDS)[number];

const KINDS: Readonly<Record<PersonKind, { readonly firstId: number; readonly name: string }>> = {
  writer: { firstId: 1_000_000, name: '데모 저자' },
  foreignWriter: { firstId: 2_000_000, name: 'Demo Author' },
  artist: { firstId: 3_000_000, name: '데모 음악가' },
  director: { firstId: 4_000_000, name: '데모 감독' },
};

/** The record of an invented person. The same kind and place always give the same person. */
export function inventPerson(kind: PersonKind, place: number): Author {
  const { firstId, name } = KINDS[kind];
  return {
    authorId: firstId + place,
    author: `${name} ${place + 1}`,
    birthDate: '',
    deathDate: '',
    debutTitle: '',
    details: '데모용 가상 인물입니다.',
  };
}
