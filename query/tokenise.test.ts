import { describe, expect, it } from 'vitest'
import { inDeepRun } from '#tests/runs.ts'
import { wordsMatch } from './evaluate.ts'
import { fold } from './fold.ts'
import { defaultNoise, isNoise } from './noise.ts'
import { parse } from './parse.ts'
import { readStream, tokenStream } from './stream.ts'
import { queryTokens, tokenise } from './tokenise.ts'

const words = (text: string): string[] => tokenise(text).map((token) => token.text)

describe('words', () => {
  it.each([
    ['First-class, 1,250', ['first', 'class', '1', '250']],
    ["O'Brien's ana.rivera@x.example", ['o', 'brien', 's', 'ana', 'rivera', 'x', 'example']],
    ['snake_case $5 & more', ['snake_case', '5', 'more']],
    ['Résumé RESUME résumé', ['resume', 'resume', 'resume']],
    ['Straße STRASSE', ['strasse', 'strasse']],
    ['Йод и йод', ['йод', 'и', 'йод']],
    ['ΌΔΟΣ όδος', ['οδοσ', 'οδοσ']],
    ['İstanbul Iğdır IĞDIR', ['istanbul', 'igdir', 'igdir']],
    ['Đorđe Øre Łódź ǿ', ['dorde', 'ore', 'lodz', 'o']],
    ['Œuvre encyclopædia', ['oeuvre', 'encyclopaedia']],
    ['Ёлка ёлка елка', ['елка', 'елка', 'елка']],
    ['Їжак, ўсё, ѓон, за\u0301мок', ['їжак', 'ўсе', 'ѓон', 'замок']],
    ['й и\u0306', ['й', 'й']],
    ['שָׁלוֹם שלום בְּרֵאשִׁ֖ית', ['שלום', 'שלום', 'בראשית']],
    ['أحمد إحسان آمن ٱسم', ['احمد', 'احسان', 'امن', 'اسم']],
    ['مُحَمَّدٌ محـــمد', ['محمد', 'محمد']],
    ['مستشفى مدرسة سؤال رئيس', ['مستشفي', 'مدرسه', 'سؤال', 'رئيس']],
    // As keyboards for Persian and Urdu have them.
    ['کتاب كتاب علی علي', ['كتاب', 'كتاب', 'علي', 'علي']],
    ['هِندی दिल्ली தமிழ்', ['هندي', 'दिल्ली', 'தமிழ்']],
    ['ــ ـَ', []],
    ['con\u00adfi\u00addential', ['confidential']],
    ['ﬁnal ＡＢＣ', ['final', 'abc']],
    // Words that are cut where nobody sees it.
    ['x\u200by\u200b\u200blo\u2060phone', ['xylophone']],
    ['xylo\u200ephone до\u200b\u00adговор 12\u200b34', ['xylophone', 'договор', '1234']],
    // Where there are no spaces it is one.
    ['मन\u200bकी \u200bone \u200b two', ['मन', 'की', 'one', 'two']],
    ['ไทย\u200bณ', ['ไท', 'ทย', 'ย', 'ณ']],
    // What is not seen inside a run, and behind a mark, cuts nothing.
    ['国\u2060会', ['国会', '会']],
    ['cafe\u0301\u00adteria', ['cafeteria']],
    ['½ 3½', ['½', '3½']],
    ['☎️ 1️⃣ 👍🏽', ['1']],
    ['', []],
  ])('%s', (text, expected) => {
    expect(words(text)).toEqual(expected)
  })

  it('know where they stand', () => {
    expect(tokenise('The  Résumé.')).toEqual([
      { text: 'the', position: 0, start: 0, end: 3 },
      { text: 'resume', position: 1, start: 5, end: 11 },
    ])
  })

  it('of scripts without spaces are pairs of characters, and the last one', () => {
    expect(words('国会法 X東京')).toEqual(['国会', '会法', '法', 'x', '東京', '京'])
    expect(tokenise('国会').map(({ start, end }) => [start, end])).toEqual([
      [0, 2],
      [1, 2],
    ])
    expect(words('か\u3099き')).toEqual(['がき', 'き'])
    expect(queryTokens('国会法')).toEqual(['国会', '会法', null])
    expect(queryTokens('国')).toEqual(['国*'])
    expect(queryTokens('第3条')).toEqual(['第*', '3', '条*'])
  })

  it('of Thai, Lao, Khmer and Burmese are pairs with their vowels and tones, found inside a run', () => {
    expect(words('ที่ดิน')).toEqual(['ที่ดิ', 'ดิน', 'น'])
    expect(queryTokens('ที่ดิน')).toEqual(['ที่ดิ', 'ดิน', null])
    expect(queryTokens('ที่')).toEqual(['ที่*'])
    expect(words('ລາວ ខ្មែរ မြန်မာ')).toEqual([
      ...['ລາ', 'າວ', 'ວ', 'ខ្មែ', 'មែរ', 'រ'],
      ...['မြန်', 'န်မာ', 'မာ'],
    ])
    expect(words('พ.ศ.๒๕๖๔')).toEqual(['พ', 'ศ', '๒๕๖๔'])
    const finds = (query: string, text: string): boolean => {
      const parsed = parse(query, { fields: [], noise: defaultNoise, precedence: 'standard' })
      if (!parsed.ok || parsed.tree === null) throw new Error(query)
      return wordsMatch(parsed.tree, readStream(tokenStream(text)), defaultNoise)
    }
    expect(finds('ที่ดิน', 'เขาซื้อที่ดินแล้ว')).toBe(true)
    expect(finds('ทีดิน', 'เขาซื้อที่ดินแล้ว')).toBe(false)
    expect(finds('ดิน w/3 ซื้อ', 'เขาซื้อที่ดินแล้ว')).toBe(true)
    expect(finds('កម្ពុជា', 'ព្រះរាជាណាចក្រកម្ពុជា')).toBe(true)
    expect(finds('ပြည်', 'မြန်မာပြည်သူ')).toBe(true)
  })

  it('of such scripts are the same however a character was written', () => {
    expect(words('한국'.normalize('NFD'))).toEqual(['한국', '국'])
    expect(words('ｶﾞｽ')).toEqual(['ガス', 'ス'])
    expect(words('カ\u3099ス')).toEqual(['ガス', 'ス'])
  })

  it('keep a character whole that stands for several, so that no word becomes a pair', () => {
    expect(words('ヿゟⰀ')).toEqual(['ヿゟ', 'ゟ', 'ⰰ'])
  })

  it('are found in a text that is one endless run, of letters and of characters', {
    ...inDeepRun,
    timeout: 60_000,
  }, () => {
    const letters = `é ${'a1b2'.repeat(2_500_000)} end`
    expect(tokenStream(letters)).toMatch(/^e a1b2.* end$/)
    const characters = '\u4e2d\u6587'.repeat(4_000_000)
    expect(tokenStream(characters).startsWith('\u4e2d\u6587 \u6587\u4e2d')).toBe(true)
  })

  it('are cut where they are endless', () => {
    expect(words('x'.repeat(100_000))).toEqual(['x'.repeat(500)])
    expect(tokenStream('x'.repeat(100_000))).toBe('x'.repeat(500))
  })
})

