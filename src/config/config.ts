import { readFileSync } from 'node:fs';
import type { Tier } from '../accounts/account.ts';
import type { ProviderSettings } from '../accounts/open-id-provider.ts';
import type { Limits } from '../gate/decide.ts';
import type { Language } from '../messages/languages.ts';
import { type Messages, messageIn } from '../messages/messages.ts';
import { RefusedValue } from './readers.ts';
import { providerNames, providerVariables, VARIABLES, type Variable } from './variables.ts';

type Values = ValuesOf<typeof VARIABLES>;
type Variables = Readonly<Record<string, Variable>>;
type ValuesOf<Of extends Variables> = { readonly [Id in keyof Of]: ReturnType<Of[Id]['reads']> };

export interface Config extends Values {
  readonly isDataDirNamed: boolean;
  readonly isSegmentMinSet: boolean;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  readonly providers: readonly ProviderSettings[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Names every invalid environment variable, one a line. A secret value is shown as ***. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the environment. Throws ConfigError. */
export function readConfig(environment: Environment = process.env): Config {
  const problems = new Set<string>();
  const values = readVariables(VARIABLES, environment, problems);
  const providers = providerNames(environment).map((name) => ({
    name: name.toLowerCase(),
    ...readVariables(providerVariables(name), environment, problems),
  }));
  const isGiven = ({ name }: Variable) => Boolean(environment[name] || environment[`${name}_FILE`]);
  if (isGiven(VARIABLES.database)) {
    // Instances with different secrets would refuse each other's keys and sessions.
    for (const secret of [VARIABLES.keyPepper, VARIABLES.sessionSecret])
      if (!isGiven(secret)) problems.add(`${secret.name} is empty; SEOGA_DATABASE_URL requires it`);
    if (isGiven(VARIABLES.backupHours))
      problems.add('SEOGA_BACKUP_HOURS is set, but knows only backups of the embedded store; unset it');
  }
  if (problems.size > 0) throw new ConfigError([...problems].join('\n'));
  const { burstPerSecond, burst, dailyQuota } = values;
  const free = { burstPerSecond, burst, dailyQuota };
  return {
    ...values,
    isDataDirNamed: isGiven(VARIABLES.dataDir),
    isSegmentMinSet: isGiven(VARIABLES.minSegmentCopies),
    tierLimits: { free, partner: PARTNER_LIMITS, enterprise: ENTERPRISE_LIMITS },
    providers,
  };
}

function readVariables<Of extends Variables>(
  variables: Of,
  environment: Environment,
  problems: Set<string>,
): ValuesOf<Of> {
  const read = (variable: Variable): unknown => {
    let text = '';
    try {
      text = textOf(variable, environment);
      return variable.reads(text);
    } catch (error) {
      if (error instanceof ConfigError) problems.add(error.message);
      else if (error instanceof RefusedValue)
        problems.add(`${variable.name} is "${variable.secret ? '***' : text}"; it must be ${error.takes}`);
      else throw error;
      return null;
    }
  };
  const values = Object.entries(variables).map(([id, variable]) => [id, read(variable)]);
  return Object.fromEntries(values);
}

/** The value of a variable (`text`), or the path of a file that holds the value (`file`), as platforms pass secrets. */
function givenOf({ name, secret }: Variable, environment: Environment) {
  return { text: environment[name] ?? '', file: (secret && environment[`${name}_FILE`]) || '' };
}

function textOf(variable: Variable, environment: Environment): string {
  const { text, file } = givenOf(variable, environment);
  const { name, fallback } = variable;
  if (file === '') return text || fallback;
  if (text !== '') throw new ConfigError(`${name} and ${name}_FILE are both set; keep one of them`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no text';
    throw new ConfigError(`${name}_FILE is "${file}"; the file can't be read (${code})`);
  }
}

/** Default limits of the higher tiers (docs/api.md#tiers); the operator sets those of the free tier. */
const PARTNER_LIMITS: Limits = { burstPerSecond: 50, burst: 100, dailyQuota: 100_000 };
const ENTERPRISE_LIMITS: Limits = { burstPerSecond: 200, burst: 400, dailyQuota: 1_000_000 };

export function configWarnings(config: Config, environment: Environment = process.env): readonly string[] {
  const known = variablesFor(environment).flatMap(([, { name, secret }]) =>
    secret ? [name, `${name}_FILE`] : [name],
  );
  // An unknown variable is usually misspelled.
  const warnings = Object.keys(environment)
    .filter((name) => name.startsWith('SEOGA_') && ![...known, ...OF_OTHER_PROGRAMS].includes(name))
    .map((name) => `${name} is set, but no such variable exists; see "seoga config"`);
  if (config.baseUrl === null && /^(0\.0\.0\.0|::)$/.test(config.host)) {
    warnings.push(
      `HOST is ${config.host} and SEOGA_BASE_URL is not set: links and covers in responses begin with a URL that ` +
        'nobody can open. Set SEOGA_BASE_URL to the URL under which others reach this server.',
    );
  }
  return warnings;
}

/** Variables of the scripts in deploy/ and of examples in the documents. */
const OF_OTHER_PROGRAMS = ['SEOGA_BACKUP_DIR', 'SEOGA_BACKUPS_KEPT', 'SEOGA_API_KEY', 'SEOGA_URL'];

export function describeConfig(environment: Environment = process.env, language: Language = 'en'): string {
  const lines = variablesFor(environment).map(([id, variable]) => {
    const { name, secret, fallback } = variable;
    const { text, file } = givenOf(variable, environment);
    const shown = secret && `${text}${file}` !== '' ? '***' : text || fallback;
    const source = file !== '' ? `  (from ${file})` : text === '' ? '  (default)' : '';
    const meaning = messageIn(language, `settings.${id}`, { base_url: '{base_url}' });
    return `${name}=${shown}${source}\n    ${meaning}`;
  });
  return [...lines, messageIn(language, 'commandLine.secretFiles')].join('\n');
}

function variablesFor(environment: Environment) {
  const names = providerNames(environment);
  const ofProviders = (names.length === 0 ? ['<NAME>'] : names).flatMap((name) =>
    Object.entries(providerVariables(name)).map(
      ([part, variable]) => [`provider_${part}`, variable] as const,
    ),
  );
  return [...Object.entries(VARIABLES), ...ofProviders] as [keyof Messages['settings'], Variable][];
}
