import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { encode } from 'uqr';
import { useTranslations } from 'use-intl';
import type {
  RecoveryCodes,
  SecondFactorSetUpView,
  SecondFactorView,
} from '../../../src/portal/contract/own-account.ts';
import { portalQuery, postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { CopyButton } from '../design/copy-button.tsx';
import { saveFile } from '../design/save-file.ts';
import { SideSection } from '../design/side-section.tsx';
import { CurrentPassword } from '../forms/password-field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useFocusOnChange } from '../forms/use-focus-on-change.ts';
import { useAccountRules } from './account-rules.ts';
import { CodeForm } from './code-form.tsx';
import { useHasPassword } from './connections.tsx';

const secondFactorQuery = portalQuery('/second-factor');

/** One-time codes at sign-in: turned on with an app, off with a code. */
export function SecondFactor() {
  const t = useTranslations('account.secondFactor');
  const client = useQueryClient();
  const { data } = useQuery(secondFactorQuery);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const shown = useRef<HTMLDivElement>(null);
  const stage = codes.length > 0 ? 'codes' : data === undefined ? null : data.isOn ? 'on' : 'off';
  useFocusOnChange(stage, shown);
  const show = async ({ recoveryCodes }: RecoveryCodes) => {
    setCodes(recoveryCodes);
    await client.invalidateQueries(secondFactorQuery);
  };
  return (
    <SideSection title={t('title')}>
      <div ref={shown} tabIndex={-1} className="space-y-4 outline-none">
        {stage === 'codes' && <Codes codes={codes} onStored={() => setCodes([])} />}
        {stage === 'off' && <TurnOn onCodes={show} />}
        {stage === 'on' && data !== undefined && <IsOn state={data} onCodes={show} />}
      </div>
    </SideSection>
  );
}

const CODE_FORM = 'max-w-xs space-y-4';

type OnCodes = (codes: RecoveryCodes) => Promise<void>;

function TurnOn({ onCodes }: { readonly onCodes: OnCodes }) {
  const t = useTranslations('account.secondFactor');
  const [setUp, setSetUp] = useState<SecondFactorSetUpView | null>(null);
  if (setUp === null) {
    return (
      <>
        <p>{t('body')}</p>
        <Begin onSetUp={setSetUp} />
      </>
    );
  }
  return (
    <>
      <p>{t('scan')}</p>
      <QrCode text={setUp.address} label={t('qrLabel')} />
      <p>
        {t('type')} <code className="break-all">{setUp.secret}</code>
      </p>
      <CodeForm
        takesFocus
        action={t('confirm')}
        className={CODE_FORM}
        send={async (code) => onCodes(await postPortal('/second-factor/confirm', { code }))}
      />
    </>
  );
}

function Begin({ onSetUp }: { readonly onSetUp: (setUp: SecondFactorSetUpView) => void }) {
  const t = useTranslations('account');
  const rules = useAccountRules();
  const hasPassword = useHasPassword();
  const { form, field } = useFields({ defaultValues: { password: '' } });
  return (
    <SubmitForm
      form={form}
      onSubmit={async ({ password }) => {
        onSetUp(await postPortal('/second-factor/begin', { password: hasPassword ? password : null }));
      }}
      action={t('secondFactor.begin')}
      className="max-w-md space-y-4"
    >
      {hasPassword && (
        <CurrentPassword label={t('secondFactor.password')} {...field('password', rules.password)} />
      )}
    </SubmitForm>
  );
}

function IsOn({ state, onCodes }: { readonly state: SecondFactorView; readonly onCodes: OnCodes }) {
  const t = useTranslations('account.secondFactor');
  const client = useQueryClient();
  const renew = async (code: string) => onCodes(await postPortal('/second-factor/recovery-codes', { code }));
  const end = async (code: string) => {
    const off = await postPortal('/second-factor/end', { code });
    client.setQueryData(secondFactorQuery.queryKey, off);
  };
  return (
    <>
      <p>{t('isOn', { count: state.recoveryCodesLeft })}</p>
      <details>
        <summary className="min-h-11 py-2 font-semibold">{t('renew')}</summary>
        <CodeForm action={t('renewNow')} className={CODE_FORM} send={renew} />
      </details>
      <details>
        <summary className="min-h-11 py-2 font-semibold">{t('end')}</summary>
        <CodeForm action={t('endNow')} className={CODE_FORM} send={end} />
      </details>
    </>
  );
}

function Codes({ codes, onStored }: { readonly codes: readonly string[]; readonly onStored: () => void }) {
  const t = useTranslations('account.secondFactor');
  const text = codes.join('\n');
  return (
    <>
      <p role="status">{t('codes')}</p>
      <ul aria-label={t('codesLabel')} className="grid grid-cols-2 gap-2 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} />
        <Button onClick={() => saveFile(`${text}\n`, 'recovery-codes.txt')}>{t('download')}</Button>
        <Button onClick={onStored}>{t('stored')}</Button>
      </div>
    </>
  );
}

/** White modules around the code, which readers need to find it. */
const MARGIN = 4;

/** A QR code as one path, without styles or images that the page's policy would have to allow. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 0 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : '')))
    .join('');
  const side = size + 2 * MARGIN;
  return (
    <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={label} className="size-48 bg-white">
      <path d={path} fill="black" />
    </svg>
  );
}
