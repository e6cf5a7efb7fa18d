import { type Html, type HtmlValue, html } from '../../http/html.ts';
import { messageIn } from '../../messages/messages.ts';
import { type Field, type Fields, line, shownValue } from './fields.ts';
import { attributesOf, notice } from './ui.ts';
import { Failure, type Problem, type Visit } from './visit.ts';

interface FieldOptions<Word extends string = string> {
  readonly label: HtmlValue;
  readonly hint?: HtmlValue;
  /** What a choice calls its words; they stand for themselves without it. */
  readonly nameOf?: (word: Word) => string;
  /** What a choice calls its empty option, where it has one. */
  readonly none?: string;
  /** Further attributes of the control. */
  readonly attributes?: Field<unknown>['attributes'];
}

/** Draws one field of a form: label, hint, control and fault. */
export type DrawField<Of extends Fields> = <Name extends keyof Of & string>(
  name: Name,
  options: FieldOptions<WordOf<Of[Name]>>,
) => Html;

/** The words of a choice. */
type WordOf<One> = One extends Field<infer Value> ? Extract<Value, string> : never;

interface FormOptions<Of extends Fields> {
  /** None if not given. */
  readonly fields?: Of;
  /** Tells forms of one name apart, such as those of a table's rows. */
  readonly at?: string | number;
  /** Fields that nobody types. */
  readonly hidden?: Readonly<Record<string, string | number>>;
  /** What the fields hold before anybody types. */
  readonly values?: Readonly<Partial<Record<keyof Of, unknown>>>;
  /** On the button: what it does, with … at the end if it asks first. */
  readonly button: string;
  readonly kind?: 'primary' | 'plain' | 'danger';
  /** What stands above the button. */
  readonly body?: (field: DrawField<Of>) => HtmlValue;
  /** More buttons beside the one. */
  readonly beside?: HtmlValue;
  /** Another screen's address, where the form belongs to that. */
  readonly action?: string;
  /** Further attributes of the form element. */
  readonly attributes?: Field<unknown>['attributes'];
}

/**
 * A form of a screen by its name. When it couldn't be done it holds what was sent, and the fault at its field; when the
 * change is doubtful, one more field, in which a number or a text has to be typed.
 */
export function formOf<Of extends Fields = Record<never, never>>(
  visit: Visit,
  name: string,
  options: FormOptions<Of>,
): Html {
  const { fields = {}, hidden, button, kind = 'primary', body, beside, action } = options;
  const at = String(options.at ?? '');
  const id = at === '' ? name : `${name}-${at}`;
  const problem = problemOf(visit, name, at);
  const drawn = new Set<unknown>();
  const draw = drawer(visit, id, options, problem);
  const content = body?.((field, said) => {
    drawn.add(field);
    return draw(field, said);
  });
  const confirmation = problem?.failure.code === 'CONFIRM' && confirmField(visit, id, problem.failure);
  const isTold = confirmation !== false || drawn.has(problem?.failure.values.field);
  const said = visit.takeSaid(name, at);
  // A file goes last: what stands before it is read before the file arrives.
  const isUpload = Object.values<Field<unknown>>(fields).some(({ attributes }) => attributes.type === 'file');
  const enctype = isUpload && 'multipart/form-data';
  const shown = { id: `form-${id}`, class: 'form', 'data-form': name, enctype, ...options.attributes };
  return html`<form method="post"${attributesOf({ action, ...shown })}>
${hiddenFields({ form: name, ...(at === '' ? {} : { at }), csrf: visit.csrf(), ...hidden })}
${said !== null && saidLine(visit, said)}${problem !== null && !isTold && notice('bad', faultOf(problem.failure, visit), { isFocused: true })}
${isUpload ? [confirmation, content] : [content, confirmation]}
<div class="buttons"><button class="button ${kind}">${confirmation === false ? button : button.replace('…', '')}</button>${beside}</div>
</form>`;
}

/** A form of one button, such as in a table's row. Its first value tells it apart from others of its name. */
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

