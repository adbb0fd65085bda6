import { expect, it } from 'vitest'
import { corpusFields } from '#tests/fixtures/search-corpus.ts'
import { defaultNoise } from './noise.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'

const options = {
  fields: [...corpusFields, { name: 'Control_Number', kind: 'keyword' } as const],
  noise: defaultNoise,
  precedence: 'standard' as const,
  numbers: [{ field: 'Control_Number', prefix: 'NWI', digits: null }],
}

/** How a query is read, and what is said of it; or why it is not read. */
function said(query: string): string {
  const parsed = parse(query, options)
  if (!parsed.ok) return `✗ ${parsed.fault.message}`
  const reading = parsed.tree === null ? '' : print(parsed.tree)
  return [reading, ...parsed.notes.map(({ message }) => message)].join('\n')
}

/** What queries are often taken to mean and do not → what is said for it. */
it.each([
  ['a noise word', 'well AND oil', '✗ “well” holds only words that are too common to look for'],
  ['a noise word in a phrase', 'board of directors', 'any one word may stand there: “of”'],
  [
    'a wildcard for noise alone',
    'well*',
    '“well*” does not find words that are too common to look for: “well”.',
  ],
  ['a wildcard for many noise words', 'the*', '“the”, “their”, “them” and 5 more'],
  ['a pattern among words', '"merger th%is"', '“th%is” does not find words that are too common'],
  ['a hyphen', 'first-class', '"first class"'],
  ['a hyphen that stands alone', 'lien - casing', '“-” between words is not looked for'],
  ['an apostrophe', "O'Brien", `write "=O'Brien".`],
  ['signs between noise', 'AT&T', 'write "=AT&T" for exactly these words'],
  ['a lone sign', 'lien ~ casing', 'For exactly this write "=lien ~ casing".'],
  ['a lone sign that is not of ASCII', 'lien 🙂 casing', '“🙂” between words is not looked for'],
  ['a comma', 'lien, casing', '“lien,”: commas and semicolons join nothing'],
  ['a comma in a number', '1,250', 'write "=1,250".'],
  ['a comma in a long number', 'about 12,500', 'the words 12 and 500, also inside a longer number'],
  ['a range over such numbers', '200~~300', '1,250 is the words 1 and 250'],
  ['a percent sign at the end', 'lien%', '✗ “lien%”: % stands between the letters'],
  ['a star against a sign', 'ana*@northwind.example', 'write ana* pre/3 "northwind.example"'],
  ['a star for what stands before a domain', '*@northwind.example', '"=@northwind.example"'],
  ['a star alone behind a sign', 'file-*', '✗ “*” stands alone'],
  ['a wildcard at the beginning', '*ment', 'it may find very many words'],
  ['a question mark in quotes', '"for lunch?"', 'stands for one character, inside quotes too'],
  ['a wildcard in Thai', 'ที่ดิน*', '✗ Wildcards are not supported in words of Chinese'],
  ['accents', 'Résumé', 'resume'],
  ['a stem', 'invest~', 'not irregular ones'],
  ['OR beside AND', 'merger OR oil AND report', 'AND goes before OR: merger OR (oil AND report)'],
  ['curly quotes', '“merger costs”', 'Curly quotes were replaced.'],
  ['families that are not asked for', 'merger Include_Family false', 'Include_Family false changes nothing'],
  ['families in the middle', 'Include_Family true AND oil', '✗ Write Include_Family true once, at the end'],
  ['spaces made to underscores', 'merger_budget', 'merger_budget'],
  ['the number of a document', 'NWI00000012', 'Control_Number is "NWI00000012" OR "=nwi00000012"'],
  ['such a number beside a sign', '- NWI00000012', 'Control_Number is "nwi00000012" OR "=nwi00000012"'],
  ['numbers beside each other', 'NWI00000012 NWI00000013', '✗ Put OR between the numbers'],
  ['another tool’s connector', 'lien /s casing', '✗ Instead of “/s” write w/15'],
  ['another tool’s root', 'budget!', 'write budget*.'],
  ['a field that is not there', 'Subjct:merger', 'Did you mean Subject?'],
])('says what becomes of %s: %s', (_trap, query, words) => {
  expect(said(query)).toContain(words)
})

it('says nothing of a query that is read as it stands', () => {
  for (const query of [
    'merger',
    'merger AND oil',
    '"merger costs"',
    'approv*',
    'merger w/5 oil',
    'From:rivera',
  ])
    expect(said(query)).not.toContain('\n')
})
