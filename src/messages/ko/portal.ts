import type { Messages } from '../messages.ts';

export const portal: Messages['portal'] = {
  INVALID: '{field}: {takes}',
  SIGN_IN_FIRST: '로그인해 주세요.',
  WRONG_CREDENTIALS: '이메일 주소나 비밀번호가 맞지 않습니다.',
  PASSWORD_WRONG: '계정의 비밀번호가 아닙니다.',
  SIGN_IN_AGAIN:
    '비밀번호가 없는 계정은 로그인한 뒤 10분 안에만 할 수 있습니다. 로그아웃했다가 다시 로그인한 다음 시도해 주세요.',
  CODE_WRONG: '코드가 맞지 않거나 이미 사용한 코드입니다.',
  TOKEN_INVALID: '이미 썼거나 유효 시간이 지난 링크입니다. 새 링크를 받아 주세요.',
  FORBIDDEN: '허용되지 않습니다. {detail}',
  NOT_FOUND: '찾을 수 없습니다.',
  KEY_EXISTS: '이미 사용 중인 키가 있습니다. 먼저 그 키를 폐기해 주세요.',
  NO_KEY: '쓸 수 있는 키가 없습니다. 먼저 키를 발급받아 주세요.',
  CONFIRM_NUMBER: '{detail} 계속하려면 {confirm}을(를) 입력해 주세요.',
  CONFIRMATION_WRONG: '확인용으로 입력한 값이 맞지 않습니다.',
  START_AGAIN: '다른 브라우저에서 시작했거나 시간이 너무 지났습니다. 처음부터 다시 해 주세요.',
  PROVIDER_FAILED: '{provider} 쪽에서 응답을 제대로 받지 못했습니다. 처음부터 다시 해 주세요.',
  ADDRESS_KNOWN:
    '{email} 주소의 계정이 이미 있습니다. 그 계정으로 로그인한 뒤 계정 화면에서 {provider} 로그인을 연결해 주세요.',
  CONNECTED_ELSEWHERE: '이미 다른 계정에 연결된 {provider} 계정입니다. 그 계정에서 먼저 연결을 끊어 주세요.',
  STALE: '그사이 다른 사람이 먼저 처리했습니다. 페이지를 새로 고쳐 주세요.',
  BUSY: '{detail}',
  LAST_OWNER: '마지막 소유자입니다. 먼저 다른 계정에 소유자 역할을 주세요.',
  TOO_MANY: '시도가 너무 많습니다. {seconds}초 뒤에 다시 시도해 주세요.',
  UNAVAILABLE: '지금은 쓸 수 없습니다. 잠시 뒤에 다시 시도해 주세요.',
  FAILED: '서버에 문제가 생겼습니다. 알려 주실 때 요청 ID {requestId}을(를) 적어 주세요.',
};

