import type { Messages } from '../messages.ts';

export const landing = {
  headline: 'The lists a bookstore counts every night, one call away',
  lead: 'Monthly, daily and realtime bestsellers, new products, product details and search, as JSON and as spreadsheets.',
  leadShelf: 'The shelf below is what this server answers right now.',
  start: 'Get a key and start',
  price: 'Free: {calls} calls a day, and you can ask for more.',
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
  emptyShelf: 'No sales match these conditions. Try another month or a wider category.',
  callTitle: 'The call that made this shelf',
  callLead:
    'Your choices above become the parameters; the last change is marked. The book in the response is the first on the shelf.',
  request: 'Request',
  answer: 'Response, shortened',
  stepsTitle: 'Three steps to the first call',
  steps: {
    one: 'Sign up',
    oneText:
      'It’s free. Enter your email address, open the link we send you, and choose a name and a password.',
    two: 'Get a key',
    twoText: 'Name your service and its purpose, and you get the key at once. No approval needed.',
    three: 'Call',
    threeText:
      "Put the key into your server's environment and paste an example. Your usage page shows the call within two seconds.",
  },
  factsTitle: 'Why you can build on it',
  facts: {
    exact: 'Exact ranks',
    exactText:
      'Counted from individual order lines. Each buyer counts once per title, cancelled orders drop out, and pages neither overlap nor skip an entry.',
    segments: 'By sex and age',
    segmentsText:
      'In every category the monthly and overall lists come in 21 versions: three by sex times seven by age.',
    files: 'JSON and spreadsheets',
    filesText:
      'You can download nearly every list as a spreadsheet or CSV file, with a frozen header row and real number cells.',
    limits: 'Limits you can see',
    limitsText:
      'The headers of every response say how many calls are left and when the quota resets. Past a limit, the response says how many seconds to wait.',
  },
} satisfies Messages['landing'];
