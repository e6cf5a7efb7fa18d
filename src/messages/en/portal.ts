/** Failures of the portal's requests, by code. */
export const portal = {
  INVALID: '{field}: {takes}',
  SIGN_IN_FIRST: 'Please sign in.',
  WRONG_CREDENTIALS: 'Email address or password is wrong.',
  PASSWORD_WRONG: 'This isn’t your account’s password.',
  SIGN_IN_AGAIN:
    'Your account has no password, so this works only within ten minutes of signing in. Sign out, sign in again and repeat it.',
  CODE_WRONG: 'This code is wrong or was used already.',
  TOKEN_INVALID: 'This link has been used or has expired. Request a new one.',
  FORBIDDEN: 'This is not allowed. {detail}',
  NOT_FOUND: 'Not found.',
  KEY_EXISTS: 'Your account already has an active key. Revoke it first.',
  NO_KEY: 'Your account has no active key. Issue one first.',
  CONFIRM_NUMBER: '{detail} To continue, type {confirm}.',
  CONFIRMATION_WRONG: 'What you typed doesn’t match.',
  START_AGAIN: 'This sign-in was started in another browser or too long ago. Please start again.',
  PROVIDER_FAILED: '{provider} didn’t respond as expected. Please start again.',
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
  notInRole: 'Your role doesn’t allow this.',
  operatorsOnly: 'This is for operators only.',
  ownersOnly: 'Only an owner can change an operator’s account.',
  openOrigin: 'Open {origin} and try again.',
  loadAgain: 'Reload the page.',
  suspended: 'The account is suspended. Contact the operator.',
  busyWithImport: 'A feed is being imported, so nothing was changed. Try again when it’s done.',
  otherFile: 'Another file is being processed. Wait for it or stop it first.',
  fixedPrice: 'The price of this book is fixed by law, and {salePrice} is {percent}% of the list price.',
  lowPrice: '{salePrice} is {percent}% of the list price.',
  priceJump: 'List price and selling price would change from {from} to {to}.',
  aboveList: 'The selling price {salePrice} is above the list price {shopPrice}.',
  noCategory: 'there is no category {unknown}',
  doubtfulDeals:
    '{doubtful} of {deals} deals are below half the list price or more than 15% below a fixed price.',
  tooManyItems: 'can be at most {max} products',
  termReach:
    'Searches for it find {products} of {ofAll} products, and {searches} searches without results in the last {days} days contained it.',
  jsonObject: 'must be a JSON object',
  unknownField: 'is not a known field',
  textLength: 'must be {min} to {max} characters long',
  unshowable: 'contains characters that can’t be displayed',
  wholeNumber: 'must be a whole number from {min} to {max}',
  number: 'must be a number from {min} to {max}',
  trueOrFalse: 'must be true or false',
  texts: 'must be an object with text values',
  sameAddress: 'is already the address of this account',
  email: 'must be an email address',
  oneOf: 'must be one of {words}',
  once: 'must be sent once',
  bytesMax: 'can be at most {max} bytes long',
  charactersMax: 'can be at most {max} characters long',
  month: 'must be a month as yyyy-MM',
  buyerMark: 'must be the mark of a line’s buyer',
  itemOrBuyer: 'name either a product or a buyer',
  noListOfMonth: 'this month has no published lists',
  openMonth: 'this month stays open until {until}; until then, every tally recounts all of it',
  endpointName: 'must be the name of an endpoint',
  consent: 'agree to the privacy notice first',
  password: 'enter a password',
  usageRules: 'accept the usage rules first',
  webAddress: 'must be an http(s) URL',
  moreThanNow: 'must be greater than your current limit of {now}',
  quotaPending: 'your earlier request is still under review',
  itemToFind: 'enter a product number, an ISBN or words',
  noListPrice: 'this product has no list price to compare with',
  day: 'must be a date as yyyy-MM-dd',
  dayLike: 'must be a date such as 2026-11-21',
  lastBeforeFirst: 'is before the first day',
  mappingName: 'can have up to 100 letters, digits, spaces, dots, hyphens and underscores',
  mappingWrong: '{said}',
  reading: '{said}{-encodings}',
  piece: 'must be a piece of the file',
  typeToConfirm: '{reason}; type {count} to confirm',
  termTooLong: 'can be at most {max} characters per term',
  nothingSearchable: 'contains nothing that can be searched',
  tooManyTerms: 'at most {max} terms can be blocked',
  tooFewWords: 'a group needs at least two different words',
  tooManyWords: 'a group can have at most {max} words',
  tooManyGroups: 'there can be at most {max} groups',
} as const;

