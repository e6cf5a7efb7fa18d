import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { isRefusal, postPortal } from '../api.ts';
import { Button, TextLink } from '../design/button.tsx';
import { Notice } from '../design/notice.tsx';
import { Fetched } from '../forms/fetched.tsx';
import { useAction } from '../forms/use-action.tsx';
import { showAccount } from './adopt-session.ts';
import { Entrance } from './entrance.tsx';
import { Address } from './mail-entrance.tsx';

const route = getRouteApi('/portal/signed-in/confirm-address');

/** The page behind the link mailed to a new address. Opening it changes nothing: the owner has to confirm. */
export function ConfirmAddressPage() {
  const t = useTranslations('account.change');
  const { token } = route.useSearch();
  const { account } = route.useRouteContext();
  const query = useQuery({
    queryKey: ['new-address', token],
    queryFn: () => postPortal('/account/address/look', { token }),
    enabled: token !== '',
  });
  const isInvalid = token === '' || isRefusal(query.error, 'TOKEN_INVALID');
  return (
    <Entrance title={t('confirmTitle')}>
      {isInvalid ? (
        <InvalidLink />
      ) : (
        <Fetched query={query}>
          {({ email }) => <Confirmation token={token} before={account.email} email={email} />}
        </Fetched>
      )}
    </Entrance>
  );
}

interface ConfirmationProps {
  readonly token: string;
  readonly before: string;
  readonly email: string;
}

function Confirmation({ token, before, email }: ConfirmationProps) {
  const t = useTranslations('account.change');
  const navigate = useNavigate();
  const { busy, notice, run } = useAction();
  const confirm = () =>
    run(async () => {
      showAccount(await postPortal('/account/address/confirm', { token }));
      await navigate({ to: '/portal/account', replace: true });
    }, t('changed'));
  return (
    <div className="space-y-5">
      <p>{t.rich('confirmBody', { before, email, b: (text) => <Address>{text}</Address> })}</p>
      {notice}
      <Button kind="primary" busy={busy} onClick={confirm} className="w-full">
        {t('confirm')}
      </Button>
    </div>
  );
}

function InvalidLink() {
  const t = useTranslations('account.change');
  return (
    <Notice kind="bad">
      <p>{t('invalid')}</p>
      <p className="mt-3">
        <TextLink to="/portal/account" className="font-semibold">
          {t('toAccount')}
        </TextLink>
      </p>
    </Notice>
  );
}