/** A GET form that narrows down a list. A fault stands at its field. */
export function filterForm<Of extends Fields>(
  visit: Visit,
  options: Pick<FormOptions<Of>, 'fields' | 'values' | 'hidden' | 'button' | 'body' | 'attributes'>,
): Html {
  const { hidden, button, body, attributes } = options;
  const content = body?.(drawer(visit, 'filter', options, problemOf(visit, '', '')));
  const [path] = visit.address.split('?');
  return html`<search><form class="filters" action="${path}" data-form="filter"${attributesOf({ ...attributes })}>${hiddenFields(hidden)}${content}<button class="button">${button}</button></form></search>`;
}

/** What went wrong with a form when it was sent; null with others. */
function problemOf({ problem }: Visit, name: string, at: string): Problem | null {
  return problem !== null && problem.form === name && problem.at === at ? problem : null;
}

/** Draws the fields of one form. With a problem they hold what was sent, and its fault stands at its field. */
function drawer<Of extends Fields>(
  visit: Visit,
  form: string,
  { fields, values }: Pick<FormOptions<Of>, 'fields' | 'values'>,
  problem: Pick<Problem, 'failure' | 'sent'> | null,
): DrawField<Of> {
  return (name, options) => {
    const id = `${form}-${name}`;
    const { label, hint } = options;
    const field = fields?.[name] ?? line(0, 1000);
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
      ...field.attributes,
      ...options.attributes,
      ...(fault !== false && { 'aria-invalid': 'true', autofocus: true }),
      ...(described.length > 0 && { 'aria-describedby': described.join(' ') }),
    };
    const control = drawControl(
      field,
      attributes,
      options,
      problem === null ? values?.[name] : problem.sent[name],
    );
    return field.control === 'flag'
      ? html`<div class="field flag" data-field="${name}"><label>${control} <span>${label}</span></label>${help}</div>`
      : html`<div class="field" data-field="${name}"><label for="${id}">${label}</label>${control}${help}</div>`;
  };
}

function hiddenFields(values: FormOptions<Fields>['hidden'] = {}): Html[] {
  const all = Object.entries(values);
  return all.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}

/** What the last form did, to be read and to have the focus. */
export function saidLine(visit: Visit, { id, values }: NonNullable<ReturnType<Visit['takeSaid']>>): Html {
  return html`<p id="said" class="said" role="status" tabindex="-1">${messageIn(visit.language, id, values)}</p>`;
}

function drawControl(
  field: Field<unknown>,
  attributes: Field<unknown>['attributes'],
  { nameOf, none }: FieldOptions<never>,
  value: unknown,
): Html {
  const { control, words } = field;
  const text = shownValue(field, value);
  if (control === 'paragraph')
    return html`<textarea${attributesOf({ rows: 4, ...attributes })}>${text}</textarea>`;
  if (control === 'flag')
    return html`<input${attributesOf({ ...attributes, checked: text === attributes.value })}>`;
  if (control === 'choice') {
    // One that has a default always has a value.
    const isSet = attributes.required === true || words.includes(String(field.read(undefined, '')));
    const options = words.map((word) => {
      // A field offers the words that its options name.
      const shown = nameOf?.(word as never) ?? word;
      return html`<option${attributesOf({ value: word, selected: word === text })}>${shown}</option>`;
    });
    return html`<select${attributesOf(attributes)}>${!isSet && html`<option value="">${none}</option>`}${options}</select>`;
  }
  // A password isn't sent back.
  return html`<input${attributesOf(attributes)}${attributes.type !== 'password' && text !== '' && html` value="${text}"`}>`;
}

/** The field for what has to be typed before a doubtful change. */
function confirmField(visit: Visit, id: string, { values }: Failure): Html {
  const { confirm = '', detail, isWrong } = values;
  const fields = {
    confirmation: line(1, 254, { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' }),
  };
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

/** A failure in words: of a wrong input only what the field takes, because it stands at the field. */
export function faultOf({ code, values }: Failure, { language }: Visit): string {
  const { takes } = values;
  if (code !== 'INVALID' || typeof takes !== 'object')
    return messageIn(language, `portal.${code}`, values).trim();
  const text = takes[language];
  return text.slice(0, 1).toLocaleUpperCase(language) + text.slice(1);
}
