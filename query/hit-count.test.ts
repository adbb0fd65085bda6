import { describe, expect, it } from 'vitest'
import { hitCount } from './hit-count.ts'
import { hitCounts, hitsIn, legend } from './hits.ts'
import { defaultNoise } from './noise.ts'
import { asWritten } from './occurrences.ts'
import { parse } from './parse.ts'
import { readStream, tokenStream } from './stream.ts'

describe('hits of a query', () => {
  it.each([
    ['merger', 'Merger, merger and mergers'],
    ['ha ha', 'ha ha ha ha ha'],
    ['budget w/3 oil', 'budget of oil. The budget was much too high for oil'],
    ['merger OR "merger costs" AND NOT oil', 'the merger costs of a merger'],
    ['inter* OR national', 'inter-\nnational and inter'],
    ['zanzibar', 'nothing of it'],
  ])('%s are as many as are marked', (query, text) => {
    const parsed = parse(query, { fields: [], noise: defaultNoise, precedence: 'standard' })
    if (!parsed.ok || parsed.tree === null) throw new Error('The query cannot be read.')
    const terms = legend(parsed.tree)
    const marked = hitCounts(hitsIn(text, terms, defaultNoise), terms.length)
    expect(hitCount(parsed.tree, readStream(tokenStream(text)), asWritten(defaultNoise))).toBe(
      marked.reduce((sum, count) => sum + count, 0),
    )
  })
})
