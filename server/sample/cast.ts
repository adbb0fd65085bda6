/** Who writes in the sample matter. None of them, and none of their companies, exists. */
export interface Person {
  readonly name: string
  readonly address: string
  readonly title: string
  /** Company as it stands under a letter. */
  readonly company: string
  readonly phone: string
  /** How their program quotes what it answers. */
  readonly quotes: 'marks' | 'outlook'
}

const northwind = 'Northwind Energy, Inc.'
const speicher = 'Nordwind Speicher GmbH'

function person(
  name: string,
  address: string,
  title: string,
  company: string,
  phone: string,
  quotes: Person['quotes'] = 'outlook',
): Person {
  return { name, address, title, company, phone, quotes }
}

export const cast = {
  reyes: person(
    'Maria Reyes',
    'maria.reyes@northwind.example',
    'Vice President, Drilling',
    northwind,
    '+1 701 555 0141',
  ),
  okafor: person(
    'Thomas Okafor',
    'thomas.okafor@northwind.example',
    'General Counsel',
    northwind,
    '+1 701 555 0102',
  ),
  brandt: person(
    'Helen Brandt',
    'helen.brandt@northwind.example',
    'Chief Financial Officer',
    northwind,
    '+1 701 555 0103',
  ),
  nair: person(
    'Priya Nair',
    'priya.nair@northwind.example',
    'Controller',
    northwind,
    '+1 701 555 0118',
    'marks',
  ),
  whitcomb: person(
    'Dale Whitcomb',
    'dale.whitcomb@northwind.example',
    'Drilling Superintendent',
    northwind,
    '+1 701 555 0166',
    'marks',
  ),
  keller: person(
    'Jonas Keller',
    'jonas.keller@nordwind-speicher.example',
    'Geschäftsführer',
    speicher,
    '+49 40 5550 120',
    'marks',
  ),
  lindqvist: person(
    'Erik Lindqvist',
    'erik.lindqvist@northwind.example',
    'Chief Executive Officer',
    northwind,
    '+1 701 555 0100',
  ),
  moss: person(
    'Andrea Moss',
    'andrea.moss@northwind.example',
    'Land Manager',
    northwind,
    '+1 701 555 0133',
    'marks',
  ),
  chen: person(
    'Wei Chen',
    'wei.chen@northwind.example',
    'Reservoir Engineer',
    northwind,
    '+1 701 555 0172',
    'marks',
  ),
  grant: person(
    'Lucy Grant',
    'lucy.grant@northwind.example',
    'Human Resources',
    northwind,
    '+1 701 555 0120',
  ),
  desk: person(
    'IT Service Desk',
    'servicedesk@northwind.example',
    'Service Desk',
    northwind,
    '+1 701 555 0111',
  ),
  ortiz: person(
    'Ramón Ortiz',
    'ramon.ortiz@northwind.example',
    'Gas Scheduling',
    northwind,
    '+1 701 555 0155',
    'marks',
  ),
  petersen: person(
    'Anke Petersen',
    'anke.petersen@nordwind-speicher.example',
    'Leiterin Betrieb',
    speicher,
    '+49 40 5550 131',
    'marks',
  ),
  vogt: person(
    'Matthias Vogt',
    'matthias.vogt@nordwind-speicher.example',
    'Kaufmännischer Leiter',
    speicher,
    '+49 40 5550 140',
    'marks',
  ),
  hart: person(
    'Susan Hart',
    'susan.hart@hartlaw.example',
    'Partner',
    'Hart & Marchetti LLP',
    '+1 612 555 0190',
  ),
  marchetti: person(
    'Leo Marchetti',
    'leo.marchetti@hartlaw.example',
    'Partner',
    'Hart & Marchetti LLP',
    '+1 612 555 0191',
  ),
  tanner: person(
    'Bob Tanner',
    'bob.tanner@crestline-drilling.example',
    'Operations Manager',
    'Crestline Drilling Co.',
    '+1 406 555 0177',
    'marks',
  ),
  crestbill: person(
    'Crestline Billing',
    'billing@crestline-drilling.example',
    'Accounts Receivable',
    'Crestline Drilling Co.',
    '+1 406 555 0170',
  ),
  harmon: person('Edna Harmon', 'edna@harmonranch.example', '', 'Harmon Ranch', '+1 701 555 0188', 'marks'),
  doyle: person(
    'Claire Doyle',
    'claire.doyle@fenwickdoyle.example',
    'Audit Partner',
    'Fenwick Doyle LLP',
    '+1 312 555 0160',
  ),
  shah: person(
    'Amit Shah',
    'amit.shah@fenwickdoyle.example',
    'Audit Senior',
    'Fenwick Doyle LLP',
    '+1 312 555 0164',
    'marks',
  ),
  lund: person(
    'Peter Lund',
    'peter.lund@oakbridge.example',
    'Managing Director',
    'Oakbridge Capital',
    '+1 212 555 0180',
  ),
  weekly: person('Basin Weekly', 'news@basinweekly.example', '', 'Basin Weekly', ''),
} as const satisfies Record<string, Person>
export type Who = keyof typeof cast

/** Whose mail was collected, in the order in which it was. */
export const custodians = [
  'reyes',
  'okafor',
  'brandt',
  'nair',
  'whitcomb',
  'keller',
] as const satisfies readonly Who[]
export type CustodianKey = (typeof custodians)[number]
