import { describe, expect, it } from 'vitest'
import { hitsIn } from './hits.ts'
import { defaultNoise } from './noise.ts'
import { streamTokens, tokenStream } from './stream.ts'
import { tokenise } from './tokenise.ts'

const found = (text: string, ...tokens: string[]): string[] =>
  hitsIn(text, [{ label: '', tokens }], defaultNoise).map(({ start, end }) => text.slice(start, end))
const readings = (text: string): string =>
  streamTokens(tokenStream(text))
    .join(' ')
    .replace(/^[^·]*(· )?/, '')

describe('a word that a line end breaks', () => {
  const text = 'The company pays for inter-\nnational trade of attorney-\nclient letters.'

  it('is found whole and by its parts, alone and in phrases', () => {
    expect(found(text, 'international')).toEqual(['inter-\nnational'])
    expect(found(text, 'pays', 'for', 'international', 'trade')).toEqual(['pays for inter-\nnational trade'])
    expect(found(text, 'inter', 'national', 'trade')).toEqual(['inter-\nnational trade'])
    expect(found(text, 'attorney')).toEqual(['attorney'])
    expect(found(text, 'attorney', 'client')).toEqual(['attorney-\nclient'])
    expect(found(text, 'attorneyclient')).toEqual(['attorney-\nclient'])
  })

  it('leaves the words around it with one hit each', () => {
    expect(found(text, 'trade')).toEqual(['trade'])
    expect(found(text, 'trade', 'of')).toEqual(['trade of'])
    // The whole word is the longer mark of no second hit.
    expect(found(text, 'inter*')).toEqual(['inter'])
    expect(found(text, 'internat*')).toEqual(['inter-\nnational'])
  })

  it.each([
    ['by a hyphen', 'inter-\nnational'],
    ['by a typographic hyphen', 'inter\u2010\nnational'],
    ['by a soft hyphen', 'inter\u00ad\nnational'],
    ['before a page begins', 'inter-\fnational'],
    ['before lines that are indented or empty', 'inter- \r\n\n   national'],
    ['in capitals', 'INTER-\nNATIONAL'],
    ['twice', 'in-\nter-\nnational'],
  ])('is one that ends %s', (_, broken) => {
    expect(found(`an ${broken} matter`, 'an', 'international', 'matter')).toEqual([`an ${broken} matter`])
  })

  it.each([
    ['a name', 'Smith-\nJones'],
    ['a number', 'COVID-\n19'],
    ['what a number ends', '19-\nth'],
    ['a dash', 'inter -\nnational'],
    ['a hyphen within the line', 'inter-national'],
    ['characters without hyphens', '国-\n会'],
  ])('is none for %s', (_, text) => {
    expect(readings(text)).toBe('')
  })

  it('is told with words around it, as many as phrases have', () => {
    const near = 'one two three four five six seven eight'
    expect(readings(`zero ${near} inter-\nnational ${near} nine`)).toBe(`${near} international ${near}`)
  })

  it('is read both ways in one phrase with another that is near', () => {
    const text = 'the attorney-\nclient talks on inter-\nnational trade'
    for (const first of [['attorney', 'client'], ['attorneyclient']])
      for (const second of [['inter', 'national'], ['international']])
        expect(found(text, ...first, 'talks', 'on', ...second, 'trade')).toEqual([text.slice(4)])
    expect(found(text, 'client', 'talks', 'on', 'international')).toEqual([
      'client talks on inter-\nnational',
    ])
    expect(found(text, 'international')).toHaveLength(1)
  })

  it('is found in as much time as there is text', { timeout: 60_000 }, () => {
    for (const text of [`a-${' '.repeat(2_000_000)}`, 'a- '.repeat(700_000), 'a-\n'.repeat(300_000)])
      expect(tokenise(text).length).toBeGreaterThan(0)
  })
})
