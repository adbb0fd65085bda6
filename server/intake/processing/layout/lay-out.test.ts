/** Pages of messages and texts: laid out, and read back by the program that reads PDFs. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TextOfPages } from '#server/review/pages/protocol.ts'
import { blue, bmp, red } from '#tests/fixtures/pictures.ts'
import { drawPicture } from '../pages/pictures.ts'
import { pageWords } from '../pdf/page-words.ts'
import { withPdf } from '../pdf/pdf-file.ts'
import { joinedForms } from './arabic-forms.ts'
import { letterOf } from './faces.ts'
import { layOut } from './lay-out.ts'

const blank: TextOfPages = { heads: [], html: null, text: '', isSource: false, isCut: false }

/** The words of all pages, as they are read from the PDF. */
async function wordsOf(given: Partial<TextOfPages>) {
  const { pdf, pages, fault } = await layOut({ ...blank, ...given }, () => {})
  const words = await withPdf(pdf, [], (file) =>
    Array.from({ length: file.pageCount }, (_, page) => pageWords(file, page) ?? []),
  )
  expect(words).toHaveLength(pages)
  const text = words.flatMap((page) => page.map((word) => word.text)).join(' ')
  return { pdf, pages, fault, words, text }
}

describe('a message as pages', () => {
  it('has its heads, then its body with lists, quotes and tables in their order', async () => {
    const { text, words, fault } = await wordsOf({
      heads: [
        { name: 'From', value: 'Maria Reyes <maria@northwind.example>' },
        { name: 'Subject', value: 'Harmon 14-2' },
      ],
      html: `<h2>Well</h2><p>Dear <b>Jo</b>nas, see <a title="https://northwind.example/well">the log</a> of
        <a title="mailto:ann@x.example">ann@x.example</a>.</p><ul><li>Price<ol start="4"><li>Deep</li></ol></li></ul>
        <blockquote>Quoted<blockquote>twice</blockquote></blockquote>
        <table><tr><th>Well</th><th>Price</th></tr><tr><td>Larkspur cavern</td><td>12,000</td></tr></table>
        <table><tr><td><table><tr><td>in a</td><td>table</td></tr></table></td></tr></table><pre>a\n  b</pre>`,
    })
    expect(text).toBe(
      'From: Maria Reyes <maria@northwind.example> Subject: Harmon 14-2 Well Dear Jonas, see the log ' +
        '<https://northwind.example/well> of ann@x.example. • Price 4. Deep Quoted twice ' +
        'Well Price Larkspur cavern 12,000 in a table a b',
    )
    expect(fault).toBeNull()
    const [page = []] = words
    const at = (word: string) => page.find((one) => one.text === word)
    expect(at('twice')?.left).toBeGreaterThan(at('Quoted')?.left ?? 0)
    expect(at('12,000')?.top).toBe(at('Larkspur')?.top)
    for (const word of page) expect([word.left >= 72, word.right <= 540]).toEqual([true, true])
  })

  it('shows its pictures in their places, as wide as the page at most, and says of others that it cannot', async () => {
    const jpeg = await drawPicture(bmp(2000, 40, red, blue), 'image/bmp', 0)
    const source = `data:image/jpeg;base64,${jpeg.toString('base64')}`
    const { pdf, text } = await wordsOf({
      html: `<p>Above</p><img src="${source}" /><p>Below</p><img src="https://elsewhere.example/a.png" />
        <img src="data:image/png;base64,${Buffer.from('no picture').toString('base64')}" />`,
    })
    const cannot = '[image that cannot be shown]'
    expect(text).toBe(`Above Below ${cannot} ${cannot}`)
    expect(pdf.toString('latin1').match(/\/Subtype \/Image/g)).toHaveLength(1)
  })

  it('has the letters of Europe, and says how many others a box stands for', async () => {
    const { text, fault } = await wordsOf({ text: 'Привет, Καλημέρα Łódź 漢字' })
    expect(text).toBe('Привет, Καλημέρα Łódź 漢字 2 letters of this page are not in the font')
    expect(fault).toEqual({
      code: 'textFailed',
      reason: '2 letters are not in the font: a box stands for each.',
    })
  })

  it('has words that are read from the right where they stand in the line', async () => {
    const { words, text } = await wordsOf({ text: 'שלום עולם (123)\nHarmon שלום 14-2' })
    expect(text).toContain('שלום עולם')
    const left = (word: string) => words[0]?.find((one) => one.text.includes(word))?.left ?? 0
    expect(left('עולם')).toBeLessThan(left('שלום'))
    expect(left('123')).toBeLessThan(left('עולם'))
    expect(left('Harmon')).toBe(72)
  })

  it('has Arabic letters joined, and they are read back as those that were written', async () => {
    const said = 'السعر لا إلا والأرض قیمت پنهان محمّد العـــربية Harmon'
    const { words, text } = await wordsOf({ text: said })
    for (const word of said.split(' ')) expect(text.split(' ')).toContain(word)
    const widthOf = (word: string): number => {
      const found = words[0]?.find((one) => one.text === word)
      return (found?.right ?? 0) - (found?.left ?? 0)
    }
    // Alone each of its letters is far wider than in the middle of a word.
    const apart = [...'پنهان'].reduce(
      (sum, char) => sum + letterOf('plain', char.codePointAt(0) ?? 0).width,
      0,
    )
    expect(widthOf('پنهان')).toBeLessThan((0.8 * apart * 10) / 1000)
    const letters = (word: string) =>
      joinedForms([...word], () => true)
        .map((one) => one ?? '')
        .join('')
    expect([letters('سلم'), letters('لا'), letters('بلا'), letters('دار')]).toEqual([
      '\ufeb3\ufee0\ufee2',
      '\ufefb',
      '\ufe91\ufefc',
      'دار',
    ])
    // What the font lacks stays as it is.
    expect(joinedForms([...'سلم'], () => false)).toEqual([...'سلم'])
  })
})

