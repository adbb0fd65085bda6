/**
 * The gate: nothing leaves before other eyes have read its last byte. PDFium, which did not write it, reads its images and
 * its text; both are compared with the document as it was. There is no way around it.
 */
import { pageParts } from '#contracts/redactions.ts'
import type { Burnable, Fill, GateAnswer, GateFault } from '../../../review/redactions/burn/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { type InkedCharacter, pageCharacters } from '../pdf/page-characters.ts'
import type { Box } from '../pdf/page-space.ts'
import { type PdfFile, withPdf } from '../pdf/pdf-file.ts'
import type { PageImage } from '../pdf/render-page.ts'
import type { PageSource } from './burn-page.ts'
import { group4Of } from './group4.ts'
import { labelPlace } from './label-image.ts'
import { type DrawnImage, onlyImage } from './only-image.ts'
import type { Pages } from './page-source.ts'
import { borderOf, paintCovers, shrunk } from './paint.ts'
import { type Cover, coversOf, maskOf, type Rect, touched, touches } from './place.ts'
import { stickingOut } from './ring.ts'
import { type WrittenImage, writtenImages } from './written-structure.ts'

interface Passing {
  readonly original: Pages
  /** All bytes of the redacted PDF. */
  readonly written: Buffer
  readonly redactions: readonly Burnable[]
  readonly fill: Fill
}

/** After so many faults nobody needs more to know that it does not leave. */
const mostFaults = 50
/** Shorter pieces of words stand everywhere. */
const leastPiece = 4

/** Whether a redacted PDF may leave. `onPage` hears which page is looked at. */
export async function passGate(passing: Passing, onPage: (page: number) => void): Promise<GateAnswer> {
  const { original, written } = passing
  const images = writtenImages(written, original.count)
  if (images === null)
    return refused([structure(null, 'The file holds something that does not belong into a redacted file.')])
  const faults: GateFault[] = []
  try {
    await withPdf(written, [], async (pdf) => {
      faults.push(...documentFaults(pdf, original.count))
      for (let page = 0; page < original.count && faults.length < mostFaults; page++) {
        onPage(page)
        faults.push(...(await pageFaults(passing, pdf, page, images[page])))
      }
    })
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    faults.push(structure(null, 'The file, or the document that it was made of, cannot be read again.'))
  }
  return faults.length === 0 ? { ok: true } : refused(faults)
}

const refused = (faults: readonly GateFault[]): GateAnswer => ({
  ok: false,
  faults: faults.slice(0, mostFaults),
})

const structure = (page: number | null, reason: string): GateFault => ({
  page,
  box: null,
  kind: 'structure',
  reason,
})

/** What a PDF may have besides its pages: none of it may be there. */
function documentFaults({ engine, document, pageCount }: PdfFile, pages: number): GateFault[] {
  const { api } = engine
  const said = (key: string): boolean =>
    engine.text((at, size) => api.FPDF_GetMetaText(document, key, at, size)) !== ''
  const keys = ['Title', 'Author', 'Subject', 'Keywords', 'Creator', 'Producer', 'CreationDate', 'ModDate']
  const has =
    api.FPDFDoc_GetAttachmentCount(document) > 0 ||
    api.FPDFDoc_GetJavaScriptActionCount(document) > 0 ||
    api.FPDF_CountNamedDests(document) > 0 ||
    api.FPDF_GetSignatureCount(document) > 0 ||
    api.FPDF_GetFormType(document) !== 0 ||
    api.FPDFBookmark_GetFirstChild(document, 0) !== 0 ||
    keys.some(said)
  return [
    ...(has ? [structure(null, 'The file says more than its pages do.')] : []),
    ...(pageCount === pages ? [] : [structure(null, 'The file has another number of pages.')]),
  ]
}

