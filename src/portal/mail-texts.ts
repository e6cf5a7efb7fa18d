import type { QuotaMailPercent } from '../accounts/quota-mails.ts';
import type { Provider } from '../accounts/sign-in-provider.ts';
import type { Mail } from '../mail/mail.ts';
import type { Language } from '../messages/languages.ts';
import { PROVIDER_NAMES } from './provider-names.ts';
import type { PortalServices } from './services.ts';

type Site = Pick<PortalServices, 'baseUrl' | 'operatorName'>;

/** Proves a new address. `provider` is named where the sign-up came from one. */
export function verificationMail(
  to: string,
  token: string,
  language: Language,
  site: Site,
  provider: Provider | null = null,
): Mail {
  const link = `${site.baseUrl}/portal/verify-email?token=${token}`;
  const { operatorName } = site;
  const names = provider === null ? null : PROVIDER_NAMES[provider];
  const by = names === null ? { ko: '', en: '' } : { ko: `${names.ko} 로그인으로 `, en: ` with ${names.en}` };
  if (language === 'ko') {
    return {
      to,
      subject: `[${operatorName}] 회원가입을 마쳐 주세요`,
      text: `누군가 이 주소로 ${by.ko}${operatorName} 개발자 포털에 가입을 신청했습니다.\n\n본인이라면 24시간 안에 아래 주소를 열어 가입을 마쳐 주세요.\n\n${link}\n\n${by.ko}가입하신 적이 없다면 이 메일을 지우세요. 계정은 만들어지지 않습니다.\n`,
    };
  }
  return {
    to,
    subject: `[${operatorName}] Finish signing up`,
    text: `Someone asked to sign up for the developer portal of ${operatorName}${by.en} with this address.\n\nIf it was you, open this link within 24 hours to finish your account.\n\n${link}\n\nIf you did not sign up${by.en}, delete this mail. No account will be created.\n`,
  };
}

/** For the owner of an account, when somebody signs up with the address again. */
export function alreadyKnownMail(to: string, language: Language, site: Site): Mail {
  const { operatorName, baseUrl } = site;
  if (language === 'ko') {
    return {
      to,
      subject: `[${operatorName}] 이미 가입된 주소입니다`,
      text: `누군가 이 주소로 ${operatorName} 개발자 포털에 가입하려고 했습니다. 이 주소의 계정은 이미 있습니다.\n\n로그인: ${baseUrl}/portal/sign-in\n비밀번호가 없거나 잊으셨다면: ${baseUrl}/portal/forgot-password\n\n직접 하신 일이 아니라면 이 메일을 지우세요. 바뀐 것은 없습니다.\n`,
    };
  }
  return {
    to,
    subject: `[${operatorName}] You already have an account`,
    text: `Someone tried to sign up for the developer portal of ${operatorName} with this address, but it already has an account.\n\nSign in: ${baseUrl}/portal/sign-in\nIf you have no password or forgot it: ${baseUrl}/portal/forgot-password\n\nIf it wasn't you, delete this mail. Nothing was changed.\n`,
  };
}

/** Lets the owner of an account set a password. */
export function resetMail(to: string, token: string, language: Language, site: Site): Mail {
  const link = `${site.baseUrl}/portal/reset-password?token=${token}`;
  const { operatorName } = site;
  if (language === 'ko') {
    return {
      to,
      subject: `[${operatorName}] 새 비밀번호를 정해 주세요`,
      text: `아래 주소에서 ${operatorName} 개발자 포털의 비밀번호를 새로 정할 수 있습니다. 1시간 동안 한 번 쓸 수 있으며, 쓰고 나면 모든 기기에서 로그아웃되고 연결한 다른 로그인도 끊어집니다.\n\n${link}\n\n요청하신 적이 없다면 이 메일을 지우세요. 바뀐 것은 없습니다.\n`,
    };
  }
  return {
    to,
    subject: `[${operatorName}] Set a new password`,
    text: `Open this link to set a new password for the developer portal of ${operatorName}. It works once, for one hour. Setting a password signs you out everywhere and disconnects other ways to sign in.\n\n${link}\n\nIf you didn't ask for this, delete this mail. Nothing was changed.\n`,
  };
}

/**
 * Tells the owner of an account that somebody can enter it by a provider from now on. In both languages, because an
 * account has none of its own.
 */
export function connectedMail(to: string, provider: Provider, site: Site): Mail {
  const { baseUrl, operatorName } = site;
  const { ko, en } = PROVIDER_NAMES[provider];
  return {
    to,
    subject: `[${operatorName}] ${ko} 로그인이 연결되었습니다 / ${en} was connected`,
    text: `이제 ${ko} 계정으로도 ${operatorName} 개발자 포털에 로그인할 수 있습니다. 직접 하신 일이 아니라면 계정 화면에서 연결을 끊고 비밀번호를 바꿔 주세요.\n\nFrom now on you can sign in to the developer portal of ${operatorName} with ${en}, too. If it wasn't you, disconnect it on your account page and change your password.\n\n${baseUrl}/portal/account\n`,
  };
}

/**
 * Tells the owner of an account what became of a wish for more calls; `grantedQuota` is null when it was denied. In both
 * languages, because an account has none of its own.
 */
export function quotaDecisionMail(to: string, grantedQuota: number | null, note: string, site: Site): Mail {
  const { baseUrl, operatorName } = site;
  const calls = { ko: grantedQuota?.toLocaleString('ko'), en: grantedQuota?.toLocaleString('en') };
  const ko =
    grantedQuota === null
      ? '호출 한도를 늘려 달라는 신청을 받아들이지 못했습니다.'
      : `호출 한도를 늘려 달라는 신청을 승인했습니다. 이제 하루 ${calls.ko}회까지 호출할 수 있습니다.`;
  const en =
    grantedQuota === null
      ? 'Your request for a higher quota was not approved.'
      : `Your request for a higher quota was approved. You can now make ${calls.en} calls a day.`;
  const words = note === '' ? '' : `${note}\n\n`;
  const link = `${baseUrl}/portal/usage`;
  return {
    to,
    subject: `[${operatorName}] 호출 한도 신청 결과 / Your request for a higher quota`,
    text: `${ko}\n${en}\n\n${words}${link}\n`,
  };
}

/**
 * Tells the owner of an account that most or all of the day's calls are used up. In both languages, because an account has
 * none of its own.
 */
export function quotaMail(to: string, percent: QuotaMailPercent, dailyQuota: number, site: Site): Mail {
  const { baseUrl, operatorName } = site;
  const limit = { ko: dailyQuota.toLocaleString('ko'), en: dailyQuota.toLocaleString('en') };
  const isFull = percent === 100;
  const after = {
    ko: isFull ? ' 한국 시간 00:00까지 호출은 429 RATE_002로 거부됩니다.' : '',
    en: isFull ? ' Until 00:00 Korean time calls are refused with 429 RATE_002.' : '',
  };
  return {
    to,
    subject: `[${operatorName}] 하루 한도의 ${percent}%를 썼습니다 / ${percent} % of your daily quota is used`,
    text: `오늘의 호출 한도 ${limit.ko}회 중 ${percent}%를 썼습니다.${after.ko} 더 필요하면 사용량 화면에서 한도 상향을 신청해 주세요. 이 메일도 그 화면에서 끌 수 있습니다.\n\nYou have used ${percent} % of today’s ${limit.en} calls.${after.en} If you need more, ask for a higher quota on the usage page, where you can also turn this mail off.\n\n${baseUrl}/portal/usage\n`,
  };
}
