/** Failures of the portal's requests, by code. */
export const portal = {
  INVALID: '{field}: {takes}',
  SIGN_IN_FIRST: 'Please sign in.',
  WRONG_CREDENTIALS: 'E-mail address or password is wrong.',
  PASSWORD_WRONG: 'This isn’t your account’s password.',
  SIGN_IN_AGAIN:
    'Your account has no password, so this works only within ten minutes of signing in. Sign out, sign in again and repeat it.',
  CODE_WRONG: 'This code is wrong or was used already.',
  TOKEN_INVALID: 'This link has been used or has expired. Request a new one.',
  FORBIDDEN: 'This is not allowed. {detail}',
  NOT_FOUND: 'Not found.',
  KEY_EXISTS: 'Your account already has a live key. Revoke it first.',
  NO_KEY: 'Your account has no live key. Issue one first.',
  CONFIRM_NUMBER: '{detail} To continue, type {confirm}.',
  CONFIRMATION_WRONG: 'What you typed doesn’t match.',
  START_AGAIN: 'This sign-in was started in another browser or too long ago. Please start again.',
  PROVIDER_FAILED: '{provider} did not answer as expected. Please start again.',
  ADDRESS_KNOWN:
    '{email} already has an account here. Sign in to it, then connect {provider} on the account page.',
  CONNECTED_ELSEWHERE:
    'This {provider} account is connected with another account here. Disconnect it there first.',
  STALE: 'Someone else has changed this in the meantime. Reload the page.',
  BUSY: '{detail}',
  LAST_OWNER: 'This is the last active owner. Give another account the role first.',
  TOO_MANY: 'Too many attempts. Try again in {seconds} s.',
  UNAVAILABLE: 'This is not available at the moment. Please try again later.',
  FAILED: 'Something went wrong on our side. Please quote request {requestId} when you report it.',
} as const;

/** Details of the portal's failures, and what its inputs expect. */
export const input = {
  notInRole: 'Your role does not include it.',
  operatorsOnly: 'This is for operators only.',
  ownersOnly: 'Only an owner changes the account of an operator.',
  openOrigin: 'Open {origin} and try again.',
  loadAgain: 'Reload the page.',
  suspended: 'The account is suspended. Contact the operator.',
  busyWithImport: 'A feed is being imported, so nothing was changed. Try again when it’s done.',
  otherFile: 'Another file is being processed. Wait for it or stop it first.',
  fixedPrice: 'The price of this book is fixed by law, and {salePrice} is {percent} % of the list price.',
  lowPrice: '{salePrice} is {percent} % of the list price.',
  termReach:
    'Searches for it find {products} of {ofAll} products, and {searches} searches without results in the last {days} days contained it.',
  jsonObject: 'a JSON object is expected',
  unknownField: 'this field is not known',
  textLength: '{min} to {max} characters are expected',
  text: 'a text is expected',
  unshowable: 'it contains characters that can’t be shown',
  wholeNumber: 'a whole number from {min} to {max} is expected',
  number: 'a number from {min} to {max} is expected',
  trueOrFalse: 'true or false is expected',
  texts: 'an object of texts is expected',
  entriesMax: 'at most {max} entries are expected',
  entryLength: 'a text of at most {max} characters is expected',
  sameAddress: 'this is the address of the account already',
  email: 'an e-mail address is expected',
  oneOf: 'one of {words} is expected',
  onceUpTo: 'at most {max} characters are expected, once',
  fromOne: 'a whole number from 1 on is expected',
  atMost: 'at most {max} is expected',
  bytesMax: 'at most {max} bytes are expected',
  charactersMax: 'at most {max} characters are expected',
  monthForm: 'yyyy-MM is expected',
  month: 'a month yyyy-MM is expected',
  noListOfMonth: 'there is no published list of this month',
  openMonth: 'the month is open until {until}: until then every tally counts all of it',
  searchTerm: 'a search term is expected',
  endpointName: 'the name of an endpoint is expected',
  consent: 'agree to the privacy notice first',
  password: 'a password is expected',
  usageRules: 'accept the usage rules first',
  webAddress: 'an http(s) address is expected',
  moreThanNow: 'more than the current {now} are expected',
  quotaPending: 'an earlier request is still waiting for a decision',
  oneOfNames: 'one of {words} is expected',
  itemToFind: 'a number, an ISBN or words are expected',
  noListPrice: 'the item has no list price to compare with',
  day: 'a day yyyy-MM-dd is expected',
  dayLike: 'a day such as 2026-11-21 is expected',
  lastBeforeFirst: 'the last day is before the first',
  mappingName: 'up to 100 letters, digits, blanks, dots, hyphens and underscores are expected',
  mappingWrong: '{said}',
  reading: '{said}{-encodings}',
  days: '1 to {max} is expected',
  piece: 'a piece of the file is expected',
  typeToConfirm: '{reason}; type {count} to confirm',
  termTooLong: 'at most {max} characters a term are expected',
  nothingSearchable: 'it contains nothing that can be searched',
  tooManyTerms: 'no more than {max} terms can be blocked',
  tooFewWords: 'a group needs at least two different words',
  tooManyWords: 'a group holds at most {max} words',
  tooManyGroups: 'there can be no more than {max} groups',
} as const;

