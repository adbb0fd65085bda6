/** The terms that both sides of the sample matter have agreed on. */
export const agreedTerms = {
  name: 'Agreed terms',
  terms: [
    'larkspur',
    'larkspur AND (price OR cavern)',
    '"Harmon 14-2"',
    'casing OR cement*',
    'lien',
    'invoice* AND NOT lien',
    'reserves',
    'Füllstand',
    'Subject contains privileged',
    'hartlaw',
  ],
} as const
