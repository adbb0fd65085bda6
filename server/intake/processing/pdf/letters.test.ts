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

  /** Prose in languages with a table of their own and without one. */
  const prose: Readonly<Record<string, string>> = {
    English: sentence,
    German: 'Der Vorstand der Gesellschaft hat den Haushalt für das zweite Quartal dieses Jahres genehmigt. ',
    Vietnamese: 'Hội đồng quản trị của công ty đã phê duyệt ngân sách cho quý hai năm nay trong phiên họp. ',
    Welsh: 'Mae bwrdd y cwmni wedi cymeradwyo y gyllideb ar gyfer ail chwarter y flwyddyn hon. ',
    Zulu: 'Ibhodi yenkampani igunyaze isabelomali sekota yesibili yalo nyaka futhi yacela yonke iminyango. ',
    'romanized Chinese':
      'gongsi dongshihui yijing pizhun jinnian dier jidu yusuan bingqie yaoqiu suoyou bumen tijiao baogao. ',
  }
  /** As a font without a table does it, whose glyphs are numbered from the space on. */
  const byGlyph = (text: string): string =>
    text.replace(/[A-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 29))
  const shifted = (text: string, by: number): string =>
    text.replace(/[a-z]/gi, (one) => {
      const a = one < 'a' ? 65 : 97
      return String.fromCharCode(((one.charCodeAt(0) - a + by) % 26) + a)
    })

  it.each(Object.entries(prose))('of prose in %s are words', (_, text) => {
    expect(letterFault(text.repeat(12))).toBeNull()
    expect(letterFault(text.repeat(12).toUpperCase())).toBeNull()
  })

  it.each(['English', 'German', 'Zulu', 'romanized Chinese'])('that stand for others, in %s', (language) => {
    const text = prose[language] ?? ''
    const page = text.repeat(12)
    expect(letterFault(byGlyph(page))).toBe('others')
    expect(letterFault(shifted(page, 3))).toBe('others')
    // Of a few words nobody can tell.
    expect(letterFault(byGlyph(text.split(' ').slice(0, 8).join(' ')))).toBeNull()
  })

  it.each([
    [
      'tickers',
      'AAPL MSFT GOOG AMZN XOM CVX JPM BAC WFC GS MS KO PEP WMT TGT HD LOW NKE DIS QCOM AVGO NFLX PYPL ',
    ],
    ['numbers of parts', 'KX-4410-QZ 7714XJW 99-QKV-12 TX4471 BZQ-1180 WKX77123 QQ18-ZZX '],
    [
      'names',
      'Wojciech Szczesny Krzysztof Piatek Zbigniew Brzezinski Kwame Nkrumah Hjalmar Branting Szymborska Fitzgerald ',
    ],
    [
      'units and abbreviations',
      'kWh mm cm km qm Stk VPE zzgl inkl ggf bzw vgl Abs Ziff usw LKW PKW HWS BGF NGF GmbH IBAN USt IdNr ',
    ],
    [
      'drugs',
      'methoxyphenyl oxadiazole benzoxazine hydroxychloroquine xylazine quinoxaline phenylephrine zolpidem ',
    ],
    [
      'program code',
      'function export const return await import string number boolean typeof switch while catch throw extends ',
    ],
    ['what is encoded', 'dGhlIGJvYXJkIG9mIHRoZSBjb21wYW55 aGFzIGFwcHJvdmVkIHRoZSBidWRnZXQg '],
    ['genes', 'ACGT GATTACA CCGTA TTAGGC '],
  ])('of %s are what they are', (_, line) => {
    expect(letterFault(line.repeat(20))).toBeNull()
  })

  it('are judged by all of the page: a head that can be read makes no words of the rest', () => {
    expect(letterFault(`Page 1 of 12\n${byGlyph(sentence.repeat(12))}`)).toBe('others')
    // And a table of codes below a text is no fault of the text.
    expect(letterFault(`${sentence.repeat(4)}${'XKQJ WVZX QJKX ZZXW VXQK '.repeat(10)}`)).toBeNull()
  })
})
