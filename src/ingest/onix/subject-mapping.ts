import { longestMatch } from '../longest-match.ts';
import { childOf, childrenOf, type OnixNode, textOf } from './onix-node.ts';

/** Subject scheme (code list 27) to subject code to category. A code that ends in `*` stands for any ending. */
export type SubjectMapping = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The operator's categories of a product, in the order of its subjects, main subjects first, each once. */
export function categoryIdsOf(product: OnixNode, mapping: SubjectMapping): string[] {
  const found = subjectsOf(product).map(({ scheme, code }) =>
    longestMatch(mapping.get(scheme) ?? NO_CODES, code),
  );
  return [...new Set(found.filter((categoryId) => categoryId !== null))];
}

const NO_CODES: ReadonlyMap<string, string> = new Map();

/** One subject of a product. */
interface Subject {
  readonly scheme: string;
  readonly code: string;
  readonly isMain: boolean;
}

/** The subjects of a product with their schemes (code list 27), main subjects first. */
export function subjectsOf(product: OnixNode): Subject[] {
  const describing = childOf(product, 'DescriptiveDetail') ?? product;
  const subjects = [...childrenOf(describing, 'MainSubject'), ...childrenOf(describing, 'Subject')].map(
    (node) => ({
      scheme: textOf(node, 'SubjectSchemeIdentifier', 'MainSubjectSchemeIdentifier'),
      code: textOf(node, 'SubjectCode'),
      isMain: node.name === 'MainSubject' || childOf(node, 'MainSubject') !== null,
    }),
  );
  // ONIX 2.1 has elements of their own for the main subjects of two schemes.
  const old = [
    { scheme: '10', code: textOf(describing, 'BASICMainSubject'), isMain: true },
    { scheme: '12', code: textOf(describing, 'BICMainSubject'), isMain: true },
  ];
  const all = [...old, ...subjects].filter(({ code }) => code !== '');
  return [...all.filter(({ isMain }) => isMain), ...all.filter(({ isMain }) => !isMain)];
}
