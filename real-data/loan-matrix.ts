import { parseCsv } from './csv.ts';

export const LOANS_2024_FILE = 'ko-seoul-library/loans-by-sex-age-kdc-2024.csv';

/** Loans of a year by sex, age band and KDC main class. */
export interface LoanMatrix {
  readonly year: number;
  readonly rows: readonly LoanRow[];
  /** The source's own sums of each class over all rows, for checking. */
  readonly totalsByClass: readonly number[];
  /** The source's own sums over both sexes' rows. */
  readonly totalsBySex: Readonly<Record<'M' | 'F', number>>;
  readonly total: number;
}

export interface LoanRow {
  /** Null in the rows of former members and others, whose sex and age are not told. */
  readonly sex: 'M' | 'F' | null;
  /** As published; for rows without sex what they are called. */
  readonly band: string;
  /** Ten numbers, class 0 first. */
  readonly loans: readonly number[];
  /** The source's own sum of the row. */
  readonly total: number;
}

const CLASSES = 10;
/** Two label columns before the classes; after them "other", which is nought everywhere, and the sum. */
const FIRST_CLASS_COLUMN = 2;

/** The matrix of 2024 (CSV; numbers are written both as 1,651 and as 3538). */
export function parseLoans2024(csv: string): LoanMatrix {
  const rows: LoanRow[] = [];
  const totalsBySex = { M: 0, F: 0 };
  let totals: Numbers = { loans: [], total: 0 };
  let sex: LoanRow['sex'] = null;
  for (const cells of parseCsv(csv).slice(2)) {
    const [group = '', band = ''] = cells.map((cell) => cell.trim());
    if (group !== '') sex = sexOf(group);
    const numbers = readNumbers(cells);
    if (group === '합계') totals = numbers;
    else if (band !== '소계') rows.push({ sex, band: band || group, ...numbers });
    else if (sex !== null) totalsBySex[sex] = numbers.total;
  }
  return { year: 2024, rows, totalsByClass: totals.loans, totalsBySex, total: totals.total };
}

function sexOf(group: string): LoanRow['sex'] {
  if (group === '남성') return 'M';
  return group === '여성' ? 'F' : null;
}

interface Numbers {
  readonly loans: readonly number[];
  readonly total: number;
}

function readNumbers(cells: readonly string[]): Numbers {
  const numbers = cells.slice(FIRST_CLASS_COLUMN).map((cell) => Number(cell.replaceAll(',', '')));
  const [other = 0, total = 0] = numbers.slice(CLASSES);
  if (other !== 0) throw new Error(`a row with ${other} loans outside of the ten classes`);
  return { loans: numbers.slice(0, CLASSES), total };
}