export const input: Messages['input'] = {
  notInRole: '역할에 없는 권한입니다.',
  operatorsOnly: '운영자만 쓸 수 있습니다.',
  ownersOnly: '운영자의 계정은 소유자만 바꿀 수 있습니다.',
  openOrigin: '{origin} 주소를 열고 다시 시도해 주세요.',
  loadAgain: '페이지를 새로 고쳐 주세요.',
  suspended: '정지된 계정입니다. 운영자에게 문의해 주세요.',
  busyWithImport: '피드를 가져오는 중이라 바꾸지 못했습니다. 끝난 뒤에 다시 시도해 주세요.',
  otherFile: '다른 파일을 처리하고 있습니다. 끝나기를 기다리거나 먼저 중단해 주세요.',
  fixedPrice: '도서정가제가 적용되는 책인데, {salePrice}원은 정가의 {percent}%입니다.',
  lowPrice: '{salePrice}원은 정가의 {percent}%입니다.',
  priceJump: '정가와 판매가가 바뀝니다: {from} → {to}.',
  aboveList: '판매가 {salePrice}원이 정가 {shopPrice}원보다 높습니다.',
  noCategory: '{unknown}: 없는 카테고리입니다',
  doubtfulDeals:
    '특가 {deals}건 중 {doubtful}건이 정가의 절반보다 낮거나, 도서정가제 정가보다 15% 넘게 낮습니다.',
  tooManyItems: '한 번에 {max}개까지 넣을 수 있습니다',
  termReach:
    '이 검색어로 상품 {ofAll}개 중 {products}개를 찾을 수 있고, 지난 {days}일 동안 결과가 없던 검색 {searches}건에 들어 있습니다.',
  jsonObject: 'JSON 객체를 보내야 합니다',
  unknownField: '알 수 없는 항목입니다',
  textLength: '{min}~{max}자를 입력해 주세요',
  unshowable: '쓸 수 없는 문자가 있습니다',
  wholeNumber: '{min}부터 {max}까지의 정수를 입력해 주세요',
  number: '{min}부터 {max}까지의 수를 입력해 주세요',
  trueOrFalse: 'true나 false를 보내야 합니다',
  texts: '문자열 값의 객체를 보내야 합니다',
  sameAddress: '이미 이 계정의 주소입니다',
  email: '이메일 주소를 입력해 주세요',
  oneOf: '허용 값: {words}',
  once: '한 번만 보낼 수 있습니다',
  bytesMax: '{max}바이트까지 보낼 수 있습니다',
  charactersMax: '{max}자까지 보낼 수 있습니다',
  month: 'yyyy-MM 달을 입력해 주세요',
  buyerMark: '주문 줄에 표시된 구매자 표식이어야 합니다',
  itemOrBuyer: '상품과 구매자 중 하나만 지정해야 합니다',
  noListOfMonth: '이 달의 목록이 없습니다',
  openMonth: '{until} 마감 전인 달입니다. 마감 전에는 집계할 때마다 전체를 다시 집계합니다',
  endpointName: 'API 이름을 보내야 합니다',
  consent: '개인정보 처리방침에 동의해 주세요',
  password: '비밀번호를 입력해 주세요',
  usageRules: '이용 규칙에 동의해 주세요',
  webAddress: 'http(s) 주소를 입력해 주세요',
  moreThanNow: '지금 한도인 {now}보다 커야 합니다',
  quotaPending: '앞서 보낸 신청을 검토하고 있습니다',
  itemToFind: '상품번호, ISBN, 제목을 입력해 주세요',
  noListPrice: '정가가 없는 상품입니다',
  day: 'yyyy-MM-dd 날짜를 입력해 주세요',
  dayLike: '2026-11-21 같은 날짜를 보내야 합니다',
  lastBeforeFirst: '끝나는 날이 시작하는 날보다 앞섭니다',
  mappingName: '글자, 숫자, 공백, 점, 하이픈, 밑줄로 100자까지 쓸 수 있습니다',
  mappingWrong: '매핑이 잘못됐습니다. {said}',
  reading: '{encodings} 인코딩과 한 글자 구분자를 쓸 수 있습니다',
  piece: '파일의 일부를 보내야 합니다',
  typeToConfirm: '{reason} 확인하려면 {count}을(를) 입력해 주세요',
  termTooLong: '하나에 {max}자까지 쓸 수 있습니다',
  nothingSearchable: '검색에 쓰이는 글자가 없습니다',
  tooManyTerms: '검색어는 {max}개까지 막을 수 있습니다',
  tooFewWords: '서로 다른 단어가 둘 이상 있어야 합니다',
  tooManyWords: '한 묶음에는 {max}개까지 넣을 수 있습니다',
  tooManyGroups: '묶음은 {max}개까지 만들 수 있습니다',
};

export const status: Messages['status'] = {
  noAnswer: '응답이 없습니다',
  empty: '비어 있습니다',
  noLists: '아직 공개한 목록이 없습니다',
  lastTally: '{day}까지만 집계했습니다',
  unsent: '보내지 못하고 있습니다: {code}',
  noSmtp: '메일 서버가 설정되지 않아 메일을 서버에 보관합니다',
};

export const providers: Messages['providers'] = { kakao: '카카오', naver: '네이버', google: 'Google' };

