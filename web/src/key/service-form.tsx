import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { NewKey, ServiceInformation } from '../../../src/portal/contract/own-service.ts';
import { SERVICE_FIELDS } from '../../../src/portal/contract/own-service.ts';
import { portalQuery, postPortal } from '../api.ts';
import { CheckField, TextArea, TextField } from '../design/field.tsx';
import { SubmitForm, useFields } from '../forms/submit-form.tsx';
import { useTextRules } from '../forms/use-text-rules.ts';
import { queryClient } from '../query-client.ts';

interface ServiceFormProps {
  /** As given for the last key. */
  readonly service: ServiceInformation | null;
  readonly onIssued: (issued: NewKey) => void;
}

const NOTHING: ServiceInformation = {
  serviceName: '',
  serviceUrl: '',
  purpose: '',
  commercial: false,
  acceptsRules: false,
};

const RULES = ['server', 'share', 'link', 'cache'] as const;

/** Information about the service that will use the key. */
export function ServiceForm({ service, onIssued }: ServiceFormProps) {
  const t = useTranslations('key.form');
  const { form, field } = useFields<ServiceInformation>({
    // Each key needs consent to the rules again.
    defaultValues: { ...(service ?? NOTHING), acceptsRules: false },
  });
  // Not a mutation: their results stay in the cache, where the key must not be.
  const text = useTextRules();
  return (
    <SubmitForm
      form={form}
      onSubmit={async (values) => {
        onIssued(await postPortal('/key', trimmed(values)));
        await queryClient.invalidateQueries({ queryKey: portalQuery('/key').queryKey });
      }}
      action={t('submit')}
      kind="primary"
      className="space-y-6"
    >
      <div>
        <h2 className="text-lg font-bold">{t('title')}</h2>
        <p className="mt-1 text-sm text-soft">{t('lead')}</p>
      </div>
      <TextField
        label={t('serviceName')}
        hint={t('serviceNameHint')}
        autoComplete="organization"
        {...field('serviceName', text(SERVICE_FIELDS.serviceName))}
      />
      <TextField
        label={t('serviceUrl')}
        hint={t('serviceUrlHint')}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://example.com"
        {...field('serviceUrl', {
          ...text(SERVICE_FIELDS.serviceUrl),
          validate: (value) => isWebAddress(value.trim()) || t('urlFault'),
        })}
      />
      <TextArea
        label={t('purpose')}
        hint={t('purposeHint')}
        {...field('purpose', text(SERVICE_FIELDS.purpose))}
      />
      <CheckField label={t('commercial')} hint={t('commercialHint')} {...field('commercial')} />
      <Rules>
        <CheckField
          label={<span className="font-semibold">{t('accept')}</span>}
          {...field('acceptsRules', { validate: (accepted) => accepted || t('acceptFault') })}
        />
      </Rules>
    </SubmitForm>
  );
}

function Rules({ children }: { readonly children: ReactNode }) {
  const t = useTranslations('key.form');
  return (
    <div className="rounded-md border border-line bg-well p-5">
      <h3 className="text-sm font-bold">{t('rules')}</h3>
      <ul className="mt-2 mb-5 list-disc space-y-1 pl-5 text-sm">
        {RULES.map((rule) => (
          <li key={rule}>{t(`rule.${rule}`)}</li>
        ))}
      </ul>
      {children}
    </div>
  );
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

function trimmed(values: ServiceInformation): ServiceInformation {
  return {
    ...values,
    serviceName: values.serviceName.trim(),
    serviceUrl: values.serviceUrl.trim(),
    purpose: values.purpose.trim(),
  };
}
