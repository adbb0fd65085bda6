import { describe, expect, it } from 'vitest'
import { chance } from '#tests/chance.ts'
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
  /** A page of them in which no sentence comes again. */
  const longer: Readonly<Record<string, string>> = {
    English:
      'We write to inform you that the contract with the supplier of pipes ends next month. The price that was agreed last spring does not cover the cost of transport, and our lawyers believe that neither side can be held to it. Please confirm before Friday whether your office wishes to renew, under which conditions, and who will attend the meeting in Rotterdam. Several invoices are still open; copies are enclosed, together with the minutes of the hearing and a list of witnesses. Nobody should discuss these matters by telephone until the court has decided.',
    German:
      'Hiermit teilen wir Ihnen mit, dass der Vertrag mit dem Lieferanten der Rohre im kommenden Monat endet. Der im Fruehjahr vereinbarte Preis deckt die Kosten des Transports nicht, und unsere Anwaelte halten keine der beiden Seiten daran gebunden. Bitte geben Sie bis Freitag Bescheid, ob Ihr Haus verlaengern will, unter welchen Bedingungen, und wer an der Besprechung in Rotterdam teilnimmt. Mehrere Rechnungen sind noch offen; Kopien liegen bei, zusammen mit dem Protokoll der Anhoerung und einer Liste der Zeugen.',
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

  it.each(['English', 'German'])('that stand for others as chance will have it, in %s', (language) => {
    const page = longer[language] ?? ''
    expect(letterFault(page)).toBeNull()
    // The font numbers its letters as they come.
    const inOrder = [...new Set(page.toLowerCase().replace(/[^a-z]/g, ''))].toReversed()
    const other = (one: string): string => String.fromCharCode(97 + inOrder.indexOf(one))
    expect(letterFault(page.toLowerCase().replace(/[a-z]/g, other))).toBe('others')
    expect(letterFault(page.toLowerCase().replace(/[a-z]/g, other).toUpperCase())).toBe('others')
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

  /** Letters by chance, the same in each run. */
  const random = chance(5)
  const code = (length: number, of: string): string =>
    Array.from({ length }, () => of[Math.floor(random() * of.length)]).join('')
  const codes = (count: number, one: (nth: number) => string): string =>
    Array.from({ length: count }, (_, nth) => one(nth)).join('\n')
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  const bics =
    'DEUTDEFF COBADEFFXXX BNPAFRPP SOGEFRPP HSBCGB2L CRESCHZZ80A HANDSESS DABADKKK DNBANOKK OKOYFIHH KREDBEBB GEBABEBB BSCHESMM BBVAESMM UNCRITMM BCITITMM PKOPPLPW BREXPLPW GIBAATWW RZBAATWW KOMBCZPP OTPVHUHB SABRRUMM VTBRRUMM BOTKJPJT MHCBJPJT SMBCJPJT ICBKCNBJ BKCHCNBJ HSBCHKHH SCBLSGSG DBSSSGSG ROYCCAT2 TDOMCATT WXBKLV2X PBNKDEFF GENODEFF HELADEFF MARKDEFF QNBAQAQA KWHKKWKW ZKBKCHZZ '
  const owners =
    'MSKU MSCU TGHU CMAU HLCU OOLU TCLU CAIU BMOU DRYU GLDU HJCU KKFU MRKU NYKU XINU ZCSU ZIMU'.split(' ')
  const banks = 'NWBK LOYD HBUK MIDL ABNA INGB BUKB SRLG CLRB CPBK TSBS KNAB BUNQ SNSB'.split(' ')
  it.each([
    ['banks (BIC)', bics.repeat(3)],
    ['banks beside countries and currencies', bics.repeat(2).replaceAll(' ', ' DE EUR\n')],
    ['four letters', codes(120, () => code(4, 'KZQXWJV'))],
    ['parts, of any length', codes(60, (nth) => code(4 + (nth % 6), letters))],
    ['parts, by consonants alone', codes(80, (nth) => code(4 + (nth % 6), 'BCDFGHJKLMNPQRSTVWXZ'))],
    ['parts, by few letters', codes(80, (nth) => `${code(4 + (nth % 6), 'KZQXWJVBP')}-${nth}`)],
    ['parts, in small letters', codes(80, (nth) => code(4 + (nth % 6), 'kzqxwjvbpg'))],
    [
      'parts, each of them in many lines',
      codes(60, (nth) => code(4 + (nth % 6), 'KZQXWJVBPG'))
        .concat('\n')
        .repeat(4),
    ],
    ['containers', codes(80, (nth) => `${owners[nth % owners.length]}1234567`)],
    ['containers, set apart', codes(80, (nth) => `${owners[nth % owners.length]} 123456 7`)],
    ['accounts (IBAN)', codes(80, (nth) => `GB29${banks[nth % banks.length]}60161331926819`)],
    ['accounts, set apart', codes(80, (nth) => `GB29 ${banks[nth % banks.length]} 6016 1331 9268 19`)],
    ['license plates', codes(80, () => `${code(3, letters)}-${code(2, letters)} 4471`)],
    ['license plates, without spaces', codes(80, () => `${code(2, letters)}51${code(3, letters)}`)],
  ])('of codes are what they are: %s', (_, page) => {
    expect(letterFault(page)).toBeNull()
  })

  it('are judged by all of the page: a head that can be read makes no words of the rest', () => {
    expect(letterFault(`Page 1 of 12\n${byGlyph(sentence.repeat(12))}`)).toBe('others')
    // And a table of codes below a text is no fault of the text.
    expect(letterFault(`${sentence.repeat(4)}${'XKQJ WVZX QJKX ZZXW VXQK '.repeat(10)}`)).toBeNull()
  })
})
