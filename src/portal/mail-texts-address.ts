import type { Language } from '../http/errors.ts';
import type { Mail } from '../mail/mail.ts';
import type { PortalServices } from './services.ts';

type Site = Pick<PortalServices, 'baseUrl' | 'operatorName'>;

/** Proves the new address of an account. */
export function newAddressMail(to: string, token: string, language: Language, site: Site): Mail {
  const { operatorName } = site;
  const link = `${site.baseUrl}/portal/confirm-address?token=${token}`;
  if (language === 'ko') {
    return {
      to,
      subject: `[${operatorName}] 새 이메일 주소를 확인해 주세요`,
      text: `${operatorName} 개발자 포털 계정의 이메일 주소를 이 주소로 바꾸겠다는 요청이 있었습니다.\n\n로그인한 브라우저에서 24시간 안에 아래 주소를 열어 확인해 주세요. 그 전에는 아무것도 바뀌지 않습니다.\n\n${link}\n\n요청하신 적이 없다면 이 메일을 지우세요.\n`,
    };
  }
  return {
    to,
    subject: `[${operatorName}] Confirm your new address`,
    text: `Someone asked to make this the e-mail address of their account at the developer portal of ${operatorName}.\n\nIf it was you, open this link within 24 hours, in a browser in which you are signed in. Nothing changes before that.\n\n${link}\n\nIf it was not you, delete this mail.\n`,
  };
}

/** For the owner of an account, when somebody wants its address for another account. */
export function addressKnownMail(to: string, language: Language, site: Site): Mail {
  const { operatorName } = site;
  if (language === 'ko') {
    return {
      to,
      subject: `[${operatorName}] 이미 계정이 있는 주소입니다`,
      text: `누군가 ${operatorName} 개발자 포털에서 다른 계정의 이메일 주소를 이 주소로 바꾸려고 했습니다. 이 주소에는 이미 계정이 있어서 바꿀 수 없습니다.\n\n두 계정이 모두 본인의 것이라면 먼저 이 주소의 계정을 닫아 주세요. 아니라면 이 메일을 지우세요. 바뀐 것은 없습니다.\n`,
    };
  }
  return {
    to,
    subject: `[${operatorName}] This address has an account already`,
    text: `Someone tried to make this the e-mail address of another account at the developer portal of ${operatorName}. It has an account already, so this is not possible.\n\nIf both accounts are yours, close the one of this address first. If not, delete this mail: nothing was changed.\n`,
  };
}

/** Tells the mailbox that an account has now. In both languages, because an account has none of its own; so do those below. */
export function addressAskedMail(to: string, site: Site): Mail {
  const { operatorName, baseUrl } = site;
  return {
    to,
    subject: `[${operatorName}] 이메일 주소 변경 요청 / Change of your address requested`,
    text: `${operatorName} 개발자 포털 계정의 이메일 주소를 바꾸겠다는 요청이 있었습니다. 새 주소에서 확인하기 전에는 아무것도 바뀌지 않습니다. 직접 하신 일이 아니라면 지금 비밀번호를 새로 정해 주세요. 그러면 모든 기기에서 로그아웃됩니다.\n\nSomeone who is signed in to your account at the developer portal of ${operatorName} asked to change its e-mail address. Nothing changes before the new address is confirmed. If it was not you, set a new password now: that signs everybody out.\n\n${baseUrl}/portal/forgot-password\n`,
  };
}

/** Tells the mailbox that an account had. */
export function addressChangedMail(to: string, site: Site): Mail {
  const { operatorName, baseUrl } = site;
  return {
    to,
    subject: `[${operatorName}] 이메일 주소가 바뀌었습니다 / Your address was changed`,
    text: `${operatorName} 개발자 포털 계정의 이메일 주소가 바뀌었습니다. 이 주소로는 더 이상 로그인할 수 없습니다. 직접 하신 일이 아니라면 운영자에게 바로 알려 주세요.\n\nThe e-mail address of your account at the developer portal of ${operatorName} was changed. You can no longer sign in with this one. If it was not you, tell the operator at once.\n\n${baseUrl}\n`,
  };
}
