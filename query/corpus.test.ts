import { describe, expect, it } from 'vitest'
import { corpus, corpusOptions, faultCases, foundCases } from '#tests/fixtures/search-corpus.ts'
import { evaluate } from './evaluate.ts'
import { defaultNoise } from './noise.ts'
import { type ParseOptions, parse } from './parse.ts'
import { readStream, tokenStream } from './stream.ts'

/** Ids of the corpus that a query finds, or the code of its fault. */
function ask(query: string, options: ParseOptions = corpusOptions): string {
  const parsed = parse(query, options)
  if (!parsed.ok) return parsed.fault.code
  const { tree } = parsed
  if (tree === null) return 'all'
  const zoneOf = (): string => 'UTC'
  return corpus
    .filter((d) =>
      evaluate(
        tree,
        { text: readStream(tokenStream(d.text)), values: (field) => d.fields[field] ?? [] },
        { noise: options.noise, zoneOf },
      ),
    )
    .map((d) => d.id)
    .join(' ')
}

describe('what a query finds', () => {
  it.each(foundCases)('%s → %s', (query, found) => {
    expect(ask(query)).toBe(found)
  })

  it('reads OR before AND where the project is set so', () => {
    const dtsearch: ParseOptions = { ...corpusOptions, precedence: 'dtsearch' }
    expect(ask('merger OR oil AND report', dtsearch)).toBe('D07 D08')
    expect(ask('merger OR oil NOT report', dtsearch)).toBe('D01 D02 D03 D04')
  })

  it('finds a noise word once it is taken off the list', () => {
    const noise = new Set([...defaultNoise].filter((word) => word !== 'well'))
    expect(ask('well', { ...corpusOptions, noise })).toBe('D05 D06 D07 D08')
  })

  it('means all documents where nothing is asked', () => {
    expect(ask('  ')).toBe('all')
  })
})

describe('what is wrong with a query', () => {
  it.each(faultCases)('%s → %s', (query, code) => {
    expect(ask(query)).toBe(code)
  })
})
