import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { VARIABLES, type Variable } from './variables.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads variables and collects what is wrong with them, so that an operator learns of everything at once. */
export interface VariableReader {
  /** One line a wrong variable: its name, its value unless it is secret, and what it takes. */
  readonly problems: string[];
  text(variable: Variable): string;
  integer(variable: Variable, min: number, max: number): number;
  /** The value as it is; `isValid` decides whether to keep a problem that says what the variable `takes`. */
  checked(variable: Variable, isValid: (value: string) => boolean, takes: string): string;
  matching(variable: Variable, form: RegExp, takes: string): string;
  /** Keeps the problem that the value is not what the variable `takes`. */
  refuse(variable: Variable, value: string, takes: string): void;
}

export function createVariableReader(environment: Environment): VariableReader {
  const problems: string[] = [];
  const text = (variable: Variable) => givenValue(variable, environment, problems) || variable.fallback;
  const refuse = (variable: Variable, value: string, takes: string) => {
    const shown = variable.secret ? '***' : value;
    problems.push(`${variable.name} is "${shown}"; it must be ${takes}`);
  };
  const checked: VariableReader['checked'] = (variable, isValid, takes) => {
    const value = text(variable);
    if (!isValid(value)) refuse(variable, value, takes);
    return value;
  };
  return {
    problems,
    text,
    checked,
    refuse,
    matching: (variable, form, takes) => checked(variable, (value) => form.test(value), takes),
    integer(variable, min, max) {
      const value = text(variable);
      if (/^\d{1,15}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      refuse(variable, value, `a whole number from ${min} to ${max}`);
      return min;
    },
  };
}

/** A variable, or the content of the file that NAME_FILE names: container platforms hand over secrets as files. */
function givenValue(variable: Variable, environment: Environment, problems: string[]): string {
  const value = environment[variable.name] ?? '';
  const file = (variable.secret && environment[`${variable.name}_FILE`]) || '';
  if (file === '') return value;
  if (value !== '')
    problems.push(`${variable.name} and ${variable.name}_FILE are both set; keep one of them`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no text';
    problems.push(`${variable.name}_FILE is "${file}"; the file can't be read (${code})`);
    return '';
  }
}

/** Variables that look like ours but aren't: usually spelling mistakes, which would otherwise go unnoticed. */
export function unknownVariables(environment: Environment): readonly string[] {
  const known = new Set<string>(OF_OTHER_PROGRAMS);
  for (const variable of Object.values<Variable>(VARIABLES)) {
    known.add(variable.name);
    if (variable.secret) known.add(`${variable.name}_FILE`);
  }
  return Object.keys(environment).filter((name) => name.startsWith('SEOGA_') && !known.has(name));
}

/** Read by the scripts in deploy/, which share a file of settings with the service, and by the documentation's calls. */
const OF_OTHER_PROGRAMS = ['SEOGA_BACKUP_DIR', 'SEOGA_BACKUPS_KEPT', 'SEOGA_API_KEY', 'SEOGA_URL'];

/** An http(s) address without query, fragment or blanks. */
export function isHttpAddress(text: string): boolean {
  return /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text);
}

/** An address of a mail server. */
export function isMailServer(text: string): boolean {
  return /^smtps?:\/\/\S+$/.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
}

/** Addresses or ranges of addresses with commas between them. */
export function areAddressRanges(text: string): boolean {
  return text.split(',').every((range) => {
    const [address = '', bits, ...rest] = range.split('/');
    const version = isIP(address);
    if (version === 0 || rest.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
  });
}

/** A name or an address on which a server can listen. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?$/i.test(text);
}

/** An address of a page with {itemId}, and perhaps {base_url}, in it. */
export function isLinkTemplate(text: string): boolean {
  if (!/^(https?:\/\/|\{base_url\}\/)\S*\{itemId\}\S*$/.test(text)) return false;
  return URL.canParse(text.replaceAll('{base_url}', 'http://localhost').replaceAll('{itemId}', '1'));
}
