import { describe, expect, it } from 'vitest'
import { corpusOptions } from '#tests/fixtures/search-corpus.ts'
import { fieldLegend, hitCounts, hitsIn, hitsInPieces, hitsOf, legend, readForHits } from './hits.ts'
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
    expect(marks('会', '国会法と会')).toEqual(['会', '会'])
    expect(marks('well*', 'well wells')).toEqual(['wells'])
  })

  it('cover all that belongs to their letters, and no more', () => {
    expect(marks('שלום', 'אמר שָׁל֑וֹם.')).toEqual(['שָׁל֑וֹם'])
    expect(marks('كتاب', 'هذا كِتَـــابٌ، ثم')).toEqual(['كِتَـــابٌ'])
    expect(marks('замок', 'За\u0301мок и замо\u0301к')).toEqual(['За\u0301мок', 'замо\u0301к'])
    expect(marks('ที่ดิน', 'ซื้อที่ดินแล้ว')).toEqual(['ที่ดิน'])
    expect(marks('ที่', 'ซื้อที่ดิน ที่')).toEqual(['ที่', 'ที่'])
    expect(marks('ที่', 'inter-\nnational ที่')).toEqual(['ที่'])
  })

  it('of words as they stand are marked with their signs alone, without regard to spaces beside them', () => {
    const text = 'AT&T, at t, AT & T and AT-T; AT&T’s'
    expect(marks('"=AT&T"', text)).toEqual(['AT&T', 'AT & T', 'AT&T'])
    expect(marks('"=AT T"', text)).toEqual(['AT&T', 'at t', 'AT & T', 'AT-T', 'AT&T'])
    expect(marks('"=C++"', 'C++ and C, C# or (C++)')).toEqual(['C', 'C'])
    expect(marks('"=C"', 'C++ and C')).toEqual(['C', 'C'])
    expect(marks('"=$5"', '$5 or 5')).toEqual(['5'])
    expect(marks('"=10-K"', 'Form 10\u2013K, form 10 K')).toEqual(['10\u2013K'])
    expect(marks('"=R&D"', 'R&D of inter-\nnational R&D')).toEqual(['R&D', 'R&D'])
  })

  it('of a number are whole numbers', () => {
    const text = '1,250 and 1,250,000 and 11,250 and 1, 250 and 250. And 1.250'
    expect(marks('"=1,250"', text)).toEqual(['1,250'])
    expect(marks('"=250"', text)).toEqual(['250', '250'])
    expect(marks('"=1,250,000"', text)).toEqual(['1,250,000'])
  })

  it('of a phrase with a noise word at its edge hold the word that stands there', () => {
    expect(marks('Plan B', 'Plan. Plan A; the last plan')).toEqual(['Plan. Plan'])
    expect(marks('IT department', 'Department of IT department')).toEqual(['IT department'])
  })

  it('of words near each other are marked only where they are', () => {
    const text = 'Merger talk now. The board met again. A merger, says the board, of boards. Board!'
    const start = (query: string) => hitsIn(text, legend(tree(query)), defaultNoise).map((hit) => hit.start)
    expect(marks('merger w/3 board', text)).toEqual(['merger', 'board'])
    expect(start('merger w/3 board')).toEqual([40, 57])
    expect(start('board pre/4 merger')).toEqual([21, 40])
    expect(start('board not w/4 merger')).toEqual([75])
    expect(start('merger w/2 xfirstword')).toEqual([0])
    expect(start('xlastword w/1 board')).toEqual([75])
    expect(start('(merger w/3 board) w/3 board')).toEqual([40, 57, 75])
    // What is looked for by itself too is marked wherever it stands.
    expect(start('board AND merger w/3 board')).toEqual([21, 40, 57, 75])
    expect(start('merger w/3 board OR merger w/1 talk')).toEqual([0, 7, 40, 57])
    expect(start('merger w/1 board')).toEqual([])
  })

  it('of all spans of a clause are told, not of the shortest alone', () => {
    expect(marks('(lien w/3 casing) w/2 rig', 'rig x lien lien casing')).toEqual(['rig', 'lien', 'casing'])
    expect(marks('(lien w/3 casing) w/2 rig', 'rig x y lien casing')).toEqual([])
  })

  it('stand where a line breaks them, for every distance', () => {
    const text = 'one two three four five six seven eight nine ten inter-\nnational trade'
    expect(marks('one w/10 international', text)).toEqual(['one', 'inter-\nnational'])
    expect(marks('one w/9 international', text)).toEqual([])
    expect(marks('international w/1 trade', text)).toEqual(['inter-\nnational', 'trade'])
    expect(marks('inter w/5 international', text)).toEqual([])
    expect(marks('ten w/99 ten', text)).toEqual([])
    expect(marks('trade w/1 xlastword', text)).toEqual(['trade'])
    expect(marks('international w/1 xlastword', text)).toEqual([])
  })

  it('of forms, spellings and ranges are marked as they stand', () => {
    expect(marks('apply~', 'He applies, applied; applying to apply, no applicant')).toEqual([
      'applies',
      'applied',
      'applying',
      'apply',
    ])
    expect(marks('ba%nana', 'banana bananna banna bonana ban')).toEqual(['banana', 'bananna', 'banna'])
    expect(marks('12~~24', '11 12 024 24 25 12a 1,200')).toEqual(['12', '024', '24'])
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

describe('many terms in one text', () => {
  it('are found by an index where each alone is', () => {
    const text =
      'The merger of 2001: merger costs, mergers, ha ha ha. Ba-\nnana merger w banana; a plan of the board of directors.'
    const queries = ['merger', '"merger costs"', 'merg*', '"ha ha"', 'banana', '"board of directors"', '*s']
    const more = [
      '"plan of the board"',
      'merger w/2 costs',
      '2000~~2002',
      'b?nana',
      '"=of the board"',
      'none',
    ]
    const terms = [...queries, ...more].flatMap((query) => legend(tree(query)))
    expect(terms.length).toBeGreaterThan(8)
    const alone = terms.map((term) =>
      hitsIn(text, [term], defaultNoise).map(({ start, end }) => [start, end]),
    )
    const found = hitsOf(readForHits(text), terms, defaultNoise)
    const together = terms.map((_, at) =>
      found.filter(({ term }) => term === at).map(({ start, end }) => [start, end]),
    )
    expect(together).toEqual(alone)
    expect(alone.filter((places) => places.length > 0).length).toBe(terms.length - 1)
  })
})

describe('the legend of a field', () => {
  it('holds what is looked for in that field, and not what stands under NOT or in the text', () => {
    const query = 'merger AND subject:"oil plan" AND NOT subject:secret AND from:rivera'
    expect(fieldLegend(tree(query), 'Subject').map(({ label }) => label)).toEqual(['oil plan'])
    expect(fieldLegend(tree(query), 'To')).toEqual([])
  })
})
