import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from './shop-queries.ts';

/** The shop's categories by their whole paths, for a select; the first choice is none. */
export function CategoryOptions() {
  const { data } = useQuery(categoriesQuery);
  return (
    <>
      <option value="" />
      {data?.categories.map(({ categoryId, fullPath }) => (
        <option key={categoryId} value={categoryId}>
          {fullPath} ({categoryId})
        </option>
      ))}
    </>
  );
}
