import { type Html, type HtmlValue, html } from '../../http/html.ts';
import type { Texts } from '../../messages/languages.ts';
import { type MessageId, messageIn } from '../../messages/messages.ts';
import { type Field, type Fields, line, NO_CORRECTION, shownValue } from './fields.ts';
import { attributesOf, notice } from './ui.ts';
import { Failure, type Problem, type Visit } from './visit.ts';

interface FieldOptions<Word extends string = string> {
  readonly label?: HtmlValue;
  readonly hint?: HtmlValue | undefined;
  readonly nameOf?: (word: Word) => string;
  readonly none?: string;
  readonly attributes?: Attributes;
}
type Attributes = Field<unknown>['attributes'];

export type DrawField<Of extends Fields> = <Name extends keyof Of & string>(
  name: Name,
  options?: FieldOptions<WordOf<Of[Name]>>,
) => Html;

type WordOf<One> = One extends Field<infer Value> ? Extract<Value, string> : never;

interface FormOptions<Of extends Fields> {
  readonly fields?: Of;
  readonly at?: string | number;
  readonly hidden?: Readonly<Record<string, string | number>>;
  readonly values?: Readonly<Partial<Record<keyof Of, unknown>>>;
  /** The label ends in … if the form asks for confirmation. */
  readonly button: string;
  readonly kind?: 'primary' | 'plain' | 'danger';
  /** By default, all fields that have a label. */
  readonly body?: (field: DrawField<Of>) => HtmlValue;
  readonly beside?: HtmlValue;
  /** The address of the form's screen, if another screen shows the form. */
  readonly action?: string;
  readonly attributes?: Attributes;
}

/** Draws a form. After a failure, it shows what was sent and, if the failure is CONFIRM, a field for the confirmation. */
export function formOf<Of extends Fields = Record<never, never>>(
  visit: Visit,
  name: string,
  options: FormOptions<Of>,
): Html {
  const { fields = {}, hidden, button, kind = 'primary', beside, action } = options;
  const at = String(options.at ?? '');
  const id = at === '' ? name : `${name}-${at}`;
  const problem = problemOf(visit, name, at);
  const drawn = new Set<unknown>();
  const draw = drawer(visit, id, options, problem);
  const content = bodyOf(options, (field, own) => {
    drawn.add(field);
    return draw(field, own);
  });
  const confirmation = problem?.failure.code === 'CONFIRM' && confirmField(visit, id, problem.failure);
  const isTold = confirmation !== false || drawn.has(problem?.failure.values.field);
  const flash = visit.takeFlash(name, at);
  // A file goes last, because the server reads only the fields before it.
  const isUpload = Object.values<Field<unknown>>(fields).some(({ attributes }) => attributes.type === 'file');
  const enctype = isUpload && 'multipart/form-data';
  const shown = { id: `form-${id}`, class: 'form', 'data-form': name, enctype, ...options.attributes };
  return html`<form method="post"${attributesOf({ action, ...shown })}>
${hiddenFields({ form: name, ...(at === '' ? {} : { at }), csrf: visit.csrf(), ...hidden })}
${flash !== null && flashLine(visit, flash)}${problem !== null && !isTold && notice('bad', faultOf(problem.failure, visit), { isFocused: true })}
${isUpload ? [confirmation, content] : [content, confirmation]}
<div class="buttons"><button class="button ${kind}">${confirmation === false ? button : button.replace('…', '')}</button>${beside}</div>
</form>`;
}

/** A form with one button. The first hidden value distinguishes forms with the same name. */
export function buttonForm(
  visit: Visit,
  name: string,
  hidden: NonNullable<FormOptions<Fields>['hidden']>,
  button: string,
  options: Partial<FormOptions<Fields>> = {},
): Html {
  const [at = ''] = Object.values(hidden);
  return formOf(visit, name, { at, hidden, button, kind: 'plain', ...options });
}

export function filterForm<Of extends Fields>(
  visit: Visit,
  options: Pick<FormOptions<Of>, 'fields' | 'values' | 'hidden' | 'button' | 'body' | 'attributes'>,
): Html {
  const { hidden, button, attributes } = options;
  const content = bodyOf(options, drawer(visit, 'filter', options, problemOf(visit, '', ''), true));
  const [path] = visit.address.split('?');
  return html`<search><form class="filters" action="${path}" data-form="filter"${attributesOf({ ...attributes })}>${hiddenFields(hidden)}${content}<button class="button">${button}</button></form></search>`;
}

function bodyOf<Of extends Fields>({ fields, body }: Partial<FormOptions<Of>>, draw: DrawField<Of>) {
  if (body !== undefined) return body(draw);
  return Object.entries(fields ?? {}).map(([name, { label }]) => label !== undefined && draw(name));
}