/** What is wrong with a part of the service, on the status page. */
export const status = {
  noAnswer: 'doesn’t respond',
  empty: 'empty',
  noLists: 'no lists published yet',
  lastTally: 'last tallied up to {day}',
  unsent: 'cannot be sent: {code}',
  noSmtp: 'no mail server is set up; messages stay on this server',
} as const;

/** Ways to sign in, as mails and failures call them. */
export const providers = { kakao: 'Kakao', naver: 'Naver', google: 'Google' } as const;

/** Mails to account holders. */
export const mails = {
  verifySubject: '[{operator}] Finish signing up',
  verify:
    'Someone asked to sign up for the developer portal of {operator}{by} with this address.\n\nIf it was you, open this link within 24 hours to finish your account.\n\n{link}\n\nIf you did not sign up{by}, ignore this email. No account will be created.\n',
  byProvider: ' with {provider}',
  knownSubject: '[{operator}] You already have an account',
  known:
    "Someone tried to sign up for the developer portal of {operator} with this address, but it already has an account.\n\nSign in: {signIn}\nIf you have no password or forgot it: {forgot}\n\nIf it wasn't you, ignore this email. Nothing was changed.\n",
  resetSubject: '[{operator}] Set a new password',
  reset:
    "Open this link to set a new password for the developer portal of {operator}. It works once, for one hour. Setting a password signs you out everywhere and disconnects other ways to sign in.\n\n{link}\n\nIf you didn't ask for this, ignore this email. Nothing was changed.\n",
  connectedSubject: '{provider} was connected',
  connected:
    "From now on you can sign in to the developer portal of {operator} with {provider}, too. If it wasn't you, disconnect it on your account page and change your password.",
  newAddressSubject: '[{operator}] Confirm your new address',
  newAddress:
    'Someone asked to make this the email address of their account at the developer portal of {operator}.\n\nIf it was you, open this link within 24 hours, in a browser in which you are signed in. Nothing changes before that.\n\n{link}\n\nIf it was not you, ignore this email.\n',
  addressKnownSubject: '[{operator}] This address has an account already',
  addressKnown:
    'Someone tried to make this the email address of another account at the developer portal of {operator}. It has an account already, so this is not possible.\n\nIf both accounts are yours, close the one of this address first. If not, ignore this email: nothing was changed.\n',
  addressAskedSubject: 'Change of your address requested',
  addressAsked:
    'Someone who is signed in to your account at the developer portal of {operator} asked to change its email address. Nothing changes before the new address is confirmed. If it was not you, set a new password now: that signs everybody out.',
  addressChangedSubject: 'Your address was changed',
  addressChanged:
    'The email address of your account at the developer portal of {operator} was changed. You can no longer sign in with this one. If it was not you, tell the operator at once.',
  quotaUsedSubject: '{percent}% of your daily quota is used',
  quotaUsed:
    'You have used {percent}% of today’s {limit} calls.{after} If you need more, ask for a higher quota on the usage page, where you can also turn these emails off.',
  quotaFull: ' Until 00:00 Korean time, calls are rejected with 429 RATE_002.',
  quotaSubject: 'Your request for a higher quota',
  quotaDenied: 'Your request for a higher quota was not approved.',
  quotaGranted: 'Your request for a higher quota was approved. You can now make {calls} calls a day.',
  quotaWaiting: 'Requests for a higher quota that wait for a decision: {count}',
  feedBraked: 'A brake stopped the feed {name} (import {importId}); nothing was changed',
  feedFailed: 'The feed {name} failed (import {importId}); nothing was changed',
  runFailed: 'The nightly tally failed; the last lists stay in force',
  backupOld: 'There is no recent backup. The last one: {last}',
  operatorOff:
    'You get this email because of your operator’s role. You can turn these emails off on the console’s overview.',
} as const;
