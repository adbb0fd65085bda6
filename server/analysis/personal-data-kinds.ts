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
  'Driver licence',
  'Date of birth',
  'Health number',
  'Postal address',
] as const
export type PersonalDataKind = (typeof personalDataKinds)[number]

/** What speaks for it: its form and a check sum or a word beside it, or its form alone. */
export const confidences = ['likely', 'potential'] as const