describe('a text as pages', () => {
  it('keeps its columns, cuts words that are wider than the page, and goes on over pages', async () => {
    const long = 'x'.repeat(200)
    const lines = Array.from({ length: 300 }, (_, at) => `line ${at}\tend`)
    const { words, pages, text } = await wordsOf({ text: [...lines, long].join('\n'), isSource: true })
    expect(pages).toBeGreaterThan(4)
    expect(text.replaceAll(' ', '')).toBe([...lines, long].join('').replace(/\s/g, ''))
    const [page = []] = words
    const ends = new Set(page.filter((word) => word.text === 'end').map(({ left }) => Math.round(left)))
    expect(ends.size).toBe(1)
  })

  it('hostile ones come to an end, with all their words', async () => {
    const deep = `${'<div><blockquote><ul><li>'.repeat(2500)}bottom${'</li></ul></blockquote></div>'.repeat(2500)}`
    expect((await wordsOf({ html: deep })).text).toContain('bottom')
    const wide = `<table><tr>${'<td>a</td>'.repeat(500)}</tr></table>`.repeat(4)
    expect((await wordsOf({ html: wide })).text.match(/a/g)).toHaveLength(2_000)
    const { text } = await wordsOf({ text: 'w'.repeat(100_000) })
    expect(text.match(/w/g)).toHaveLength(100_000)
    expect((await wordsOf({ text: '\u0000\ud800\u202e\ufeffword\u200b' })).text).toContain('word')
  }, 30_000)

  it('any words are read back as they were', async () => {
    const letters = [...'abcXYZ0189.,;:!?()-/éñßØłČЖяΩλ€№“”'].filter((char) => {
      return !letterOf('plain', char.codePointAt(0) ?? 0).isMissing
    })
    const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 400 }),
        fc.boolean(),
        async (words, isSource) => {
          const { text } = await wordsOf({ text: words.join(' '), isSource })
          expect(text).toBe(words.join(' ').normalize('NFC'))
        },
      ),
      { numRuns: 15 },
    )
  })
})