it(
  'cuts a word that it has made into the same word again, whatever character stands in it',
  inDeepRun,
  () => {
    const unlike: string[] = []
    // Above these there are no letters and marks but variation selectors.
    for (let code = 0; code < 0x3_2400; code = code === 0xd7ff ? 0xe000 : code + 1) {
      const character = String.fromCodePoint(code)
      for (const text of [character, `a${character}`, `国${character}`, `ß${character}\u0301`])
        for (const word of words(text)) if (words(word)[0] !== word) unlike.push(`U+${code.toString(16)}`)
    }
    expect(unlike).toEqual([])
  },
)

it('begins a pattern as it begins a word', () => {
  const tokenOf = (text: string) => {
    const parsed = parse(text, { fields: [], noise: new Set(), precedence: 'standard' })
    return parsed.ok && parsed.tree?.kind === 'term' ? parsed.tree.token : null
  }
  expect(words('\ufe71م')).toEqual(['م'])
  expect(tokenOf('\ufe71م*')).toBe('م*')
  expect(tokenOf('إس*')).toBe('اس*')
  expect(tokenOf('\u0301*')).toBe('\u0301*')
  // What is no letter leaves nothing beside the wildcard.
  expect(tokenOf('\u0640*')).toBe(null)
})

it('folds one word', () => {
  expect(fold('NAÏVE')).toBe('naive')
})

it('counts the list and single characters as noise, but not a character that is a word', () => {
  expect(['the', 'well', 'x', '7', '_'].map((word) => isNoise(word, defaultNoise))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect(['merger', '国', '10', 'xy'].some((word) => isNoise(word, defaultNoise))).toBe(false)
  expect(defaultNoise.size).toBe(123)
})
