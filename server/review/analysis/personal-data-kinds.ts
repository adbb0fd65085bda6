/** Kinds of personal data. Apart from their rules: the server names kinds, and a child alone looks for them. */
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
