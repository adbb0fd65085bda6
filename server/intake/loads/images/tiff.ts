/**
 * The pages of a TIFF, as far as its directories say them: where the packed bytes of each page stand and what a PDF has to say
 * to have them unpacked. Nothing is unpacked here. The file is somebody else's: every place is checked against its bounds.
 */
import { jpegFrame } from './jpeg.ts'
import { dpiOf, ImageFault, maxPages, maxSide, maxStrips, type PageImage, type Strip } from './page-image.ts'

/** The tags that are read. */
const tags = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  xResolution: 282,
  yResolution: 283,
  planar: 284,
  t4Options: 292,
  resolutionUnit: 296,
  predictor: 317,
  colorMap: 320,
  tileOffsets: 324,
  extraSamples: 338,
  jpegTables: 347,
} as const
type Tag = keyof typeof tags
const nameOf: ReadonlyMap<number, Tag> = new Map(
  Object.entries(tags).map(([name, tag]) => [tag, name as Tag]),
)

/** Bytes of a value of each type; 0: none that is read. */
const sizes: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8]
const rational = 5

type Directory = ReadonlyMap<Tag, readonly number[] | Buffer>

class Reading {
  readonly #bytes: Buffer
  readonly #little: boolean
  constructor(bytes: Buffer) {
    const order = bytes.toString('latin1', 0, 2)
    if (bytes.length < 8 || (order !== 'II' && order !== 'MM'))
      throw new ImageFault('It is no TIFF by its first bytes.')
    this.#bytes = bytes
    this.#little = order === 'II'
    const version = this.#short(2)
    if (version === 43) throw new ImageFault('It is a BigTIFF, which is not read.')
    if (version !== 42) throw new ImageFault('It is no TIFF by its first bytes.')
  }

