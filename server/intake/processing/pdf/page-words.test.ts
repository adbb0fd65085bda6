import { describe, expect, it } from 'vitest'
import { pdf, show } from '#tests/fixtures/pdf.ts'
import { pageWords } from './page-words.ts'
import { withPdf } from './pdf-file.ts'
import { renderPage } from './render-page.ts'

const wordsOf = (content: string, entries = '') =>
  withPdf(pdf({ pages: [{ content, entries }] }), [], (file) => pageWords(file, 0))

describe('the words of a page', () => {
  it('are told with their places from the upper left corner', async () => {
    const words = await wordsOf(
      show('Privileged matter', 72, 700, 12) + show('next-', 72, 680) + show('line', 72, 660),
    )
    expect(words?.map(({ text }) => text)).toEqual(['Privileged', 'matter', 'next-', 'line'])
    const [first, second] = words ?? []
    // By Helvetica's widths "Privileged " has 4.668 em.
    expect(first).toMatchObject({ left: expect.closeTo(72, 0) })
    expect(second?.left).toBeCloseTo(72 + 12 * 4.668, 0)
    // The base line is 92 points below the upper edge.
    expect(first?.top).toBeGreaterThan(92 - 12)
    expect(first?.top).toBeLessThan(92 - 6)
    expect(first?.bottom).toBeGreaterThan(92)
    expect(first?.bottom).toBeLessThan(92 + 6)
  })

  it('are none on an empty page, and null where there is no page', async () => {
    expect(await wordsOf('')).toEqual([])
    expect(await withPdf(pdf({}), [], (file) => pageWords(file, 1))).toBeNull()
  })

  it.each([
    ['as it is', ''],
    ['turned right', '/Rotate 90'],
    ['upside down', '/Rotate 180'],
    ['turned left', '/Rotate 270'],
    ['cut', '/CropBox [50 100 400 750]'],
    ['cut and turned', '/MediaBox [-20 -30 592 762] /CropBox [50 100 400 750] /Rotate 90'],
  ])('cover all that is drawn of them in the image of a page that is %s', async (_, entries) => {
    const content = show('Privileged', 100, 650, 20) + show('gjpqy', 200, 300, 20)
    await withPdf(pdf({ pages: [{ content, entries }] }), [], (file) => {
      const words = pageWords(file, 0) ?? []
      const image = renderPage(file, 0, 144)
      if (image === null) throw new Error('The page cannot be read.')
      const inside = new Map(words.map(({ text }) => [text, 0]))
      let outside = 0
      for (let at = 0; at < image.pixels.length; at += 3) {
        if ((image.pixels[at] ?? 255) > 200) continue
        const [x, y] = [((at / 3) % image.width) / 2, Math.floor(at / 3 / image.width) / 2]
        const word = words.find(
          (w) => x >= w.left - 1 && x <= w.right + 1 && y >= w.top - 1 && y <= w.bottom + 1,
        )
        if (word === undefined) outside++
        else inside.set(word.text, (inside.get(word.text) ?? 0) + 1)
      }
      expect([...inside.keys()]).toEqual(['Privileged', 'gjpqy'])
      expect(Math.min(...inside.values())).toBeGreaterThan(100)
      expect(outside).toBe(0)
    })
  })
})
