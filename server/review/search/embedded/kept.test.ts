import fc from 'fast-check'
import { expect, it } from 'vitest'
import { gap } from '#query/broken-words.ts'
import { between, readStream, tokenStream } from '#query/stream.ts'
import { runs } from '#tests/runs.ts'
import { gapNumber, KeptText, kept } from './kept.ts'

const part = fc.constantFrom(
  'lien',
  'Casing',
  '1,250',
  'AT&T',
  ' ',
  ', ',
  '. ',
  ' -- ',
  '"',
  'inter-\nnational ',
  'é',
  '\u4e2d\u6587',
  '\u0001',
  '~~~~',
)
const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''))

it('what is kept of texts says their words, where these stand, and the signs around them', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), (texts) => {
      const stream = texts.map(tokenStream).join(between)
      const terms: string[] = [gap]
      // Numbers of all lengths.
      const idOf = (term: string): number => {
        const known = terms.indexOf(term)
        return known >= 0 ? known * 100_003 : (terms.push(term) - 1) * 100_003
      }
      const read = new KeptText(kept(stream, idOf))
      const { tokens, signs, first, last, texts: spans } = readStream(stream)
      expect(Array.from(read.tokens, (id) => terms[id / 100_003])).toEqual(tokens)
      expect({ signs: read.signs, first: read.first, last: read.last, texts: read.texts }).toEqual({
        signs,
        first,
        last,
        texts: spans,
      })
      expect(terms.indexOf(gap)).toBe(gapNumber)
    }),
    { numRuns: runs(300) },
  )
})
