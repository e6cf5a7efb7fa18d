import { readFileSync } from 'node:fs';
import type { Tier } from './accounts/account.ts';
import type { ProviderSettings } from './accounts/open-id-provider.ts';
import { RefusedValue } from './config/readers.ts';
import { providerNames, providerVariables, VARIABLES, type Variable } from './config/variables.ts';
import type { Limits } from './gate/gate.ts';
import type { Language } from './messages/languages.ts';
import { type Messages, messageIn } from './messages/messages.ts';

type Name = keyof typeof VARIABLES;
/** The value of each variable by its name in VARIABLES, which says what it means; null = it is left out. */
type Values = ValuesOf<typeof VARIABLES>;
type Variables = Readonly<Record<string, Variable>>;
type ValuesOf<Of extends Variables> = { readonly [Of_ in keyof Of]: ReturnType<Of[Of_]['reads']> };

/** Everything that an operator can set, read once at the start and never changed after. */
export interface Config extends Values {
  /** Whether the operator named it; otherwise it is the default. */
  readonly isDataDirNamed: boolean;
  readonly tierLimits: Readonly<Record<Tier, Limits>>;
  /** Providers by which people can sign in, in the order in which they are offered. */
  readonly providers: readonly ProviderSettings[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** One or more wrong variables, each with its value and the values allowed. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads the environment. Throws ConfigError naming every invalid variable. */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const values = readVariables(VARIABLES, environment, problems);
  const providers = providerNames(environment).map((name) => ({
    name: name.toLowerCase(),
    ...readVariables(providerVariables(name), environment, problems),
  }));
  // With PostgreSQL every instance has to have the same secrets, so none of them makes its own.
  const isGiven = ({ name }: Variable) => Boolean(environment[name] || environment[`${name}_FILE`]);
  for (const variable of isGiven(VARIABLES.database) ? [VARIABLES.keyPepper, VARIABLES.sessionSecret] : []) {
    if (!isGiven(variable)) problems.push(`${variable.name} is empty; SEOGA_DATABASE_URL requires it`);
  }
  if (problems.length > 0) throw new ConfigError([...new Set(problems)].join('\n'));
  const { burstPerSecond, burst, dailyQuota } = values;
  const free = { burstPerSecond, burst, dailyQuota };
  return {
    ...values,
    isDataDirNamed: (environment[VARIABLES.dataDir.name] ?? '') !== '',
    tierLimits: { free, partner: PARTNER_LIMITS, enterprise: ENTERPRISE_LIMITS },
    providers,
  };
}

function readVariables<Of extends Variables>(
  variables: Of,
  environment: Environment,
  problems: string[],
): ValuesOf<Of> {
  const entries = Object.entries(variables).map(([name, variable]) => [
    name,
    readVariable(variable, environment, problems),
  ]);
  return Object.fromEntries(entries);
}

/** The value of a variable; what is wrong with it becomes a problem, so that an operator learns of everything at once. */
function readVariable(variable: Variable, environment: Environment, problems: string[]): unknown {
  let text = '';
  try {
    text = textOf(variable, environment);
    return variable.reads(text);
  } catch (error) {
    if (error instanceof ConfigError) problems.push(error.message);
    else if (error instanceof RefusedValue)
      problems.push(`${variable.name} is "${variable.secret ? '***' : text}"; it must be ${error.takes}`);
    else throw error;
    return null;
  }
}

/**
 * What is given, the content of the file that NAME_FILE names, because container platforms hand over secrets as files, or
 * the fallback. Throws ConfigError.
 */
function textOf({ name, secret, fallback = '' }: Variable, environment: Environment): string {
  const given = environment[name] ?? '';
  const file = (secret && environment[`${name}_FILE`]) || '';
  if (file === '') return given || fallback;
  if (given !== '') throw new ConfigError(`${name} and ${name}_FILE are both set; keep one of them`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no text';
    throw new ConfigError(`${name}_FILE is "${file}"; the file can't be read (${code})`);
  }
}

/** Limits of the tiers (docs/api.md#tiers); single accounts can have their own. */
const PARTNER_LIMITS: Limits = { burstPerSecond: 50, burst: 100, dailyQuota: 100_000 };
const ENTERPRISE_LIMITS: Limits = { burstPerSecond: 200, burst: 400, dailyQuota: 1_000_000 };

/** What an operator should know about settings that are not wrong, one line each. */
export function configWarnings(config: Config, environment: Environment = process.env): readonly string[] {
  const warnings = unknownVariables(environment).map(
    (name) => `${name} is set, but no such variable exists; see "seoga config"`,
  );
  if (config.baseUrl === null && /^(0\.0\.0\.0|::)$/.test(config.host)) {
    warnings.push(
      `HOST is ${config.host} and SEOGA_BASE_URL is not set: links and covers in responses begin with a URL that ` +
        'nobody can open. Set SEOGA_BASE_URL to the URL under which others reach this server.',
    );
  }
  return warnings;
}

/** Variables that look like ours but aren't: usually spelling mistakes, which would otherwise go unnoticed. */
function unknownVariables(environment: Environment): readonly string[] {
  const known = new Set<string>(OF_OTHER_PROGRAMS);
  const ofProviders = providerNames(environment).map(providerVariables);
  for (const variable of [VARIABLES, ...ofProviders].flatMap((all) => Object.values<Variable>(all))) {
    known.add(variable.name);
    if (variable.secret) known.add(`${variable.name}_FILE`);
  }
  return Object.keys(environment).filter((name) => name.startsWith('SEOGA_') && !known.has(name));
}

/** Read by the scripts in deploy/, which share a file of settings with the service, and by the documentation's calls. */
const OF_OTHER_PROGRAMS = ['SEOGA_BACKUP_DIR', 'SEOGA_BACKUPS_KEPT', 'SEOGA_API_KEY', 'SEOGA_URL'];

/** Every variable with the value in force and its meaning; secrets are masked. */
export function describeConfig(environment: Environment = process.env, language: Language = 'en'): string {
  const describe = (variable: Variable, id: keyof Messages['settings']) => {
    const file = variable.secret ? (environment[`${variable.name}_FILE`] ?? '') : '';
    const given = environment[variable.name] ?? '';
    const shown = variable.secret && given !== '' ? '***' : given || (variable.fallback ?? '');
    const source = file !== '' ? `  (from ${file})` : given === '' ? '  (default)' : '';
    // What the service itself fills stays as it is.
    const meaning = messageIn(language, `settings.${id}`, { base_url: '{base_url}' });
    return `${variable.name}=${file === '' ? shown : '***'}${source}\n    ${meaning}`;
  };
  const known = providerNames(environment);
  const ofProviders = (known.length === 0 ? ['<NAME>'] : known).map(providerVariables);
  return [
    ...NAMES.map((name) => describe(VARIABLES[name], name)),
    ...ofProviders.flatMap((all) => PROVIDER_PARTS.map((part) => describe(all[part], `provider_${part}`))),
    messageIn(language, 'commandLine.secretFiles'),
  ].join('\n');
}

const NAMES = Object.keys(VARIABLES) as Name[];
const PROVIDER_PARTS = ['issuer', 'clientId', 'clientSecret', 'label', 'scope'] as const;
