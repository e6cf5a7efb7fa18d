import { type Account, TIERS } from '../../src/accounts/account-store.ts';
import { ROLES } from '../../src/accounts/roles.ts';
import type { Config } from '../../src/config.ts';
import { withStore } from '../store/open-store.ts';
import type { CommandStore } from '../store/store.ts';
import { CommandFailed, command, oneOf, UsageError } from './command.ts';

const OPERATOR_ROLES = ROLES.filter((role) => role !== 'developer');

export const accountCreateCommand = command({
  name: 'account create',
  summary: 'create an account and print its number',
  usage: `account create --email E --name N [--tier T] [--operator [--role R]]
  --email E    email address, unique
  --name N     name of the developer or business
  --tier T     ${TIERS.join(', ')} (default ${TIERS[0]})
  --operator   create an operator's account
  --role R     with --operator: ${OPERATOR_ROLES.join(', ')} (default owner)`,
  ko: {
    summary: '계정을 만들고 번호를 출력합니다',
    usage: `account create --email E --name N [--tier T] [--operator [--role R]]
  --email E    이메일 주소(중복 불가)
  --name N     개발자나 업체 이름
  --tier T     ${TIERS.join(', ')} (기본 ${TIERS[0]})
  --operator   서비스 운영자로 만듭니다
  --role R     --operator와 함께: ${OPERATOR_ROLES.join(', ')} (기본 owner)`,
  },
  options: {
    email: { type: 'string', default: '' },
    name: { type: 'string', default: '' },
    tier: { type: 'string', default: TIERS[0] },
    operator: { type: 'boolean' },
    role: { type: 'string' },
  },
  async run({ values: { email, name, operator, ...values }, config }) {
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError('--email must be an email address');
    if (name.trim() === '') throw new UsageError('--name must not be empty');
    const tier = oneOf('--tier', TIERS, values.tier);
    if (values.role !== undefined && !operator) throw new UsageError('--role requires --operator');
    const role = operator ? oneOf('--role', OPERATOR_ROLES, values.role ?? 'owner') : 'developer';
    const account = await withStore(config, (store) =>
      store.state().accounts.createAccount({ email, name: name.trim(), tier, role }),
    );
    if (account === null)
      throw new CommandFailed(`An account with the email address ${email} already exists.`);
    console.error(`Created the account ${email}. Its number:`);
    console.log(account.accountId);
  },
});

export const accountUpdateCommand = command({
  name: 'account update',
  summary: "change an account's role, tier, limits, add-on enrolment or suspension",
  usage: `account update --account E [--tier T] [--daily N|tier] [--add-on on|off] [--suspended on|off]
                 [--operator on|off] [--role R] [--second-factor off]
  --account E        email address or id
  --tier T           ${TIERS.join(', ')}
  --daily N|tier     the account's own daily quota, or "tier" to follow its tier
  --add-on on|off    add-on enrolment
  --suspended on|off refuse or accept the account's key
  --operator on|off  make it an owner or a developer; the last active owner can't be demoted
  --role R           ${ROLES.join(', ')}
  --second-factor off  turn off one-time codes, for someone who has lost both app and recovery codes`,
  ko: {
    summary: '계정의 역할, 등급, 한도, 애드온, 정지 상태를 바꿉니다',
    usage: `account update --account E [--tier T] [--daily N|tier] [--add-on on|off] [--suspended on|off]
                 [--operator on|off] [--role R] [--second-factor off]
  --account E        이메일 주소나 번호
  --tier T           ${TIERS.join(', ')}
  --daily N|tier     이 계정만의 하루 한도. tier는 등급의 한도
  --add-on on|off    애드온 등록
  --suspended on|off 계정의 키를 거부하거나 허용합니다
  --operator on|off  소유자나 개발자로 바꿉니다. 마지막 소유자는 바꿀 수 없습니다
  --role R           ${ROLES.join(', ')}
  --second-factor off  인증 앱과 복구 코드를 잃은 사람의 2단계 인증을 끕니다`,
  },
  options: {
    account: { type: 'string' },
    tier: { type: 'string' },
    daily: { type: 'string' },
    'add-on': { type: 'string' },
    suspended: { type: 'string' },
    operator: { type: 'string' },
    role: { type: 'string' },
    'second-factor': { type: 'string' },
  },
  async run({ values: { tier, daily, 'add-on': addOn, suspended, operator, role, ...values }, config }) {
    if ((values['second-factor'] ?? 'off') !== 'off') throw new UsageError('--second-factor can only be off');
    await withAccount(values.account, config, async ({ accountId, override }, store) => {
      await store.state().accounts.updateAccount(accountId, {
        ...(tier === undefined ? {} : { tier: oneOf('--tier', TIERS, tier) }),
        ...(daily === undefined ? {} : { override: { ...override, dailyQuota: quotaOf(daily) } }),
        ...(addOn === undefined ? {} : { addOnEnrolled: isOn('--add-on', addOn) }),
        ...(suspended === undefined ? {} : { suspended: isOn('--suspended', suspended) }),
        ...(operator === undefined ? {} : { role: isOn('--operator', operator) ? 'owner' : 'developer' }),
        ...(role === undefined ? {} : { role: oneOf('--role', ROLES, role) }),
      });
      if (values['second-factor'] !== undefined) await store.state().secondFactor.end(accountId);
    });
  },
});

function quotaOf(given: string): number | null {
  if (given === 'tier') return null;
  if (/^\d{1,9}$/.test(given)) return Number(given);
  throw new UsageError(`--daily must be a whole number or "tier", not "${given}"`);
}

function isOn(option: string, given: string): boolean {
  if (given !== 'on' && given !== 'off') throw new UsageError(`${option} must be on or off, not "${given}"`);
  return given === 'on';
}

/** Works on the account of --account, by number or email address; the store is opened only if it is given. */
export async function withAccount<T>(
  name: string | undefined,
  config: Config,
  work: (account: Account, store: CommandStore) => Promise<T>,
): Promise<T> {
  if (name === undefined) throw new UsageError('--account must be an email address or an account id');
  return withStore(config, async (store) => {
    const accounts = store.state().accounts;
    const account = await (/^\d+$/.test(name)
      ? accounts.findAccount(Number(name))
      : accounts.findAccountByEmail(name));
    if (account === null) throw new CommandFailed(`There is no account ${name}.`);
    return work(account, store);
  });
}
