import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { gap } from '#query/broken-words.ts'
import { evaluate } from '#query/evaluate.ts'
import { fold } from '#query/fold.ts'
import { type Hit, hitsIn, hitsInPieces, legend } from '#query/hits.ts'
import { defaultNoise } from '#query/noise.ts'
import { parse } from '#query/parse.ts'
import { print } from '#query/print.ts'
import { signsAround, signsOf } from '#query/signs.ts'
import { between, readStream, streamTokens, stretchOf, tokenStream } from '#query/stream.ts'
import { tokenise } from '#query/tokenise.ts'
import type { Node } from '#query/tree.ts'
import {
  randomFields,
  randomNear,
  randomText,
  randomTree,
  randomWords,
} from '#tests/fixtures/query-arbitrary.ts'
import { slowlyFound, slowNear } from '#tests/fixtures/slow-near.ts'
import { promised, runs, property as test } from '#tests/runs.ts'

const options = { fields: randomFields, noise: defaultNoise, precedence: 'standard' } as const

/** Cases in `npm test`, and in the deep run. */
const often = [1000, 20_000] as const

/** Text of all kinds: plain, with marks, in scripts without spaces, and rubbish. */
const anyText = fc.oneof(
  randomText,
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  // Lines that end within words.
  fc
    .array(fc.constantFrom('inter', 'Na', 'ÉT', 'at', '-', '\u00ad', '\n', '\f', ' ', '国'), {
      maxLength: 30,
    })
    .map((pieces) => pieces.join('')),
)

describe('the query language', () => {
  promised('prints every tree so that it reads back the same, whatever the precedence', often, (numRuns) => {
    fc.assert(
      fc.property(
        randomTree,
        fc.constantFrom('standard' as const, 'dtsearch' as const),
        (tree, precedence) => {
          const parsed = parse(print(tree), { ...options, precedence })
          expect(parsed).toMatchObject({ ok: true, tree })
        },
      ),
      { numRuns },
    )
  })
})

describe('cutting text into words', () => {
  test('gives the same words as the stream that feeds the index', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const tokens = tokenise(text)
        const stream = tokenStream(text)
        expect(readStream(stream)).toEqual({
          ...stretchOf(text, tokens),
          tokens: tokens.map((token) => token.text),
          // But for spaces at its ends.
          signs: signsAround(text, tokens).map((sign, i) => {
            const begun = i === 0 ? sign.trimStart() : sign
            return signsOf(i === tokens.length ? begun.trimEnd() : begun)
          }),
        })
        expect(streamTokens(stream)).toEqual(tokens.map((token) => token.text))
      }),
      { numRuns: runs(2000) },
    )
  })

  test('numbers words without holes and keeps offsets in order, inside the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let end = 0
        for (const [i, token] of tokenise(text).entries()) {
          expect(token.position).toBe(i)
          // Behind it words are told once more, joined.
          if (token.text === gap) end = token.start
          if (token.text === gap) continue
          expect(token.text).not.toMatch(/\s/)
          expect(token.start).toBeLessThan(token.end)
          expect(token.end).toBeLessThanOrEqual(text.length)
          expect(token.end).toBeGreaterThanOrEqual(end)
          end = token.end
        }
      }),
      { numRuns: runs(1000) },
    )
  })

  test('folds a word that is folded already to itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const token of tokenise(text)) expect(fold(token.text)).toBe(token.text)
      }),
      { numRuns: runs(2000) },
    )
  })
})

describe('what a query finds and marks', () => {
  promised('are found as by trying every span of every text', often, (numRuns) => {
    fc.assert(
      fc.property(randomWords, fc.array(randomText, { minLength: 1, maxLength: 3 }), (tree, texts) => {
        const found = evaluate(
          tree,
          { text: readStream(texts.map(tokenStream).join(between)), values: () => [] },
          { noise: defaultNoise, zoneOf: () => 'UTC' },
        )
        expect({ query: print(tree), found }).toEqual({
          query: print(tree),
          found: slowlyFound(tree, texts, defaultNoise),
        })
      }),
      { numRuns },
    )
  })

  promised(
    'are marked where a word matched that is looked for, and near others where it is',
    often,
    (numRuns) => {
      fc.assert(
        fc.property(fc.oneof(randomNear, randomWords), randomText, (tree, text) => {
          const marks = clausesOf(tree).flatMap((clause) => slowNear(clause, text, defaultNoise).marks)
          const hits = hitsIn(text, legend(tree), defaultNoise)
          for (const hit of hits) expect(marks).toContainEqual(expect.objectContaining(placeOf(hit)))
          // Of places of one term that overlap, the first is marked.
          for (const { start, end } of marks)
            expect(hits.some((hit) => hit.start < end && start < hit.end)).toBe(true)
        }),
        { numRuns },
      )
    },
  )
})

const placeOf = ({ start, end }: Hit) => ({ start, end })

/** What is looked for, without what stands under NOT. */
function clausesOf(tree: Node): Node[] {
  if (tree.kind === 'and' || tree.kind === 'or') return tree.parts.flatMap(clausesOf)
  return tree.kind === 'not' ? [] : [tree]
}

describe('marking hits', () => {
  test('marks the same places whether a text comes whole or in pieces', () => {
    fc.assert(
      fc.property(randomTree, randomText, fc.array(fc.nat(200), { maxLength: 6 }), (tree, text, cuts) => {
        const at = [...new Set([0, ...cuts.map((c) => c % (text.length + 1)), text.length])].sort(
          (a, b) => a - b,
        )
        const pieces = at.slice(1).map((end, i) => ({ text: text.slice(at[i], end), block: false }))
        const terms = legend(tree)
        const whole = hitsIn(text, terms, defaultNoise)
        const parts = hitsInPieces(pieces, terms, defaultNoise)
        const joined = whole.map((_, hit) => {
          const own = parts.filter((part) => part.hit === hit)
          const first = own[0]
          const last = own.at(-1)
          return {
            start: (at[first?.piece ?? 0] ?? 0) + (first?.start ?? 0),
            end: (at[last?.piece ?? 0] ?? 0) + (last?.end ?? 0),
            term: first?.term,
          }
        })
        expect(joined).toEqual(whole)
      }),
      { numRuns: runs(1000) },
    )
  })
})
