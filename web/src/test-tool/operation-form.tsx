import { useState } from 'react';
import { Controller, type UseFormReturn, useForm } from 'react-hook-form';
import { useTranslations } from 'use-intl';
import type { TestAnswer, TestCall } from '../../../src/portal/contract/own-service.ts';
import { failureText, postPortal } from '../api.ts';
import { Button, TextLink } from '../design/button.tsx';
import { SelectField, TextField } from '../design/field.tsx';
import { Notice } from '../design/notice.tsx';
import type { Endpoint, KnownValue, Parameter } from '../docs/openapi.ts';
import { CategoryPicker } from './category-picker.tsx';

interface OperationFormProps {
  readonly endpoint: Endpoint;
  /** To begin with. */
  readonly values: Readonly<Record<string, string>>;
  readonly samples: { readonly categoryId: string; readonly itemId: string; readonly title: string };
  readonly onAnswer: (made: MadeCall) => void;
}

/** A call with its answer. */
export interface MadeCall {
  readonly answer: TestAnswer;
  /** From the press of the button to the answer, by this browser's clock. */
  readonly roundTripMs: number;
  readonly call: TestCall;
  /** Makes the same call with other values. */
  readonly runAgain: RunAgain;
}

/** Puts values into the form and makes the call with them. */
type RunAgain = (values: Readonly<Record<string, string>>) => void;

type Values = Record<string, string>;

export function OperationForm({ endpoint, values, samples, onAnswer }: OperationFormProps) {
  const t = useTranslations('testTool');
  const words = useTranslations('account');
  const [fault, setFault] = useState('');
  const form = useForm<Values>({ defaultValues: firstValues(endpoint, values, samples) });
  const { isSubmitting } = form.formState;
  const run = form.handleSubmit(async (typed) => {
    setFault('');
    const given = Object.entries(typed).filter(([, value]) => value.trim() !== '');
    const body: TestCall = { endpoint: endpoint.operation, parameters: Object.fromEntries(given) };
    const startedMs = performance.now();
    try {
      const answer = await postPortal('/test', body);
      onAnswer({ answer, roundTripMs: performance.now() - startedMs, call: body, runAgain });
    } catch (error) {
      setFault(failureText(error) || words('failed'));
    }
  });
  const runAgain: RunAgain = (changed) => {
    for (const [name, value] of Object.entries(changed)) form.setValue(name, value);
    void run();
  };
  const { parameters, operation } = endpoint;
  return (
    <form
      onSubmit={run}
      noValidate
      // Keeps a focused field from hiding behind the sticky button.
      className="space-y-5 [&_input]:scroll-mb-36 [&_select]:scroll-mb-36"
    >
      {parameters.length === 0 && <p className="text-sm text-soft">{t('noParameters')}</p>}
      {parameters.map((parameter) => (
        <ParameterField key={parameter.name} parameter={parameter} form={form} />
      ))}
      {fault !== '' && <Notice kind="bad">{fault}</Notice>}
      <div className="sticky bottom-0 z-10 space-y-2 border-t border-line bg-paper py-3">
        <Button type="submit" kind="primary" busy={isSubmitting} className="w-full">
          {isSubmitting ? t('running') : t('run')}
        </Button>
        <p className="text-xs text-soft">{t(operation === 'usage' ? 'countsNot' : 'counts')}</p>
      </div>
      <p className="text-sm">
        <TextLink to="/docs/endpoints/$operation" params={{ operation }}>
          {t('docs')}
        </TextLink>
      </p>
    </form>
  );
}

/** Values passed by another page; otherwise values for required parameters that this catalogue has. */
function firstValues(
  { parameters }: Endpoint,
  values: OperationFormProps['values'],
  samples: OperationFormProps['samples'],
): Values {
  const isHandedOver = Object.keys(values).length > 0;
  const isLookUp = parameters.some((one) => one.name === 'searchType');
  const sampleOf = ({ name, required, example }: Parameter) => {
    if (name === 'categoryId') return samples.categoryId;
    if (samples.itemId !== '' && isLookUp && name === 'searchType') return 'ItemId';
    if (samples.itemId !== '' && isLookUp && name === 'query') return samples.itemId;
    if (name === 'query') return samples.title || (example ?? '');
    return required ? (example ?? '') : '';
  };
  return Object.fromEntries(
    parameters.map((one) => [one.name, isHandedOver ? (values[one.name] ?? '') : sampleOf(one)]),
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly form: UseFormReturn<Values>;
}

function ParameterField({ parameter, form }: ParameterFieldProps) {
  const t = useTranslations('testTool');
  const { name, required, values, defaultValue } = parameter;
  const error = form.formState.errors[name]?.message;
  const rules = useParameterRules(parameter);
  const label = (
    <>
      {parameter.label} <code className="font-mono text-xs font-normal text-soft">{name}</code>
      {!required && <span className="text-xs font-normal text-soft"> · {t('optional')}</span>}
    </>
  );
  if (name === 'categoryId') {
    return (
      <Controller
        control={form.control}
        name={name}
        rules={rules}
        render={({ field }) => (
          <CategoryPicker
            legend={label}
            value={field.value ?? ''}
            onChange={field.onChange}
            error={error}
            ref={field.ref}
          />
        )}
      />
    );
  }
  if (values.length > 0) {
    return (
      <SelectField
        label={label}
        error={error}
        {...form.register(name, rules)}
        options={values.map((one) => [one.value, labelOf(one)])}
        none={t('byDefault', {
          value: values
            .filter((one) => one.isDefault)
            .map(labelOf)
            .join(),
        })}
      />
    );
  }
  return (
    <TextField
      label={label}
      error={error}
      type={parameter.format === 'date' ? 'date' : 'text'}
      inputMode={parameter.type === 'integer' ? 'numeric' : undefined}
      placeholder={defaultValue === null ? undefined : t('byDefault', { value: defaultValue })}
      {...form.register(name, rules)}
    />
  );
}

function labelOf({ value, meaning }: KnownValue): string {
  return meaning === value ? value : `${meaning} (${value})`;
}

function useParameterRules({ type, values, required, minimum, maximum, lengthMax }: Parameter) {
  const t = useTranslations('testTool.fault');
  return {
    validate: (value: string | undefined) => {
      const typed = (value ?? '').trim();
      if (typed === '') return !required || t('required');
      if (type === 'integer' && values.length === 0) {
        const [min, max] = [minimum ?? 0, maximum ?? Number.MAX_SAFE_INTEGER];
        const isWithin = /^\d+$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
        return isWithin || t('number', { min: String(min), max: String(max) });
      }
      return typed.length <= (lengthMax ?? Number.POSITIVE_INFINITY) || t('tooLong', { max: lengthMax ?? 0 });
    },
  };
}