  directories(): Directory[] {
    const found: Directory[] = []
    const seen = new Set<number>()
    for (let at = this.#long(4); at !== 0; ) {
      if (seen.has(at)) throw new ImageFault('This TIFF is damaged: its pages go around in a circle.')
      seen.add(at)
      if (seen.size > maxPages) throw new ImageFault(`This TIFF has more than ${maxPages} pages.`)
      const entries = this.#short(at)
      found.push(this.#directory(at + 2, entries))
      at = this.#long(at + 2 + entries * 12)
    }
    if (found.length === 0) throw new ImageFault('This TIFF has no page.')
    return found
  }

  /** A stretch of the file. */
  slice(from: number, length: number): Buffer {
    if (from < 8 || length < 1 || from + length > this.#bytes.length)
      throw new ImageFault('This TIFF is damaged: a part of it stands outside of the file.')
    return this.#bytes.subarray(from, from + length)
  }

  #directory(from: number, entries: number): Directory {
    const directory = new Map<Tag, readonly number[] | Buffer>()
    for (let n = 0; n < entries; n++) {
      const at = from + n * 12
      const name = nameOf.get(this.#short(at))
      if (name === undefined) continue
      const type = this.#short(at + 2)
      const count = this.#long(at + 4)
      const size = sizes[type] ?? 0
      if (size === 0 || count === 0) continue
      if (count > Math.max(maxStrips, 3 * 65_536))
        throw new ImageFault('This TIFF is damaged: one of its tags has too many values.')
      const where = size * count <= 4 ? at + 8 : this.#long(at + 8)
      if (where + size * count > this.#bytes.length)
        throw new ImageFault('This TIFF is damaged: a part of it stands outside of the file.')
      if (name === 'jpegTables') directory.set(name, this.#bytes.subarray(where, where + count))
      else directory.set(name, this.#values(where, type, size, count))
    }
    return directory
  }

  #values(where: number, type: number, size: number, count: number): number[] {
    return Array.from({ length: count }, (_, n) => {
      const at = where + n * size
      if (type === rational) {
        const below = this.#long(at + 4)
        return below === 0 ? 0 : this.#long(at) / below
      }
      if (size === 1) return this.#bytes[at] ?? 0
      return size === 2 ? this.#short(at) : this.#long(at)
    })
  }

  #short(at: number): number {
    this.#within(at, 2)
    return this.#little ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at)
  }

  #long(at: number): number {
    this.#within(at, 4)
    return this.#little ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at)
  }

  #within(at: number, length: number): void {
    if (at < 0 || at + length > this.#bytes.length)
      throw new ImageFault('This TIFF is damaged: it ends before it is whole.')
  }
}

/** How many pages a TIFF has, and each of them. Throws an ImageFault. */
export function tiffPages(bytes: Buffer): PageImage[] {
  const reading = new Reading(bytes)
  return reading.directories().map((directory) => pageOf(reading, directory))
}

/** Quarter turns that bring an image upright, by how it says that it stands; mirrored ones are not among them. */
const turnsOf: ReadonlyMap<number, number> = new Map([
  [1, 0],
  [3, 2],
  [6, 1],
  [8, 3],
])

function pageOf(reading: Reading, directory: Directory): PageImage {
  const all = (tag: Tag): readonly number[] => {
    const found = directory.get(tag)
    return found === undefined || Buffer.isBuffer(found) ? [] : found
  }
  const one = (tag: Tag, otherwise: number): number => all(tag)[0] ?? otherwise
  const [width, height] = [one('width', 0), one('height', 0)]
  if (width < 1 || height < 1 || width > maxSide || height > maxSide)
    throw new ImageFault(`A page of this TIFF has no size from 1 to ${maxSide} pixels.`)
  if (directory.has('tileOffsets')) throw new ImageFault('This TIFF is cut into tiles, which are not read.')
  const samples = one('samples', 1)
  const bits = one('bits', 1)
  if (all('bits').some((other) => other !== bits)) throw new ImageFault('Its colors have different bits.')
  if (![1, 2, 4, 8].includes(bits))
    throw new ImageFault(`It has ${bits} bits for a color; 1, 2, 4 or 8 are read.`)
  if (samples > 1 && one('planar', 1) !== 1)
    throw new ImageFault('Its colors stand apart, which is not read.')
  if (directory.has('extraSamples'))
    throw new ImageFault('It has parts that can be seen through, which are not read.')
  const turns = turnsOf.get(one('orientation', 1))
  if (turns === undefined) throw new ImageFault('It is mirrored, which is not read.')
  const rows = Math.min(height, Math.max(1, one('rowsPerStrip', height)))
  const [offsets, lengths] = [all('stripOffsets'), all('stripBytes')]
  const count = Math.ceil(height / rows)
  if (count > maxStrips || offsets.length !== count || lengths.length !== count)
    throw new ImageFault('This TIFF is damaged: its strips do not make up the page.')
  const raw = offsets.map((offset, n): { height: number; bytes: Buffer } => ({
    height: n === count - 1 ? height - rows * (count - 1) : rows,
    bytes: reading.slice(offset, lengths[n] ?? 0),
  }))
  const tables = directory.get('jpegTables')
  const said: Said = {
    ...{ width, bits, samples, raw, colorMap: all('colorMap') },
    compression: one('compression', 1),
    photometric: one('photometric', 0),
    reversed: one('fillOrder', 1) === 2,
    t4: one('t4Options', 0),
    predictor: one('predictor', 1),
    tables: Buffer.isBuffer(tables) ? tables : null,
  }
  const inch = one('resolutionUnit', 2) === 3 ? 2.54 : 1
  const dpi = dpiOf(one('xResolution', 0) * inch, one('yResolution', 0) * inch, width)
  return { width, height, dpi, turns, bits, ...packed(said), ...colored(said) }
}

interface Said {
  readonly width: number
  readonly bits: number
  readonly samples: number
  readonly compression: number
  readonly photometric: number
  readonly reversed: boolean
  readonly t4: number
  readonly predictor: number
  readonly colorMap: readonly number[]
  readonly tables: Buffer | null
  readonly raw: readonly { readonly height: number; readonly bytes: Buffer }[]
}

const fax = new Set([2, 3, 4])

function colored({
  photometric,
  samples,
  bits,
  compression,
  colorMap,
}: Said): Pick<PageImage, 'colorSpace' | 'inverted'> {
  const is = (wanted: number, n: number): boolean => photometric === wanted && samples === n
  // Of fax the packing says which of the two colors is black.
  if (is(0, 1)) return { colorSpace: '/DeviceGray', inverted: !fax.has(compression) }
  if (is(1, 1)) return { colorSpace: '/DeviceGray', inverted: false }
  if (is(2, 3) && bits === 8) return { colorSpace: '/DeviceRGB', inverted: false }
  if (is(6, 3) && compression === 7) return { colorSpace: '/DeviceRGB', inverted: false }
  if (is(5, 4) && bits === 8 && compression !== 7) return { colorSpace: '/DeviceCMYK', inverted: false }
  if (is(3, 1) && !fax.has(compression)) {
    const colors = 2 ** bits
    if (colorMap.length !== 3 * colors) throw new ImageFault('Its table of colors is not whole.')
    const palette = Buffer.alloc(3 * colors)
    for (let color = 0; color < colors; color++)
      for (let part = 0; part < 3; part++)
        palette[3 * color + part] = (colorMap[part * colors + color] ?? 0) >> 8
    return { colorSpace: `[/Indexed /DeviceRGB ${colors - 1} <${palette.toString('hex')}>]`, inverted: false }
  }
  throw new ImageFault('Its colors are in a form that is not read.')
}

function packed(said: Said): Pick<PageImage, 'packing' | 'strips'> {
  const { compression, width, bits, samples, raw, reversed, predictor } = said
  if (reversed && !fax.has(compression) && !(compression === 1 && bits === 1))
    throw new ImageFault('Its bits stand the other way around, which is not read.')
  const strips = (of: (bytes: Buffer, height: number) => readonly Buffer[]): Strip[] =>
    raw.map(({ height, bytes }) => ({ height, data: of(bytes, height) }))
  const asIs = strips((bytes) => [reversed ? turnedBits(bytes) : bytes])
  const parms =
    predictor === 2
      ? ` /DecodeParms << /Predictor 2 /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width} >>`
      : ''
  if (predictor !== 1 && predictor !== 2)
    throw new ImageFault('It was packed with a prediction that is not read.')
  switch (compression) {
    case 1: {
      const stride = Math.ceil((width * bits * samples) / 8)
      const whole = strips((bytes, height) => {
        if (bytes.length < stride * height)
          throw new ImageFault('This TIFF is damaged: a strip is too short.')
        const used = bytes.subarray(0, stride * height)
        return [reversed ? turnedBits(used) : used]
      })
      return { packing: () => '', strips: whole }
    }
    case 2:
    case 3:
    case 4:
      if (bits !== 1 || samples !== 1) throw new ImageFault('It is packed as a fax and has colors.')
      return { packing: faxPacking(said), strips: asIs }
    case 5:
      if (raw.some(({ bytes }) => bytes[0] === 0 && ((bytes[1] ?? 0) & 1) === 1))
        throw new ImageFault('It is packed by an old form of LZW, which is not read.')
      return { packing: () => `/Filter /LZWDecode${parms}`, strips: asIs }
    case 7: {
      const joined = strips((bytes) => withTables(bytes, said.tables))
      for (const { data } of joined) {
        const frame = jpegFrame(Buffer.concat(data))
        if (frame.components !== samples || frame.width !== width)
          throw new ImageFault('Its JPEG says another size or other colors than the TIFF does.')
      }
      const transform = samples === 3 && said.photometric === 2 ? ' /DecodeParms << /ColorTransform 0 >>' : ''
      return { packing: () => `/Filter /DCTDecode${transform}`, strips: joined }
    }
    case 8:
    case 32_946:
      return { packing: () => `/Filter /FlateDecode${parms}`, strips: asIs }
    case 32_773:
      return {
        packing: () => '/Filter /RunLengthDecode',
        strips: strips((bytes) => [wholeRuns(bytes), endOfRuns]),
      }
    default:
      throw new ImageFault('It is packed in a form that is not read.')
  }
}

/** Rows are given, so that nothing has to stand at the end; ends of lines are taken where they are. */
function faxPacking({ compression, t4, width, photometric }: Said): (height: number) => string {
  const k = compression === 4 ? -1 : compression === 3 && (t4 & 1) === 1 ? 1 : 0
  const lines = compression === 3 ? ' /EndOfLine true' : compression === 2 ? ' /EncodedByteAlign true' : ''
  // Black is a 1 in a fax. Where the TIFF says that 0 is black, it means the page turned to its negative.
  const black = photometric === 1 ? ' /BlackIs1 true' : ''
  return (height) =>
    `/Filter /CCITTFaxDecode /DecodeParms << /K ${k} /Columns ${width} /Rows ${height} /EndOfBlock false${lines}${black} >>`
}

const turned = Uint8Array.from({ length: 256 }, (_, byte) => {
  let other = 0
  for (let bit = 0; bit < 8; bit++) if ((byte & (1 << bit)) !== 0) other |= 0x80 >> bit
  return other
})
const turnedBits = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => turned[byte] ?? 0))

const endOfRuns = Buffer.from([0x80])
/** PackBits are the runs of a PDF, but for 128: it means nothing in one, and the end in the other. */
function wholeRuns(bytes: Buffer): Buffer {
  for (let at = 0; at < bytes.length; ) {
    const head = bytes[at] ?? 0
    if (head === 0x80) throw new ImageFault('Its runs hold an end in their middle, which is not read.')
    at += head < 0x80 ? head + 2 : 2
    if (at > bytes.length) throw new ImageFault('This TIFF is damaged: its runs are cut.')
  }
  return bytes
}

/** A JPEG whose tables stand apart from it, put behind its first marker. */
function withTables(bytes: Buffer, tables: Buffer | null): readonly Buffer[] {
  if (tables === null || tables.length < 5) return [bytes]
  const isJpeg = (some: Buffer): boolean => some[0] === 0xff && some[1] === 0xd8
  if (!isJpeg(tables) || !isJpeg(bytes)) throw new ImageFault('Its JPEG is damaged.')
  const end = tables[tables.length - 2] === 0xff && tables[tables.length - 1] === 0xd9 ? 2 : 0
  return [bytes.subarray(0, 2), tables.subarray(2, tables.length - end), bytes.subarray(2)]
}