function problemOf({ problem }: Visit, name: string, at: string): Problem | null {
  return problem !== null && problem.form === name && problem.at === at ? problem : null;
}

function drawer<Of extends Fields>(
  visit: Visit,
  form: string,
  { fields, values }: Pick<FormOptions<Of>, 'fields' | 'values'>,
  problem: Pick<Problem, 'failure' | 'sent'> | null,
  isFilter = false,
): DrawField<Of> {
  return (name, options = {}) => {
    const id = `${form}-${name}`;
    const about: Field<unknown> = fields?.[name] ?? line(0, 1000);
    const text = (one?: MessageId | Texts) =>
      typeof one === 'object' ? one[visit.language] : one && messageIn(visit.language, one, about.values);
    const { label = text(about.label) } = options;
    const { hint = isFilter ? undefined : text(about.hint) } = options;
    const fault = problem?.failure.values.field === name && faultOf(problem.failure, visit);
    const help = html`${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}${fault !== false && html`<p class="fault" id="${id}-fault">${fault}</p>`}`;
    const described = [
      options.attributes?.['aria-describedby'],
      hint !== undefined && `${id}-hint`,
      fault !== false && `${id}-fault`,
    ].filter((one) => typeof one === 'string');
    const attributes = {
      id,
      name,
      ...about.attributes,
      ...(isFilter && about.hint !== undefined && { placeholder: text(about.hint) ?? '' }),
      ...options.attributes,
      ...(fault !== false && { 'aria-invalid': 'true', autofocus: true }),
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    };
    const shown = shownValue(about, problem === null ? values?.[name] : problem.sent[name]);
    const control = drawControl(visit, about, attributes, shown, options);
    return about.control === 'flag'
      ? html`<div class="field flag" data-field="${name}"><label>${control} <span>${label}</span></label>${help}</div>`
      : html`<div class="field" data-field="${name}"><label for="${id}">${label}</label>${control}${help}</div>`;
  };
}

function hiddenFields(values: FormOptions<Fields>['hidden'] = {}): Html[] {
  return Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

export function flashLine(visit: Visit, { id, values }: NonNullable<ReturnType<Visit['takeFlash']>>): Html {
  return html`<p id="flash" class="flash" role="status" tabindex="-1">${messageIn(visit.language, id, values)}</p>`;
}

function drawControl(
  { language }: Visit,
  about: Field<unknown>,
  attributes: Attributes,
  text: string,
  own: FieldOptions<never>,
): Html {
  const { control, words = [] } = about;
  if (control === 'paragraph')
    return html`<textarea${attributesOf({ rows: 4, ...attributes, type: undefined })}>${text}</textarea>`;
  if (control === 'flag')
    return html`<input${attributesOf({ ...attributes, checked: text === attributes.value })}>`;
  if (control === 'choice') {
    const nameOf = (word: string) => own.nameOf?.(word as never) ?? about.nameOf?.(word, language) ?? word;
    const none = own.none ?? (about.none && messageIn(language, about.none));
    const isRequired = attributes.required === true;
    const standard = isRequired ? '' : String(about.read(undefined, ''));
    const isSet = isRequired || words.includes(standard);
    const options = words.map(
      (word) =>
        html`<option${attributesOf({ value: word, selected: word === (text || standard) })}>${nameOf(word)}</option>`,
    );
    return html`<select${attributesOf(attributes)}>${!isSet && html`<option value="">${none}</option>`}${options}</select>`;
  }
  return html`<input${attributesOf(attributes)}${attributes.type !== 'password' && text !== '' && html` value="${text}"`}>`;
}

function confirmField(visit: Visit, id: string, { values }: Failure): Html {
  const { confirm = '', detail, isWrong } = values;
  const fields = { confirmation: line(1, 254, { autocomplete: 'off', ...NO_CORRECTION }) };
  const attributes = {
    autofocus: true,
    'aria-describedby': `${id}-why`,
    ...(typeof confirm === 'number' && { inputmode: 'numeric', pattern: confirm }),
  };
  const label = visit.words('frame').html('confirmLabel', { confirm: String(confirm) });
  const failure = new Failure('CONFIRMATION_WRONG', { field: 'confirmation' });
  const draw = drawer(visit, id, { fields }, isWrong === 1 ? { failure, sent: {} } : null);
  return html`<div class="confirm" data-part="confirm"><p id="${id}-why">${typeof detail === 'object' && detail[visit.language]}</p>
${draw('confirmation', { label, attributes })}</div>`;
}

/** The message of a failure. For INVALID, it tells only what the field accepts, because pages show it at the field. */
export function faultOf({ code, values }: Failure, { language }: Visit): string {
  const { takes } = values;
  if (code !== 'INVALID' || typeof takes !== 'object')
    return messageIn(language, `portal.${code}`, values).trim();
  const text = takes[language];
  return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
}
