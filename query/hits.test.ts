import { describe, expect, it } from 'vitest'
import { corpusOptions } from '#tests/fixtures/search-corpus.ts'
import { hitCounts, hitsIn, hitsInPieces, legend } from './hits.ts'
import { defaultNoise } from './noise.ts'
import { parse } from './parse.ts'
import type { Node } from './tree.ts'

function tree(query: string): Node | null {
  const parsed = parse(query, corpusOptions)
  return parsed.ok ? parsed.tree : null
}

const marks = (query: string, text: string): string[] =>
  hitsIn(text, legend(tree(query)), defaultNoise).map((hit) => text.slice(hit.start, hit.end))

describe('the legend', () => {
  it('lists what is looked for in the text, once each', () => {
    const query = '(merger OR "board of directors") AND invest* AND NOT secret AND subject:budget AND MERGER'
    expect(legend(tree(query)).map((entry) => entry.label)).toEqual([
      'merger',
      'board * directors',
      'invest*',
    ])
    expect(legend(null)).toEqual([])
  })
})

describe('hits', () => {
  it('are marked as they stand in the text, in order', () => {
    expect(marks('merger OR budget', 'Merger budget. MERGER!')).toEqual(['Merger', 'budget', 'MERGER'])
    expect(
      marks('board of directors', 'The board of directors; a board & directors; board, of Directors'),
    ).toEqual(['board of directors', 'board, of Directors'])
    expect(marks('resume', 'His Résumé')).toEqual(['Résumé'])
    expect(marks('国会', '東京国会法')).toEqual(['国会'])
    expect(marks('会', '国会法と会')).toEqual(['会法', '会'])
    expect(marks('well*', 'well wells')).toEqual(['wells'])
  })

  it('of one term do not overlap', () => {
    const terms = [{ label: 'ha ha', tokens: ['ha', 'ha'] }]
    expect(hitsIn('ha ha ha', terms, null)).toEqual([{ start: 0, end: 5, term: 0 }])
  })

  it('are counted by term', () => {
    const terms = legend(tree('merger OR costs OR oil'))
    expect(hitCounts(hitsIn('merger costs merger', terms, defaultNoise), terms.length)).toEqual([2, 1, 0])
  })

  it('go on from one text node to the next, but not into another block', () => {
    const terms = legend(tree('"merger budget"'))
    const inline = [
      { text: 'The mer', block: true },
      { text: 'ger ', block: false },
      { text: 'budget', block: false },
    ]
    expect(hitsInPieces(inline, terms, defaultNoise)).toEqual([
      { hit: 0, term: 0, piece: 0, start: 4, end: 7 },
      { hit: 0, term: 0, piece: 1, start: 0, end: 4 },
      { hit: 0, term: 0, piece: 2, start: 0, end: 6 },
    ])
    const word = legend(tree('merger'))
    expect(hitsInPieces(inline.slice(0, 2), word, defaultNoise)).toHaveLength(2)
    const blocks = inline.map((piece) => ({ ...piece, block: true }))
    expect(hitsInPieces(blocks, word, defaultNoise)).toEqual([])
  })
})
