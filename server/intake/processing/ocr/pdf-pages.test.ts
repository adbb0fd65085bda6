/** The resolution in which pages are drawn to be recognised: a scan's own where that is enough, else what is read best. */
import { expect, it } from 'vitest'
import { pdf, show, stream } from '#tests/fixtures/pdf.ts'
import { withPdf } from '../pdf/pdf-file.ts'
import { pageImage } from './pdf-pages.ts'

interface Placed {
  /** In pixels. */
  readonly size: readonly [width: number, height: number]
  /** In points: left, bottom, width, height, or the six numbers of a matrix. */
  readonly at: readonly number[]
  /** More entries of the image. */
  readonly entries?: string
}

/** A page of these images, and what else is drawn on it. */
const page = (images: readonly Placed[], content = '', box: readonly number[] = [612, 792]) => ({
  images,
  content,
  box,
})
type Page = ReturnType<typeof page>

function file(pages: readonly Page[]): Buffer {
  const objects: Record<number, Buffer> = {
    // Letters that stand in a mask: one colour, seen through it.
    2000: stream(
      '/Type /XObject /Subtype /Image /Width 2550 /Height 3300 /ColorSpace /DeviceGray /BitsPerComponent 1',
      Buffer.alloc(319 * 3300),
    ),
    2001: stream('/Type /XObject /Subtype /Form /BBox [0 0 100 100]', '0 0 50 50 re f'),
  }
  const all = pages.map(({ images, content, box }, index) => {
    const drawn = images.map(({ size: [width, height], at, entries = '' }, i) => {
      const number = 1000 + 100 * index + i
      objects[number] = stream(
        `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 ${entries}`,
        Buffer.alloc(Math.ceil(width / 8) * height),
      )
      const [left = 0, bottom = 0, across = 0, up = 0] = at
      const matrix = at.length === 6 ? at : [across, 0, 0, up, left, bottom]
      return { name: `/I${i} ${number} 0 R`, draw: `q ${matrix.join(' ')} cm /I${i} Do Q ` }
    })
    const names = drawn.map(({ name }) => name).join(' ')
    return {
      content: drawn.map(({ draw }) => draw).join('') + content,
      entries: `/MediaBox [0 0 ${box.join(' ')}] /Resources << /Font << /F 3 0 R >> /XObject << ${names} /Form 2001 0 R >> >>`,
    }
  })
  return pdf({ pages: all, objects })
}

const whole = [0, 0, 612, 792] as const
const sheetAt = (dpi: number): Placed => ({ size: [8.5 * dpi, 11 * dpi], at: whole })

const cases: readonly (readonly [what: string, page: Page, dpi: number])[] = [
  ['a scan of 250 dpi', page([sheetAt(250)]), 250],
  ['a scan of 200 dpi', page([sheetAt(200)]), 200],
  ['a scan of too few pixels', page([sheetAt(150)]), 300],
  ['a scan of more than are wanted', page([sheetAt(400)]), 300],
  ['a scan that lies on its side', page([{ size: [2750, 2125], at: [0, 792, -612, 0, 612, 0] }]), 250],
  [
    'a scan in strips',
    page([
      { size: [2125, 1375], at: [0, 396, 612, 396] },
      { size: [2125, 1375], at: [0, 0, 612, 396] },
    ]),
    250,
  ],
  [
    'a scan whose pixels are higher than wide',
    page([
      { size: [1275, 1146], at: [0, 396, 612, 396] },
      { size: [1275, 1146], at: [0, 0, 612, 396] },
    ]),
    209,
  ],
  ['a scan with a stamp on it', page([sheetAt(200)], show('EX-000117', 400, 20, 9)), 200],
  ['a scan with a line drawn on it', page([sheetAt(200)], '10 10 m 600 700 l S'), 300],
  ['a scan with a form on it', page([sheetAt(200)], '/Form Do'), 300],
  [
    'a background of few pixels, and letters in a mask of many',
    page([sheetAt(75), { size: [1, 1], at: whole, entries: '/SMask 2000 0 R' }]),
    300,
  ],
  [
    'a scan beside which a finer one lies',
    page([sheetAt(200), { size: [280, 280], at: [0, 0, 72, 72] }]),
    280,
  ],
  ['a picture on a part of the page', page([{ size: [600, 600], at: [0, 0, 200, 200] }]), 300],
  ['an image of no size', page([sheetAt(200), { size: [0, 0], at: [10, 10, 0, 0] }]), 200],
  ['nothing but an image of no size', page([{ size: [0, 0], at: [10, 10, 0, 0] }]), 300],
  ['a page of no size, which is taken for a sheet', page([sheetAt(200)], '', [0, 0]), 200],
]

it.each(cases)('%s', async (_, drawn, dpi) => {
  await withPdf(file([drawn, page([sheetAt(200)])]), [], (pdf) => {
    expect(pageImage(pdf, 0)?.dpi).toBe(dpi)
    // Whatever it was, the page behind it is read.
    expect(pageImage(pdf, 1)?.dpi).toBe(200)
  })
})

it('a page of more pixels than are drawn has fewer', async () => {
  const plan = page([{ size: [1000, 1000], at: [0, 0, 7200, 7200] }], '', [7200, 7200])
  await withPdf(file([plan]), [], (pdf) => {
    const { width = 0, height = 0, dpi } = pageImage(pdf, 0) ?? {}
    expect(dpi).toBe(60)
    expect([width, height]).toEqual([6000, 6000])
  })
})