/** What is wrong with a part of the service, on the status page. */
export const status = {
  noAnswer: 'does not answer',
  empty: 'empty',
  noLists: 'no list is published yet',
  lastTally: 'the last tally goes to {day}',
  unsent: 'cannot be sent: {code}',
  noSmtp: 'no mail server is set up; messages stay on this server',
} as const;

/** Ways to sign in, as mails and failures call them. */
export const providers = { kakao: 'Kakao', naver: 'Naver', google: 'Google' } as const;

/** Mails to account holders. */
export const mails = {
  verifySubject: '[{operator}] Finish signing up',
  verify:
    'Someone asked to sign up for the developer portal of {operator}{by} with this address.\n\nIf it was you, open this link within 24 hours to finish your account.\n\n{link}\n\nIf you did not sign up{by}, delete this mail. No account will be created.\n',
  byProvider: ' with {provider}',
  knownSubject: '[{operator}] You already have an account',
  known:
    "Someone tried to sign up for the developer portal of {operator} with this address, but it already has an account.\n\nSign in: {signIn}\nIf you have no password or forgot it: {forgot}\n\nIf it wasn't you, delete this mail. Nothing was changed.\n",
  resetSubject: '[{operator}] Set a new password',
  reset:
    "Open this link to set a new password for the developer portal of {operator}. It works once, for one hour. Setting a password signs you out everywhere and disconnects other ways to sign in.\n\n{link}\n\nIf you didn't ask for this, delete this mail. Nothing was changed.\n",
  connectedSubject: '{provider} was connected',
  connected:
    "From now on you can sign in to the developer portal of {operator} with {provider}, too. If it wasn't you, disconnect it on your account page and change your password.",
  newAddressSubject: '[{operator}] Confirm your new address',
  newAddress:
    'Someone asked to make this the e-mail address of their account at the developer portal of {operator}.\n\nIf it was you, open this link within 24 hours, in a browser in which you are signed in. Nothing changes before that.\n\n{link}\n\nIf it was not you, delete this mail.\n',
  addressKnownSubject: '[{operator}] This address has an account already',
  addressKnown:
    'Someone tried to make this the e-mail address of another account at the developer portal of {operator}. It has an account already, so this is not possible.\n\nIf both accounts are yours, close the one of this address first. If not, delete this mail: nothing was changed.\n',
  addressAskedSubject: 'Change of your address requested',
  addressAsked:
    'Someone who is signed in to your account at the developer portal of {operator} asked to change its e-mail address. Nothing changes before the new address is confirmed. If it was not you, set a new password now: that signs everybody out.',
  addressChangedSubject: 'Your address was changed',
  addressChanged:
    'The e-mail address of your account at the developer portal of {operator} was changed. You can no longer sign in with this one. If it was not you, tell the operator at once.',
  quotaUsedSubject: '{percent} % of your daily quota is used',
  quotaUsed:
    'You have used {percent} % of today’s {limit} calls.{after} If you need more, ask for a higher quota on the usage page, where you can also turn this mail off.',
  quotaFull: ' Until 00:00 Korean time calls are refused with 429 RATE_002.',
  quotaSubject: 'Your request for a higher quota',
  quotaDenied: 'Your request for a higher quota was not approved.',
  quotaGranted: 'Your request for a higher quota was approved. You can now make {calls} calls a day.',
} as const;