export const mails: Messages['mails'] = {
  verifySubject: '[{operator}] 회원가입을 마쳐 주세요',
  verify:
    '누군가 이 주소로 {by}{operator} 개발자 포털에 가입을 신청했습니다.\n\n본인이라면 24시간 안에 아래 주소를 열어 가입을 마쳐 주세요.\n\n{link}\n\n직접 요청하지 않았다면 이 메일을 무시해 주세요. 계정은 만들어지지 않습니다.\n',
  byProvider: '{provider} 로그인으로 ',
  knownSubject: '[{operator}] 이미 가입된 주소입니다',
  known:
    '누군가 이 주소로 {operator} 개발자 포털에 가입하려고 했습니다. 이 주소의 계정은 이미 있습니다.\n\n로그인: {signIn}\n비밀번호가 없거나 잊으셨다면: {forgot}\n\n직접 하신 일이 아니라면 이 메일을 무시해 주세요. 바뀐 것은 없습니다.\n',
  resetSubject: '[{operator}] 새 비밀번호를 설정해 주세요',
  reset:
    '아래 주소에서 {operator} 개발자 포털의 비밀번호를 새로 설정할 수 있습니다. 1시간 동안 한 번 쓸 수 있으며, 쓰고 나면 모든 기기에서 로그아웃되고 연결한 다른 로그인도 끊어집니다.\n\n{link}\n\n요청하신 적이 없다면 이 메일을 무시해 주세요. 바뀐 것은 없습니다.\n',
  connectedSubject: '{provider} 로그인이 연결되었습니다',
  connected:
    '이제 {provider} 계정으로도 {operator} 개발자 포털에 로그인할 수 있습니다. 직접 하신 일이 아니라면 계정 화면에서 연결을 끊고 비밀번호를 바꿔 주세요.',
  newAddressSubject: '[{operator}] 새 이메일 주소를 확인해 주세요',
  newAddress:
    '{operator} 개발자 포털 계정의 이메일 주소를 이 주소로 바꾸겠다는 요청이 있었습니다.\n\n로그인한 브라우저에서 24시간 안에 아래 주소를 열어 확인해 주세요. 그 전에는 아무것도 바뀌지 않습니다.\n\n{link}\n\n요청하신 적이 없다면 이 메일을 무시해 주세요.\n',
  addressKnownSubject: '[{operator}] 이미 계정이 있는 주소입니다',
  addressKnown:
    '누군가 {operator} 개발자 포털에서 다른 계정의 이메일 주소를 이 주소로 바꾸려고 했습니다. 이 주소에는 이미 계정이 있어서 바꿀 수 없습니다.\n\n두 계정이 모두 본인의 것이라면 먼저 이 주소로 가입한 계정에서 탈퇴해 주세요. 아니라면 이 메일을 무시해 주세요. 바뀐 것은 없습니다.\n',
  addressAskedSubject: '이메일 주소 변경 요청',
  addressAsked:
    '{operator} 개발자 포털 계정의 이메일 주소를 바꾸겠다는 요청이 있었습니다. 새 주소에서 확인하기 전에는 아무것도 바뀌지 않습니다. 직접 하신 일이 아니라면 지금 비밀번호를 새로 설정해 주세요. 그러면 모든 기기에서 로그아웃됩니다.',
  addressChangedSubject: '이메일 주소가 바뀌었습니다',
  addressChanged:
    '{operator} 개발자 포털 계정의 이메일 주소가 바뀌었습니다. 이 주소로는 더 이상 로그인할 수 없습니다. 직접 하신 일이 아니라면 운영자에게 바로 알려 주세요.',
  quotaUsedSubject: '하루 한도의 {percent}%를 썼습니다',
  quotaUsed:
    '오늘의 호출 한도 {limit}회 중 {percent}%를 썼습니다.{after} 더 필요하면 사용량 화면에서 한도 상향을 신청해 주세요. 이 메일도 그 화면에서 끌 수 있습니다.',
  quotaFull: ' 한국 시간 00:00까지 호출은 429 RATE_002로 거부됩니다.',
  quotaSubject: '호출 한도 신청 결과',
  quotaDenied: '호출 한도를 늘려 달라는 신청을 받아들이지 못했습니다.',
  quotaGranted: '호출 한도를 늘려 달라는 신청을 승인했습니다. 이제 하루 {calls}회까지 호출할 수 있습니다.',
  quotaWaiting: '결정을 기다리는 호출 한도 신청이 {count}건 있습니다',
  feedBraked: '피드 {name}이(가) 한도에 걸려 멈췄습니다(가져오기 {importId}). 아무것도 바뀌지 않았습니다',
  feedFailed: '피드 {name}을(를) 가져오지 못했습니다(가져오기 {importId}). 아무것도 바뀌지 않았습니다',
  runFailed: '순위 집계가 실패했습니다. 마지막 목록이 그대로 유지됩니다',
  backupOld: '최근 백업이 없습니다. 마지막 백업: {last}',
  operatorOff: '운영자 역할 때문에 받는 메일입니다. 운영 화면의 현황 페이지에서 끌 수 있습니다.',
};
