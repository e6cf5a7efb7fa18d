import type { Messages } from '../messages.ts';

export const landing = {
  title: 'Seoga 서가',
  headline: 'The lists a bookstore counts every night, one call away',
  lead: 'Monthly, daily and realtime bestsellers, new products, product details and search, as JSON and as spreadsheets. The shelf below is what this server answers right now.',
  start: 'Get a key and start',
  readDocs: 'Read the documentation',
  shelfTitle: 'On the shelf now',
  listLabel: 'Kind of list',
  lists: {
    overall: 'Overall',
    monthly: 'Monthly',
    daily: 'Daily',
    realtime: 'Realtime',
    steady: 'Steady sellers',
    deal: 'Deals',
    new: 'New',
    attention: 'Featured',
  },
  category: 'Category',
  subcategory: 'Subcategory',
  allOf: 'All of {name}',
  month: 'Month',
  sex: 'Sex',
  sexes: { A: 'All', M: 'Men', F: 'Women' },
  age: 'Age',
  ages: {
    '255': 'All',
    '10': 'Under 20',
    '20': '20 to 29',
    '30': '30 to 39',
    '40': '40 to 49',
    '50': '50 to 59',
    '60': '60 and over',
  },
  edition: 'As of {edition} · {count, number} in all',
  count: '{count, number} in all',
  emptyCatalogue:
    'The catalogue is empty so far. The shelf appears here as soon as the bookstore uploads books and orders.',
  emptyShelf: 'Nothing was sold under these conditions. Try another month or a wider category.',
  callTitle: 'The call that made this shelf',
  callLead: 'What you chose above becomes the parameters. The book in the answer is the first on the shelf.',
  request: 'Request',
  answer: 'Response, shortened',
  stepsTitle: 'Three steps to the first call',
  steps: {
    one: 'Sign up',
    oneText: 'It is free. An e-mail address is all it takes. The link in the mail signs you in.',
    two: 'Get a key',
    twoText: 'Name your service and what it is for, and the key is there. Nobody has to approve it.',
    three: 'Call',
    threeText:
      "Put the key into your server's environment and paste an example. Usage shows within two seconds.",
  },
  factsTitle: 'Why you can build on it',
  facts: {
    exact: 'Exact ranks',
    exactText:
      'Counted from a ledger of order lines. One buyer counts one copy of a title, cancelled orders drop out, and pages neither overlap nor miss an entry.',
    segments: 'By sex and age',
    segmentsText:
      'In every category the monthly and overall lists come in 21 cuts: three by sex times seven by age.',
    files: 'JSON and spreadsheets',
    filesText:
      'Nearly every list also comes as a spreadsheet or CSV file, with a frozen header and numbers that are numbers.',
    limits: 'Limits in the open',
    limitsText:
      'The headers of every answer tell what is left and when it resets. Past a limit, the answer says how many seconds to wait.',
  },
} satisfies Messages['landing'];
