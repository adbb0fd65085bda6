import { describe, expect, it } from 'vitest'
import { corpusFields, corpusOptions } from '#tests/fixtures/search-corpus.ts'
import { dateMessages } from './dates.ts'
import { defaultNoise } from './noise.ts'
import { type Fault, type Note, type Parsed, parse } from './parse.ts'
import { print } from './print.ts'
import type { Node } from './tree.ts'

const read = (query: string, precedence: 'standard' | 'dtsearch' = 'standard'): Parsed =>
  parse(query, { fields: corpusFields, noise: defaultNoise, precedence })

function faultOf(query: string): Fault {
  const parsed = read(query)
  if (parsed.ok) throw new Error(`no fault in: ${query}`)
  return parsed.fault
}

function treeOf(query: string): Node {
  const parsed = read(query)
  if (!parsed.ok || parsed.tree === null) throw new Error(`no tree: ${query}`)
  return parsed.tree
}

function notesOf(query: string): readonly Note[] {
  const parsed = read(query)
  return parsed.ok ? parsed.notes : []
}

const codes = (query: string): string[] => notesOf(query).map((note) => note.code)

/** What a fault points at. */
function pointed(query: string): string {
  const { start, end } = faultOf(query)
  return query.slice(start, end)
}

describe('dates', () => {
  it.each([
    ['[val-search-date-format] two digits, two digits, four digits', '1/5/2021', dateMessages.format],
    ['[val-search-date-format] slashes', '01-05-2021', dateMessages.format],
    ['[val-search-date-format] not a short year', '01/05/21', dateMessages.format],
    ['[val-search-date-real] a day that is there', '02/30/2020', dateMessages.unreal],
    ['[val-search-date-real] a month that is there', '13/01/2021', dateMessages.unreal],
    ['[val-search-date-real] leap days by the calendar', '02/29/2021', dateMessages.unreal],
    ['[val-search-date-min] not before 1970', '12/31/1969', dateMessages.bounds],
    ['[val-search-date-max] not after 2050', '01/01/2051', dateMessages.bounds],
  ])('%s', (_name, date, message) => {
    expect(faultOf(`Sent_Date on ${date}`)).toMatchObject({ message })
    expect(faultOf(`Sent_Date:${date}`)).toMatchObject({ message })
    expect(faultOf(`Sent_Date between 01/01/2020 and ${date}`)).toMatchObject({ message })
  })

  it.each([
    ['[val-search-date-min] the first day', '01/01/1970'],
    ['[val-search-date-max] the last day', '12/31/2050'],
    ['[val-search-date-real] a leap day', '02/29/2020'],
  ])('%s passes', (_name, date) => {
    expect(treeOf(`Sent_Date on ${date}`)).toEqual({
      kind: 'field',
      field: 'Sent_Date',
      test: { op: 'on', date },
    })
  })

  it('[val-search-date-clauses] are checked wherever a date clause stands in the query', () => {
    expect(faultOf('(merger OR (board AND Sent_Date before 02/30/2020)) AND oil').code).toBe('badDate')
    expect(pointed('(merger OR (board AND Sent_Date before 02/30/2020)) AND oil')).toBe('02/30/2020')
    expect(treeOf('"sent on 02/30/2020"').kind).toBe('phrase')
  })
})

