// @vitest-environment jsdom
/** Long texts in blocks. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { markHits } from './marks.ts'
import { blocksOf, placeText } from './text-blocks.ts'

const long = (line: string, lines: number) => `${line}\n`.repeat(lines)

describe('a long text', () => {
  test('is the same letter by letter, in blocks of which none is long and none cuts a letter', () => {
    const piece = fc.constantFrom('a'.repeat(15_000), '\n', ' ', '😀'.repeat(9_000), 'word', 'x\ny', '\r\n')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        const blocks = blocksOf(text)
        expect(blocks.join('')).toBe(text)
        for (const block of blocks) {
          expect(block.length).toBeLessThanOrEqual(20_000)
          expect(block.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: runs(60) },
    )
  })

  it('ends its blocks with lines', () => {
    const blocks = blocksOf(long('one line of a report', 5_000))
    expect(blocks.length).toBeGreaterThan(5)
    for (const block of blocks) expect(block.endsWith('\n')).toBe(true)
  })

  it('is laid out where it is looked at, and what stands across two blocks is one hit', () => {
    const element = document.createElement('div')
    const text = `${'x'.repeat(19_990)} first second ${'y'.repeat(30_000)}`
    placeText(element, text)
    expect(element.textContent).toBe(text)
    const spans = [...element.querySelectorAll('span')]
    expect(spans.length).toBeGreaterThan(2)
    for (const span of spans) expect(span.style.contentVisibility).toBe('auto')
    const start = text.indexOf('first')
    const { marks } = markHits(element, () => [{ start, end: start + 'first second'.length, term: 0 }])
    expect(marks).toHaveLength(1)
    expect([...element.querySelectorAll('mark')].map((mark) => mark.textContent).join('')).toBe(
      'first second',
    )
  })

  it('is shown as it is where it is short', () => {
    const element = document.createElement('div')
    placeText(element, '<b>short</b>')
    expect(element.childNodes).toHaveLength(1)
    expect(element.textContent).toBe('<b>short</b>')
  })
})
