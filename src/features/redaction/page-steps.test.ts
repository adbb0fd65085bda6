import { expect, it } from 'vitest'
import { fitLabel } from './label-fit.ts'
import { runsOf, wordAt, wordBeyond, wordsOf } from './page-steps.ts'

const words = wordsOf({
  text: 'Dear counsel\nfind it enclosed',
  boxes: [
    ...[1000, 1000, 1900, 1200, 2000, 1010, 3500, 1210],
    ...[1000, 1205, 1400, 1400, 1500, 1205, 1600, 1400, 1900, 1205, 3600, 1400],
  ],
})

it('makes one box of the words of a line, and two of lines that touch', () => {
  expect(runsOf(words.slice(0, 2))).toEqual([1000, 1000, 3500, 1210])
  expect(runsOf(words)).toEqual([1000, 1000, 3500, 1210, 1000, 1205, 3600, 1400])
})

it('leaves words without a size on the page alone', () => {
  expect(runsOf(wordsOf({ text: 'nowhere', boxes: [5, 5, 5, 9] }))).toEqual([])
})

it('finds the word under the pointer, or beside it in its line', () => {
  const at = (x: number, y: number) => words[wordAt(words, { x, y })]?.text
  expect([at(1_200, 1_100), at(5_000, 1_300), at(1_000, 9_000)]).toEqual(['Dear', 'enclosed', 'find'])
  expect(wordAt([], { x: 1, y: 1 })).toBe(-1)
})

it('goes to the word above or below, and stays at the edge', () => {
  const beyond = (from: number, by: 1 | -1) => words[wordBeyond(words, from, by)]?.text
  expect([beyond(1, 1), beyond(0, 1), beyond(4, -1), beyond(0, -1)]).toEqual([
    ...['enclosed', 'it', 'counsel', 'Dear'],
  ])
})

it('shortens a label that does not fit, and leaves it out where nothing of it would be read', () => {
  expect(fitLabel('Attorney-client', 300, 40)).toEqual({ text: 'Attorney-client', size: 14 })
  expect(fitLabel('Attorney-client', 60, 40)?.text).toMatch(/^Atto.*…$/)
  expect([fitLabel('Attorney-client', 15, 40), fitLabel('A', 300, 6), fitLabel('', 300, 40)]).toEqual([
    ...[null, null, null],
  ])
})
