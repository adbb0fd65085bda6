/**
 * One PDF of page images, each on a page of its own size. What is packed stays packed, so a document of a thousand pages costs
 * what copying it costs. The same images give the same bytes.
 */
import { ImageFault, type PageImage } from './page-image.ts'

/** No reader of PDF takes a longer side, in points. */
const longestSide = 14_400

/** Its bytes in pieces. `pages`: one after the other, so that no more of them than one has to be held. */
export async function* pdfOfImages(pages: AsyncIterable<PageImage>): AsyncGenerator<Buffer> {
  const offsets: number[] = []
  let length = 0
  const counted = (bytes: Buffer): Buffer => {
    length += bytes.length
    return bytes
  }
  const text = (line: string): Buffer => counted(Buffer.from(line, 'latin1'))
  const begin = (number: number): string => {
    offsets[number] = length
    return `${number} 0 obj\n`
  }
  // 1 is the catalog and 2 the list of pages, which is known at the end.
  let last = 2
  const kids: number[] = []
  yield text('%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n')
  for await (const page of pages) {
    const images: { number: number; height: number }[] = []
    for (const { height, data } of page.strips) {
      const number = ++last
      images.push({ number, height })
      const size = data.reduce((sum, piece) => sum + piece.length, 0)
      yield text(`${begin(number)}<< ${imageEntries(page, height)} /Length ${size} >>\nstream\n`)
      for (const piece of data) yield counted(piece)
      yield text('\nendstream\nendobj\n')
    }
    const { width, height } = pointsOf(page)
    const drawn = drawing(page, images, { width, height })
    const content = ++last
    yield text(`${begin(content)}<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream\nendobj\n`)
    const number = ++last
    kids.push(number)
    const named = images.map((image, at) => `/I${at} ${image.number} 0 R`).join(' ')
    yield text(
      `${begin(number)}<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}]${
        page.turns === 0 ? '' : ` /Rotate ${(page.turns % 4) * 90}`
      } /Resources << /XObject << ${named} >> >> /Contents ${content} 0 R >>\nendobj\n`,
    )
  }
  if (kids.length === 0) throw new ImageFault('There is no page in it.')
  yield text(`${begin(1)}<< /Type /Catalog /Pages 2 0 R >>\nendobj\n`)
  yield text(
    `${begin(2)}<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>\nendobj\n`,
  )
  const table = length
  const entries = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  yield text(
    `xref\n0 ${last + 1}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${last + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`,
  )
}

function imageEntries({ width, bits, colorSpace, inverted, packing }: PageImage, height: number): string {
  const colors = colorSpace === '/DeviceCMYK' ? 4 : colorSpace === '/DeviceRGB' ? 3 : 1
  const decode = inverted ? ` /Decode [${Array.from({ length: colors }, () => '1 0').join(' ')}]` : ''
  return `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits} /ColorSpace ${colorSpace}${decode} ${packing(height)}`
}

function pointsOf({ width, height, dpi }: PageImage): { width: number; height: number } {
  const [w, h] = [(width * 72) / dpi.x, (height * 72) / dpi.y]
  const scale = Math.min(1, longestSide / Math.max(w, h))
  return { width: rounded(Math.max(3, w * scale)), height: rounded(Math.max(3, h * scale)) }
}

const rounded = (points: number): number => Math.round(points * 100) / 100

/** The strips from the top down. */
function drawing(
  page: PageImage,
  images: readonly { readonly height: number }[],
  size: { readonly width: number; readonly height: number },
): string {
  let above = 0
  return images
    .map(({ height }, at) => {
      above += height
      const tall = (height * size.height) / page.height
      const from = size.height - (above * size.height) / page.height
      return `q ${size.width} 0 0 ${tall.toFixed(4)} 0 ${Math.max(0, from).toFixed(4)} cm /I${at} Do Q`
    })
    .join('\n')
}
