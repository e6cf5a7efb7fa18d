import { useQuery } from '@tanstack/react-query';
import { portalQuery, postPortal } from '../api.ts';
import { CheckField } from '../design/field.tsx';
import { queryClient } from '../query-client.ts';
import { useAction } from './use-action.tsx';

interface MailChoiceProps {
  readonly path: '/quota-mails' | '/operator-mails';
  readonly label: string;
}

/** Whether a kind of mail is wanted; kept as soon as it is chosen. */
export function MailChoice({ path, label }: MailChoiceProps) {
  const query = portalQuery(path);
  const { data } = useQuery(query);
  const { busy, notice, run } = useAction();
  if (data === undefined) return null;
  const choose = (wanted: boolean) =>
    run(async () => {
      queryClient.setQueryData(query.queryKey, await postPortal(path, { wanted }));
    });
  return (
    <div className="mt-6 border-t border-line pt-4">
      <CheckField
        label={label}
        checked={data.wanted}
        aria-disabled={busy}
        onChange={({ target }) => !busy && choose(target.checked)}
      />
      {notice}
    </div>
  );
}
