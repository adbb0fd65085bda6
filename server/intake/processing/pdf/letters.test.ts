import { describe, expect, it } from 'vitest'
import { letterFault } from './letters.ts'

const sentence = 'The board of the company has approved the budget for the second quarter of this year. '

describe('letters of a page', () => {
  it.each([
    ['words', sentence.repeat(3), null],
    ['nothing', '', null],
    ['a short formula', 'a = b + c', null],
    [
      'words of long nouns',
      'Donaudampfschifffahrtsgesellschaft Rechtsschutzversicherungsgesellschaften '.repeat(2),
      null,
    ],
    ['figures', '1 2 3 4 5 6 7 8 9 '.repeat(20), null],
    ['characters with spaces between, where that is how they are set', '合 同 付 款 条 件 '.repeat(20), null],
    ['letters apart', [...sentence].join(' '), 'apart'],
    ['words without spaces', `${sentence.replaceAll(' ', '')} `.repeat(5), 'endless'],
    ['signs of a font of its own', '\ue001\ue002\ue003 \ue004\ue005 Page 1', 'noLetters'],
    ['a bullet of one', `\uf0b7 ${sentence}`, null],
  ])('%s', (_, text, expected) => {
    expect(letterFault(text)).toBe(expected)
  })
})
