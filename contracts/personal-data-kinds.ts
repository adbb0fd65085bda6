/** Kinds of personal data, for whoever names one. Apart from their rules, which a child alone reads texts by. */
export const personalDataKinds = [
  'US social security number',
  'Payment card',
  'IBAN',
  'US bank routing number',
  'Bank account',
  'E-mail address',
  'Telephone number',
  'IP address',
  'Passport',
  'Driver license',
  'Date of birth',
  'Health number',
  'Postal address',
] as const
export type PersonalDataKind = (typeof personalDataKinds)[number]
