// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { findNothing, type Hit, markHits } from './marks.ts'

const drawn = (html: string): HTMLElement => {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}
/** Every occurrence of some words, as a search would find them. */
const finding =
  (...words: readonly string[]) =>
  (text: string): Hit[] =>
    words
      .flatMap((word, term) =>
        [...text.matchAll(new RegExp(word, 'gi'))].map((m) => ({
          start: m.index,
          end: m.index + word.length,
          term,
        })),
      )
      .sort((a, b) => a.start - b.start || b.end - a.end)

describe('marking hits', () => {
  it('does not read the document where nothing is searched for', () => {
    const root = drawn('<p>The merger budget</p>')
    const walked = vi.spyOn(document, 'createTreeWalker')
    expect(markHits(root, findNothing)).toEqual({ marks: [], terms: [] })
    expect(walked).not.toHaveBeenCalled()
    markHits(root, finding('merger'))
    expect(walked).toHaveBeenCalledOnce()
    walked.mockRestore()
  })

  it('wraps each hit and says which term it belongs to', () => {
    const root = drawn('<p>The merger budget</p>')
    const { marks, terms } = markHits(root, finding('merger', 'budget'))
    expect(marks.map((mark) => mark.textContent)).toEqual(['merger', 'budget'])
    expect(terms).toEqual([0, 1])
    expect(root.textContent).toBe('The merger budget')
  })

  it('marks a hit that reaches over several elements in each of them, as one hit', () => {
    const root = drawn('<p>mer<b>ger co</b>sts</p>')
    const { marks } = markHits(root, finding('merger costs'))
    expect(marks).toHaveLength(1)
    expect([...root.querySelectorAll('mark')].map((mark) => [mark.dataset.hit, mark.textContent])).toEqual([
      ['0', 'mer'],
      ['0', 'ger co'],
      ['0', 'sts'],
    ])
    expect(marks[0]?.textContent).toBe('mer')
  })

  it('does not join the words of two blocks', () => {
    const root = drawn('<table><tr><td>mer</td><td>ger</td></tr></table>')
    expect(markHits(root, finding('merger')).marks).toHaveLength(0)
  })

  it('counts a hit inside another, and shows it by the outer mark', () => {
    const root = drawn('<p>merger costs</p>')
    const { marks, terms } = markHits(root, finding('merger costs', 'costs'))
    expect(terms).toEqual([0, 1])
    expect(marks).toHaveLength(2)
    expect(marks[0]).toBe(marks[1])
    expect(root.querySelectorAll('mark')).toHaveLength(1)
  })

  test('changes no letter of what is drawn, whatever it marks', () => {
    const piece = fc.constantFrom('a', 'b', 'ab', ' ', '<b>a</b>', '<i>b</i>', '<p>ab</p>', '<br>', 'ba')
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 20 }),
        fc.constantFrom('a', 'b', 'ab', 'ba', 'aba'),
        (pieces, word) => {
          const root = drawn(pieces.join(''))
          const before = root.textContent
          const { marks, terms } = markHits(root, finding(word))
          expect(root.textContent).toBe(before)
          expect(marks).toHaveLength(terms.length)
        },
      ),
      { numRuns: runs(200) },
    )
  })
})