describe('parentheses and quotes', () => {
  it.each(['(merger', 'merger)', '((merger)', ')merger(', 'Subject contains (merger'])(
    '[val-search-parens] refuses %s',
    (query) => {
      expect(faultOf(query)).toMatchObject({
        code: 'unbalancedParenthesis',
        message: 'Parentheses are not balanced.',
      })
    },
  )

  it.each(['"(merger"', '"merger)"', '(merger AND "budget)")', '“((merger”'])(
    '[val-search-parens-quoted] does not count those inside quotes: %s',
    (query) => {
      expect(read(query).ok).toBe(true)
    },
  )

  it('points at the parenthesis that is too many', () => {
    expect(faultOf('a (merger')).toMatchObject({ start: 2, end: 3 })
    expect(faultOf('merger) AND (budget)')).toMatchObject({ start: 6, end: 7 })
  })

  it('[search-curly-quotes] [search-curly-quotes-flag] makes curly quotes straight and says so', () => {
    expect(treeOf('“merger costs”')).toEqual(treeOf('"merger costs"'))
    expect(treeOf('O’Brien')).toEqual(treeOf("O'Brien"))
    expect(notesOf('“merger costs”')).toContainEqual({
      code: 'curlyQuotes',
      message: 'Curly quotes were replaced.',
    })
    expect(codes('"merger costs"')).toEqual([])
  })

  it('refuses to nest without end', () => {
    expect(faultOf(`${'('.repeat(5000)}merger${')'.repeat(5000)}`).code).toBe('tooDeep')
    expect(faultOf(`${'NOT '.repeat(4000)}merger`).code).toBe('tooDeep')
  })

  it('refuses to be longer than anybody writes', () => {
    expect(faultOf('x'.repeat(20_001))).toMatchObject({ code: 'tooLong', start: 20_000, end: 20_001 })
    expect(treeOf('x'.repeat(20_000)).kind).toBe('term')
  })
})

describe('how a query was read', () => {
  it.each([
    ['merger OR oil AND report', 'merger OR (oil AND report)'],
    ['merger AND oil OR report AND well*', '(merger AND oil) OR (report AND well*)'],
    ['a* NOT b*', 'a* AND NOT b*'],
    ['merger budget', '"merger budget"'],
    ['board of directors', '"board * directors"'],
    ['NOT (merger OR oil)', 'NOT (merger OR oil)'],
    ['((merger) AND (budget AND oil))', 'merger AND budget AND oil'],
    ['subject:merger', 'Subject contains (merger)'],
    ['file_extension:pdf', 'File_Extension is "pdf"'],
    ['sent_date >= 03/01/2021', 'Sent_Date after or on 03/01/2021'],
    ['国会法', '"国会法"'],
    ['国', '国'],
    ['a* W/5 b* AND c*', '(a* w/5 b*) AND c*'],
    ['a* w/5 b* pre/2 c*', '(a* w/5 b*) pre/2 c*'],
    ['(a* AND b*) not w/5 c*', '(a* not w/5 c*) AND (b* not w/5 c*)'],
    ['Subject:(a* w/3 XFirstWord)', 'Subject contains (a* w/3 xfirstword)'],
    ['"xfirstword" w/2 [12 to 24]', '"xfirstword" w/2 12~~24'],
    ['Apply~ OR ba%Nana', 'apply~ OR ba%nana'],
  ])('%s reads %s', (query, reading) => {
    expect(print(treeOf(query))).toBe(reading)
  })

  it('warns of AND beside OR with the brackets it put in, in either precedence', () => {
    expect(notesOf('merger OR oil AND report')).toMatchObject([
      { code: 'mixedOperators', message: expect.stringContaining('merger OR (oil AND report)') },
    ])
    const other = read('merger OR oil AND report', 'dtsearch')
    expect(other.ok && other.notes).toMatchObject([
      { code: 'mixedOperators', message: expect.stringContaining('(merger OR oil) AND report') },
    ])
    expect(codes('merger OR (oil AND report)')).toEqual([])
    expect(codes('merger AND oil AND NOT report')).toEqual([])
  })

  it('reads AND NOT as one connector in the precedence of dtSearch, and says so', () => {
    for (const query of ['lien NOT casing OR invoice', 'lien AND NOT casing OR invoice']) {
      const parsed = read(query, 'dtsearch')
      const reading = 'lien AND NOT (casing OR invoice)'
      expect(parsed.ok && parsed.tree !== null && print(parsed.tree)).toBe(reading)
      expect(parsed.ok && parsed.notes).toMatchObject([{ message: expect.stringContaining(reading) }])
    }
    expect(print(treeOf('lien NOT casing OR invoice'))).toBe('(lien AND NOT casing) OR invoice')
  })

  it('points at what cannot stand beside a connector', () => {
    expect(pointed('merger w/5 NOT budget')).toBe('NOT budget')
    expect(pointed('merger w/5 (oil OR Subject:budget)')).toBe('Subject:budget')
    expect(pointed('merger w/1000 budget')).toBe('w/1000')
    expect(pointed('merger AND xlastword')).toBe('xlastword')
    expect(faultOf('NOT merger w/5 budget').message).toContain('Write NOT (a w/5 b)')
  })

  it('names the words that are too common', () => {
    expect(notesOf('board of the directors')).toEqual([
      {
        code: 'noiseWords',
        message:
          'Too common to look for, so any one word may stand there: “of”, “the”. For exactly these words write "=board of the directors".',
      },
    ])
  })

  it('warns of what may find very much, or something else than meant', () => {
    expect(codes('*ment')).toEqual(['leadingWildcard'])
    expect(codes('"for lunch?"')).toContain('wildcardInQuotes')
  })

  it('[search-family-option] takes Include_Family true from the end of a query', () => {
    expect(read('merger Include_Family true')).toMatchObject({
      ok: true,
      includeFamily: true,
      tree: { token: 'merger' },
    })
    expect(read('include_family:TRUE')).toMatchObject({ ok: true, includeFamily: true, tree: null })
    expect(read('merger')).toMatchObject({ ok: true, includeFamily: false })
    expect(read('"merger include_family true"')).toMatchObject({ ok: true, includeFamily: false })
  })

  it('leaves the spaces and quotes of a query as they are: merger budget is a phrase', () => {
    expect(treeOf('merger budget')).toEqual({ kind: 'phrase', tokens: ['merger', 'budget'] })
    expect(treeOf('merger_budget')).toEqual({ kind: 'term', token: 'merger_budget', pattern: false })
  })
})

