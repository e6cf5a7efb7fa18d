import { parseArgs } from 'node:util';
import type { Account, AccountStore } from '../../src/accounts/account-store.ts';
import { LastOwnerError, TIERS, type Tier } from '../../src/accounts/account-store.ts';
import { ROLES, type Role } from '../../src/accounts/roles.ts';
import { withStore } from '../store/open-store.ts';
import { type Command, UsageError } from './command.ts';

const OPERATOR_ROLES = ROLES.filter((role) => role !== 'developer');

export const accountCreateCommand: Command = {
  name: 'account create',
  summary: 'create an account and print its number',
  usage: `account create --email E --name N [--tier T] [--operator [--role R]]
  --email E    email address, unique
  --name N     name of the developer or business
  --tier T     ${TIERS.join(', ')} (default ${TIERS[0]})
  --operator   make it an operator of the service
  --role R     with --operator: ${OPERATOR_ROLES.join(', ')} (default owner)`,
  translations: {
    ko: {
      summary: '계정을 만들고 번호를 출력합니다',
      usage: `account create --email E --name N [--tier T] [--operator [--role R]]
  --email E    이메일 주소(중복 불가)
  --name N     개발자나 업체 이름
  --tier T     ${TIERS.join(', ')} (기본 ${TIERS[0]})
  --operator   서비스 운영자로 만듭니다
  --role R     --operator와 함께: ${OPERATOR_ROLES.join(', ')} (기본 owner)`,
    },
  },
  async run(args, config) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        email: { type: 'string' },
        name: { type: 'string' },
        tier: { type: 'string', default: TIERS[0] },
        operator: { type: 'boolean', default: false },
        role: { type: 'string' },
      },
    });
    const email = values.email ?? '';
    const name = values.name?.trim() ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UsageError('--email must be an email address');
    if (name === '') throw new UsageError('--name must not be empty');
    const tier = TIERS.find((one) => one === values.tier);
    if (tier === undefined)
      throw new UsageError(`--tier must be one of ${TIERS.join(', ')}, not "${values.tier}"`);
    if (values.role !== undefined && !values.operator) throw new UsageError('--role requires --operator');
    const role = values.operator ? operatorRoleOf(values.role ?? 'owner') : 'developer';
    return withStore(config, async (store) => {
      const account = await store.accounts().createAccount({ email, name, tier, role });
      if (account === null) {
        console.error(`An account with the email address ${email} already exists.`);
        return 1;
      }
      console.error(`Created the account ${email}. Its number:`);
      console.log(account.accountId);
      return 0;
    });
  },
};

/** Changes the fields of an account that operators decide. */
export const accountUpdateCommand: Command = {
  name: 'account update',
  summary: 'change the role, tier, limits, add-on enrolment or suspension of an account',
  usage: `account update --account E [--tier T] [--daily N|tier] [--add-on on|off] [--suspended on|off]
                 [--operator on|off] [--role R] [--second-factor off]
  --account E        email address or id
  --tier T           ${TIERS.join(', ')}
  --daily N|tier     daily quota of its own, or "tier" for the tier's
  --add-on on|off    add-on enrolment
  --suspended on|off reject or accept the account's key
  --operator on|off  make it an owner or a developer; the last active owner can't be demoted
  --role R           ${ROLES.join(', ')}
  --second-factor off  turn off one-time codes, for someone who lost app and recovery codes`,
  translations: {
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
  },
  async run(args, config) {
    const { values } = parseArgs({
      args: [...args],
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
    });
    const endsSecondFactor = values['second-factor'] !== undefined;
    if (endsSecondFactor && values['second-factor'] !== 'off')
      throw new UsageError('--second-factor can only be off');
    const name = namedAccount(values.account);
    return withStore(config, async (store) => {
      const accounts = store.accounts();
      const account = await findAccount(accounts, name);
      if (account === null) return noAccount(name);
      const change = {
        ...(values.tier === undefined ? {} : { tier: tierOf(values.tier) }),
        ...(values.daily === undefined
          ? {}
          : { override: { ...account.override, dailyQuota: quotaOf(values.daily) } }),
        ...(values['add-on'] === undefined ? {} : { addOnEnrolled: switchOf('--add-on', values['add-on']) }),
        ...(values.suspended === undefined ? {} : { suspended: switchOf('--suspended', values.suspended) }),
        ...(values.operator === undefined ? {} : { role: roleOfSwitch(values.operator) }),
        ...(values.role === undefined ? {} : { role: roleOf(values.role) }),
      };
      try {
        await accounts.updateAccount(account.accountId, change);
      } catch (error) {
        if (!(error instanceof LastOwnerError)) throw error;
        console.error(error.message);
        return 1;
      }
      if (endsSecondFactor) await store.secondFactor().end(account.accountId);
      return 0;
    });
  },
};

function tierOf(value: string): Tier {
  const tier = TIERS.find((one) => one === value);
  if (tier === undefined) throw new UsageError(`--tier must be one of ${TIERS.join(', ')}, not "${value}"`);
  return tier;
}

function quotaOf(value: string): number | null {
  if (value === 'tier') return null;
  if (!/^\d{1,9}$/.test(value))
    throw new UsageError(`--daily must be a whole number or "tier", not "${value}"`);
  return Number(value);
}

function operatorRoleOf(value: string): Role {
  const role = OPERATOR_ROLES.find((one) => one === value);
  if (role === undefined)
    throw new UsageError(`--role must be one of ${OPERATOR_ROLES.join(', ')}, not "${value}"`);
  return role;
}

function roleOf(value: string): Role {
  const role = ROLES.find((one) => one === value);
  if (role === undefined) throw new UsageError(`--role must be one of ${ROLES.join(', ')}, not "${value}"`);
  return role;
}

function roleOfSwitch(value: string): Role {
  return switchOf('--operator', value) ? 'owner' : 'developer';
}

function switchOf(option: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new UsageError(`${option} must be on or off, not "${value}"`);
  return value === 'on';
}

/** The account that an option names. Throws UsageError; ask before the store is opened, which could make one. */
export function namedAccount(name: string | undefined): string {
  if (name === undefined) throw new UsageError('--account must be an email address or an account id');
  return name;
}

/** The account with this email address or id, or null. */
export async function findAccount(accounts: AccountStore, name: string): Promise<Account | null> {
  return /^\d+$/.test(name) ? accounts.findAccount(Number(name)) : accounts.findAccountByEmail(name);
}

/** Reports that an account doesn't exist. */
export function noAccount(name: string): number {
  console.error(`There is no account ${name}.`);
  return 1;
}
