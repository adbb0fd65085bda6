/** Text by the numbers of Windows code pages, and the pages of languages. */
import { describe, expect, it } from 'vitest'
import { charsetOfPage, codePageOfLanguage, codePageOfMessage, decodeCodePage } from './code-pages.ts'

const hex = (bytes: string): Buffer => Buffer.from(bytes.replaceAll(' ', ''), 'hex')

describe('text of a code page', () => {
  it.each<[number, Buffer, string]>([
    [1250, hex('e8'), 'č'],
    [1251, hex('cf'), 'П'],
    [28592, hex('b1'), 'ą'],
    [28605, hex('a4'), '€'],
    [28591, hex('80'), '€'],
    [936, hex('d6d0'), '中'],
    [10001, hex('93fa'), '日'],
    [10007, hex('80'), 'А'],
    [50222, hex('1b24 42 467c 1b2842'), '日'],
    [1200, hex('e4 00'), 'ä'],
    [1201, hex('00 e4'), 'ä'],
    [65001, hex('c3a4'), 'ä'],
    [850, hex('84'), 'ä'],
    [65000, Buffer.from('+AOQ-'), 'ä'],
    // Nobody's: Western, as most are.
    [28602, hex('e4'), 'ä'],
    [0, hex('80'), '€'],
  ])('is read: %i', (codePage, bytes, expected) => {
    expect(decodeCodePage(bytes, codePage)).toBe(expected)
  })

  it('has a charset for every number', () => {
    for (let codePage = 0; codePage < 0x10000; codePage++)
      expect(() => decodeCodePage(hex('41'), codePage), charsetOfPage(codePage)).not.toThrow()
  })
})

describe('the code page of a language', () => {
  it.each<[string, number, number | null]>([
    ['German', 0x0407, null],
    ['Polish', 0x0415, 1250],
    ['Slovenian', 0x0424, 1250],
    ['Serbian in Latin letters', 0x241a, 1250],
    ['Serbian in Cyrillic', 0x281a, 1251],
    ['Arabic of Egypt', 0x0c01, 1256],
    ['Chinese of China', 0x0804, 936],
    ['Chinese of Taiwan', 0x0404, 950],
    ['Chinese of Hong Kong', 0x0c04, 950],
    ['Japanese, sorted by radicals', 0x40411, 932],
  ])('%s', (_, lcid, expected) => {
    expect(codePageOfLanguage(lcid)).toBe(expected)
  })

  it('stands in for what a message does not say, and a page that is Unicode only where nothing else is said', () => {
    expect(codePageOfMessage(1251, 65001, 0x0415)).toBe(1251)
    expect(codePageOfMessage(1200, 65001, 0x0415)).toBe(1250)
    expect(codePageOfMessage(null, 28592, 0x0409)).toBe(28592)
    expect(codePageOfMessage(null, 65001, null)).toBe(65001)
    expect(codePageOfMessage(null, null, null)).toBe(0)
  })
})