describe('words as they stand', () => {
  it.each([
    ['Plan B', '"plan *"'],
    ['IT department', '"* department"'],
    ['contract AND NOT "board of"', 'contract AND NOT "board *"'],
    ['fox-it', '"fox *"'],
    ['"* * plan *"', '"* * plan *"'],
    ['"=Plan B"', '"=plan b"'],
    ['"=AT&T"', '"=at&t"'],
    ['"=10-K"', '"=10-k"'],
    ['"=1,250"', '"=1,250"'],
    ['"=C++ or"', '"=c++or"'],
    [`"=$5 ""net"""`, `"=$5""net"""`],
    ['"=to be or not to be"', '"=to be or not to be"'],
    ['A-000123', '"=a-000123"'],
    ['ABC-000123', '"abc 000123"'],
  ])('%s reads %s', (query, reading) => {
    expect(print(treeOf(query))).toBe(reading)
  })

  it.each(['AT&T', 'R&D', '"to be or not to be"', 'well'])(
    'offer the exact form of %s, which holds only noise',
    (query) => {
      const words = query.replaceAll('"', '')
      expect(faultOf(query)).toMatchObject({
        code: 'noiseOnly',
        message: expect.stringContaining(`"=${words}"`),
      })
    },
  )

  it('offer the exact form where a noise word stands at the edge, but not beside a wildcard', () => {
    expect(notesOf('1,250')).toMatchObject([{ message: expect.stringContaining('write "=1,250".') }])
    expect(notesOf('10-K')).toMatchObject([{ message: expect.stringContaining('write "=10-K".') }])
    expect(notesOf('the merg*')).toEqual([
      { code: 'noiseWords', message: 'Too common to look for, so any one word may stand there: “the”.' },
    ])
    expect(codes('"=merg*"')).toEqual(['wildcardInExact'])
  })

  it('of other tools are refused with what is written here', () => {
    expect(faultOf('merger AND budget!').message).toContain('write budget*.')
    expect(pointed('merger AND budget!')).toBe('budget!')
    expect(faultOf('privilege* /s counsel').message).toContain('write w/15, with a number of words')
    expect(faultOf('privilege* /5 counsel').message).toContain('write w/5.')
    expect(faultOf('privilege* onear/5 counsel').message).toContain('write pre/5.')
    expect(faultOf('"merger costs"~7').message).toContain('write w/7 between the words')
    expect(treeOf('"Yahoo! news"').kind).toBe('phrase')
  })
})

