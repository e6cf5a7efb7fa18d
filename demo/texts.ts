import type { Author } from '../src/catalog/item.ts';
import type { Person, Work } from './works.ts';

/** The introduction of an edition: what the work is, in Korean, and that this edition is made up. */
export function introduceEdition(work: Work): string {
  const about = work.about === null ? '' : `${work.about}\n`;
  return `${about}${originOf(work)}\n데모용 판본으로, 출판사와 가격, 판매량은 지어낸 것이다.`;
}

/** The author record of a real person. */
export function authorRecord(author: Person): Author {
  const names = author.original === author.english ? author.english : `${author.english}, ${author.original}`;
  return {
    authorId: author.authorId,
    author: author.korean,
    birthDate: koreanYear(author.born),
    deathDate: koreanYear(author.died),
    debutTitle: author.debut,
    details: `${author.korean}(${names}). ${author.details}`,
  };
}

/** When the work appeared, in which foreign language, and what else it is called. */
function originOf(work: Work): string {
  const language = work.language === 'ko' ? '' : `${languageName(work.language)} `;
  const names = [...new Set([work.original, work.english])].filter((name) => name !== work.korean);
  const titles = names.length === 0 ? '' : ` 원제와 영어 제목: ${names.join(' / ')}.`;
  return `${timeOf(work.year)} ${language}작품이다.${titles}`;
}

/** Before printing nothing appeared on a day; such years tell when a work was written. */
function timeOf(text: string): string {
  const year = koreanYear(text);
  if (/^1[5-9]\d\d$/.test(text)) return `${year}년에 처음 나온`;
  if (/^\d{1,3}$/.test(text)) return `서기 ${year}년의`;
  return /\d$/.test(year) ? `${year}년의` : `${year}의`;
}

/** `~BC480` as 기원전 480년경, `1569` as 1569; phrases stay as they are. */
function koreanYear(text: string): string {
  const isAbout = text.startsWith('~');
  const year = text.replace('~', '').replace('BC', '기원전 ');
  return isAbout ? `${year}년경` : year;
}

const names = new Intl.DisplayNames('ko', { type: 'language' });

/** Korean name of a language (ISO 639). */
export function languageName(language: string): string {
  return language === 'lzh' ? '한문' : (names.of(language) ?? language);
}
