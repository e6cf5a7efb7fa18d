import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { PortalError, sessionQuery } from '../api.ts';
import { Notice } from '../design/notice.tsx';
import { queryClient } from '../query-client.ts';

/** What went wrong with the form as a whole, above its button. */
export function FormFault({ message }: { readonly message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <Notice kind="bad">
      <p>{message}</p>
    </Notice>
  );
}

/**
 * Puts a failure where it belongs: to the field that the server names, which gets the focus, else to the whole form.
 * `words` say it when the server did not answer.
 */
export function placeFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  words: string,
): void {
  const failure = error instanceof PortalError ? error.failure : null;
  const message = failure?.message || words;
  const field = failure?.field ?? null;
  if (field !== null && Object.hasOwn(form.getValues(), field)) {
    form.setError(field as Path<Values>, { message }, { shouldFocus: true });
  } else form.setError('root', { message });
  // Signed out or in as someone else by another tab: the page has to learn of it.
  if (failure?.code === 'SIGN_IN_FIRST' || failure?.code === 'FORBIDDEN') {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }
}