describe('the numbers of documents', () => {
  const numbers = [
    { field: 'Control_Number', prefix: 'NWI-', digits: null },
    { field: 'Bates_Number', prefix: 'NW', digits: 6 },
  ]
  const fields = [
    ...corpusFields,
    { name: 'Control_Number', kind: 'keyword' } as const,
    { name: 'Bates_Number', kind: 'keyword' } as const,
  ]
  const asked = (query: string): string => {
    const parsed = parse(query, { fields, noise: defaultNoise, precedence: 'standard', numbers })
    return parsed.ok && parsed.tree !== null ? print(parsed.tree) : parsed.ok ? '' : parsed.fault.message
  }

  it('alone find the document, and those that name it', () => {
    expect(asked('nwi-00000012')).toBe('Control_Number is "nwi-00000012" OR "=nwi-00000012"')
    expect(asked('"NWI-00000012"')).toBe('Control_Number is "NWI-00000012" OR "=nwi-00000012"')
    expect(asked('merger AND NOT NWI-00000012')).toBe(
      'merger AND NOT (Control_Number is "NWI-00000012" OR "=nwi-00000012")',
    )
  })

  it.each([
    ['nw000123', 'Bates_Number is "nw000123" OR "=nw000123"'],
    ['"NW000123_0002"', 'Bates_Number is "NW000123_0002" OR "=nw000123_0002"'],
    ['NW00123', 'nw00123'],
    ['NW000123_2', 'nw000123_2'],
    ['Bates_Number is "NW000123" OR "=nw000123"', 'Bates_Number is "NW000123" OR "=nw000123"'],
    ['NW000123 NW000124', 'Put OR between'],
  ])('of pages have as many digits as the project gives them: %s', (query, reading) => {
    expect(asked(query)).toContain(reading)
  })

  it('beside each other are asked for an operator, and inside other words are words', () => {
    expect(asked('NWI-00000012, NWI-00000013')).toContain('Put OR between')
    expect(asked('attached NWI-00000012')).toBe('"attached nwi 00000012"')
    expect(asked('Subject:NWI-00000012')).toBe('Subject contains ("nwi 00000012")')
  })
})

describe('faults', () => {
  it('name the field that is not there, and one that is close', () => {
    expect(faultOf('Subjct contains merger')).toMatchObject({ code: 'unknownField', field: 'Subjct' })
    expect(faultOf('Subjct contains merger').message).toContain('Subject')
    expect(faultOf('SentDate on 01/01/2021').message).toContain('Sent_Date')
    expect(faultOf('Sent:01/01/2021').message).toContain('Did you mean Sent_Date?')
    expect(faultOf('merger AND Author:Rivera')).toMatchObject({ field: 'Author', start: 11, end: 24 })
  })

  it('point at their place in the query as it was typed', () => {
    expect(pointed('“merger” AND oil AND /5')).toBe('/5')
    expect(pointed('merger AND "of the" AND oil')).toBe('"of the"')
    expect(pointed('merger budget "oil"')).toBe('"oil"')
    expect(faultOf('merger AND')).toMatchObject({ start: 7, end: 10 })
  })

  it('do not take times, paths and addresses for fields', () => {
    expect(treeOf('10:30')).toEqual({ kind: 'phrase', tokens: ['10', '30'] })
    expect(treeOf('http://northwind.example/merger').kind).toBe('phrase')
    expect(treeOf('c:\\budget\\merger')).toEqual({ kind: 'phrase', tokens: [null, 'budget', 'merger'] })
  })

  it('never come from words that only look like a field clause', () => {
    expect(treeOf('subject to approval on friday').kind).toBe('phrase')
    expect(treeOf('from north well*').kind).toBe('phrase')
  })
})

it('keeps the options it was given', () => {
  expect(parse('well', { ...corpusOptions, noise: new Set() })).toMatchObject({ ok: true })
})