async function pageFaults(
  { original, redactions, fill }: Passing,
  pdf: PdfFile,
  page: number,
  image: WrittenImage | undefined,
): Promise<GateFault[]> {
  const source = await original.page(page)
  const size = source.image
  const covers = coversOf(
    redactions.filter((one) => one.page === page),
    size,
  )
  const fault = (kind: GateFault['kind'], cover: Rect | null, reason: string): GateFault => ({
    page,
    box: cover === null ? null : boxOf(cover, size),
    kind,
    reason,
  })
  const drawn = onlyImage(pdf, page, size.dpi)
  if (drawn === null || image === undefined)
    return [structure(page, 'The page does not consist of one image and its text.')]
  if (drawn.width !== size.width || drawn.height !== size.height)
    return [structure(page, 'The page has another size.')]
  const read = pageCharacters(pdf, page) ?? []
  const faults = textFaults(allText(source), read, covers, fault)
  // Bits behind the end of an image are drawn by nobody: encoded anew, it must be the same.
  if (image.isGroup4 && (drawn.step !== 1 || !isAllOf(drawn, image.bytes)))
    faults.push(structure(page, 'The image holds more than is drawn.'))
  const expected = image.isGroup4 ? await expectedOf(size, covers, fill) : null
  const thick = borderOf(fill, size.dpi)
  const labels = covers.flatMap((one) => labelPlace(one.label, shrunk(one, thick), size.dpi) ?? [])
  for (const cover of covers)
    if (!isCovered(drawn, expected, cover, { covers, labels, fill }))
      faults.push(fault('pixels', cover, 'This box is not of one color: something shows through.'))
  // In a picture everything hangs together: there letters are known by their places alone.
  const sticking = image.isGroup4
    ? stickingOut(size, covers, maskOf(covers, size))
        .map(({ place }) => place)
        .filter((place) => !isOfOpenLetter(source, covers, place))
    : cutLetters(source, covers)
  for (const place of sticking)
    faults.push(
      fault('ring', place, 'A part of a covered letter stands outside of its box: make the box larger.'),
    )
  return faults
}

/** The recognized words too: what is covered is known by them where a page is a picture. */
const allText = ({ image, characters, recognized = [] }: PageSource): PageSource => ({
  image,
  characters: [...characters, ...recognized],
})

/** Words under boxes: none may be read there, and none more often than it stands in the open. */
function textFaults(
  { image, characters }: PageSource,
  read: readonly InkedCharacter[],
  covers: readonly Cover[],
  fault: (kind: 'text', cover: Rect | null, reason: string) => GateFault,
): GateFault[] {
  const scale = image.dpi / 72
  const coverAt = (box: Box): Cover | null => touched(covers, middleOf(box, scale))
  const faults: GateFault[] = []
  const reason = 'Letters that are covered here can still be read in the file.'
  const seen = new Set<Cover>()
  for (const one of read) {
    const cover = coverAt(one)
    if (cover === null || seen.has(cover)) continue
    seen.add(cover)
    faults.push(fault('text', cover, reason))
  }
  let open = ''
  let piece = ''
  let at: Cover | null = null
  const pieces = new Map<string, Cover>()
  const end = (): void => {
    if (at !== null && [...piece].length >= leastPiece && !pieces.has(piece)) pieces.set(piece, at)
    piece = ''
    at = null
  }
  for (const one of characters) {
    const cover = coverAt(one)
    if (cover === null) {
      open += one.char
      end()
    } else {
      piece += one.char
      at = cover
    }
    if (one.endsWord) end()
  }
  end()
  const said = read.map(({ char }) => char).join('')
  for (const [covered, cover] of pieces)
    if (!seen.has(cover) && countOf(covered, said) > countOf(covered, open)) {
      seen.add(cover)
      faults.push(fault('text', cover, 'A word that is covered here can be read elsewhere on the page.'))
    }
  return faults
}

/** Very small, so that it lies on one side of every edge. */
function middleOf({ left, top, right, bottom }: Box, scale: number): Box {
  const [x, y] = [((left + right) / 2) * scale, ((top + bottom) / 2) * scale]
  return { left: x - 0.01, top: y - 0.01, right: x + 0.01, bottom: y + 0.01 }
}

function countOf(piece: string, text: string): number {
  let count = 0
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) count += 1
  return count
}

/** Whether an image in Group 4 is these bytes, and no other. */
const isAllOf = ({ pixels, width }: DrawnImage, bytes: Buffer): boolean =>
  group4Of(pixels, width, 255).equals(bytes)

/** A byte a pixel: what the boxes of a page show. Outside of them it says nothing. */
async function expectedOf(size: PageImage, covers: readonly Cover[], fill: Fill): Promise<Uint8Array> {
  const pixels = new Uint8Array(covers.length === 0 ? 0 : size.width * size.height)
  await paintCovers({ width: size.width, dpi: size.dpi, pixels, step: 1 }, covers, fill)
  return pixels
}

/** How far a JPEG may be off: within a box, and near to what differs there. */
const tolerance = 40
/** Pixels over which a JPEG softens an edge. */
const softened = 16

