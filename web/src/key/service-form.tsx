import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { NewKey, ServiceInformation } from '../../../src/portal/contract/own-service.ts';
import { SERVICE_FIELDS } from '../../../src/portal/contract/own-service.ts';
import { postPortal } from '../api.ts';
import { Button } from '../design/button.tsx';
import { CheckField, TextArea, TextField } from '../design/field.tsx';
import { FormFault, placeFailure } from '../forms/form-fault.tsx';
import { useTextRules } from '../forms/use-text-rules.ts';
import { queryClient } from '../query-client.ts';
import { keyQuery } from './key-query.ts';

interface ServiceFormProps {
  /** What was said at the last issue. */
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

/** The service information that a key is issued for. */
export function ServiceForm({ service, onIssued }: ServiceFormProps) {
  const t = useTranslations('key.form');
  const words = useTranslations('account');
  const form = useForm<ServiceInformation>({
    // Every key needs a new consent to the rules.
    defaultValues: { ...(service ?? NOTHING), acceptsRules: false },
  });
  const { errors, isSubmitting } = form.formState;
  // Not a mutation: their results stay in the cache, where the key must not be.
  const submit = form.handleSubmit(async (values) => {
    try {
      onIssued(await postPortal('/key', trimmed(values)));
      await queryClient.invalidateQueries({ queryKey: keyQuery.queryKey });
    } catch (error) {
      placeFailure(form, error, words('failed'));
    }
  });
  const text = useTextRules();
  return (
    <form onSubmit={submit} noValidate className="space-y-6">
      <div>
        <h2 className="text-lg font-bold">{t('title')}</h2>
        <p className="mt-1 text-sm text-soft">{t('lead')}</p>
      </div>
      <TextField
        label={t('serviceName')}
        hint={t('serviceNameHint')}
        autoComplete="organization"
        error={errors.serviceName?.message}
        {...form.register('serviceName', text(SERVICE_FIELDS.serviceName))}
      />
      <TextField
        label={t('serviceUrl')}
        hint={t('serviceUrlHint')}
        type="url"
        inputMode="url"
        autoComplete="url"
        placeholder="https://example.com"
        error={errors.serviceUrl?.message}
        {...form.register('serviceUrl', {
          ...text(SERVICE_FIELDS.serviceUrl),
          validate: (value) => isWebAddress(value.trim()) || t('urlFault'),
        })}
      />
      <TextArea
        label={t('purpose')}
        hint={t('purposeHint')}
        error={errors.purpose?.message}
        {...form.register('purpose', text(SERVICE_FIELDS.purpose))}
      />
      <CheckField
        label={t('commercial')}
        hint={t('commercialHint')}
        error={errors.commercial?.message}
        {...form.register('commercial')}
      />
      <Rules>
        <CheckField
          label={<span className="font-semibold">{t('accept')}</span>}
          error={errors.acceptsRules?.message}
          {...form.register('acceptsRules', { validate: (accepted) => accepted || t('acceptFault') })}
        />
      </Rules>
      <FormFault message={errors.root?.message} />
      <Button type="submit" kind="primary" busy={isSubmitting}>
        {t('submit')}
      </Button>
    </form>
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