interface Covered {
  /** All of the page, and the places of their labels. */
  readonly covers: readonly Cover[]
  readonly labels: readonly Rect[]
  readonly fill: Fill
}

/**
 * Whether a box is of its color, but for its label and border, which are as they were to be. `expected`: what it shows, where
 * the image says each pixel as it is.
 */
function isCovered(
  drawn: DrawnImage,
  expected: Uint8Array | null,
  cover: Cover,
  { covers, labels: all, fill }: Covered,
): boolean {
  const { width, pixels, step, dpi } = drawn
  const thick = borderOf(fill, dpi)
  const value = fill === 'black' ? 0 : 255
  const margin = expected === null ? softened : 0
  const inner = shrunk(cover, thick)
  // A page may have thousands of boxes.
  const labels = all.filter((one) => touches([cover], one))
  const others = fill === 'black' ? [] : covers.filter((one) => one !== cover && touches([cover], one))
  for (let y = cover.top; y < cover.bottom; y++)
    for (let x = cover.left; x < cover.right; x++) {
      const at = (y * width + x) * step
      if (expected !== null && pixels[at] === value) {
        // Most pixels: they are covered, whatever else was to be there.
        continue
      }
      const pixel = { left: x, top: y, right: x + 1, bottom: y + 1 }
      const isPlain = touches([inner], pixel) && !touches(labels, pixel) && !touches(others, pixel)
      if (expected !== null) {
        if (isPlain || pixels[at] !== expected[y * width + x]) return false
        continue
      }
      if (isPlain && !isNear(x, y, cover, labels, margin)) {
        for (let color = 0; color < step; color++)
          if (Math.abs((pixels[at + color] ?? 0) - value) > tolerance) return false
      }
    }
  return true
}

/** Whether a pixel is so near to the edge of its box, or to a label, that a JPEG softens it. */
const isNear = (x: number, y: number, box: Rect, labels: readonly Rect[], margin: number): boolean =>
  x < box.left + margin ||
  y < box.top + margin ||
  x >= box.right - margin ||
  y >= box.bottom - margin ||
  touches(labels, { left: x - margin, top: y - margin, right: x + margin, bottom: y + margin })

/** Points of a dot, or of a comma. */
const dot = 1.5

/** Whether what stands beside a box is the dot of a letter in the open, or a comma, that the box only touches. */
function isOfOpenLetter({ image, characters }: PageSource, covers: readonly Cover[], place: Rect): boolean {
  const scale = image.dpi / 72
  const x = (place.left + place.right) / 2
  const y = (place.top + place.bottom) / 2
  // Boxes were rounded outwards: the pixel more is no sign that a letter was to be covered.
  const meant = covers.map((cover) => shrunk(cover, 1))
  if (Math.max(place.right - place.left, place.bottom - place.top) > dot * scale) return false
  return characters.some(
    ({ ink, hidden }) =>
      !hidden &&
      x >= ink.left * scale - 1 &&
      x <= ink.right * scale + 1 &&
      y >= ink.top * scale - 1 &&
      y <= ink.bottom * scale + 1 &&
      !touches(meant, middleOf(ink, scale)),
  )
}

/** Letters of which a box covers the middle and not all, with what lies outside not under another box. */
function cutLetters({ image, characters }: PageSource, covers: readonly Cover[]): Rect[] {
  const scale = image.dpi / 72
  const cut: Rect[] = []
  for (const one of characters) {
    if (one.hidden || !touches(covers, middleOf(one.ink, scale))) continue
    const ink = {
      left: Math.ceil(one.ink.left * scale) + 1,
      top: Math.ceil(one.ink.top * scale) + 1,
      right: Math.floor(one.ink.right * scale) - 1,
      bottom: Math.floor(one.ink.bottom * scale) - 1,
    }
    const corners = [
      [ink.left, ink.top],
      [ink.right, ink.top],
      [ink.left, ink.bottom],
      [ink.right, ink.bottom],
    ] as const
    const isOut = corners.some(
      ([x, y]) => !touches(covers, { left: x - 0.01, top: y - 0.01, right: x + 0.01, bottom: y + 0.01 }),
    )
    if (isOut) cut.push(ink)
  }
  return cut
}

function boxOf(
  { left, top, right, bottom }: Rect,
  { width, height }: PageImage,
): readonly [number, number, number, number] {
  const part = (value: number, whole: number): number => Math.round((value * pageParts) / whole)
  return [part(left, width), part(top, height), part(right, width), part(bottom, height)]
}
