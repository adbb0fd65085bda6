/**
 * A TrueType font as far as a plain layout needs it: which glyph a letter has, how wide it is, and a copy with the glyphs
 * that are used. Sections are those of the OpenType specification 1.9. The fonts are the program's own, so nothing in
 * them is doubted.
 */

export interface FontFile {
  /** Of the line, in thousandths of the size. */
  readonly ascent: number
  readonly descent: number
  readonly box: readonly [number, number, number, number]
  /** The glyph of a letter; 0 (a box) where the font has none. */
  glyphOf(letter: number): number
  /** In thousandths of the size. */
  widthOf(glyph: number): number
  /** A font whose glyphs are these, in this order. */
  subset(glyphs: readonly number[]): Buffer
}

/** Reads a font. */
export function readFont(bytes: Buffer): FontFile {
  const tables = tablesOf(bytes)
  const table = (tag: string): Buffer => {
    const found = tables.get(tag)
    if (found === undefined) throw new Error(`The font has no table ${tag}.`)
    return found
  }
  const [head, hhea, hmtx, loca, glyf] = ['head', 'hhea', 'hmtx', 'loca', 'glyf'].map(table)
  if (!head || !hhea || !hmtx || !loca || !glyf) throw new Error('The font is not whole.')
  const unit = 1000 / head.readUInt16BE(18)
  const measured = hhea.readUInt16BE(34)
  const isLong = head.readInt16BE(50) === 1
  const offsetOf = (glyph: number): number =>
    isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph)
  const outline = (glyph: number): Buffer => glyf.subarray(offsetOf(glyph), offsetOf(glyph + 1))
  const advance = (glyph: number): number => hmtx.readUInt16BE(4 * Math.min(glyph, measured - 1))
  const bearing = (glyph: number): number =>
    glyph < measured
      ? hmtx.readInt16BE(4 * glyph + 2)
      : hmtx.readInt16BE(4 * measured + 2 * (glyph - measured))
  const scaled = (value: number): number => Math.round(value * unit)
  const glyphOf = charactersOf(table('cmap'))
  return {
    ascent: scaled(hhea.readInt16BE(4)),
    descent: scaled(hhea.readInt16BE(6)),
    box: [
      scaled(head.readInt16BE(36)),
      scaled(head.readInt16BE(38)),
      scaled(head.readInt16BE(40)),
      scaled(head.readInt16BE(42)),
    ],
    glyphOf,
    widthOf: (glyph) => advance(glyph) * unit,
    subset(glyphs) {
      const all = [...glyphs]
      const placed = new Map<number, number>()
      const outlines: Buffer[] = []
      // Parts of glyphs that are made of others come behind those that were asked for.
      for (let at = 0; at < all.length; at++) {
        const copy = Buffer.from(outline(all[at] ?? 0))
        for (const place of partsOf(copy)) {
          const part = copy.readUInt16BE(place)
          const there = placed.get(part) ?? all.push(part) - 1
          placed.set(part, there)
          copy.writeUInt16BE(there, place)
        }
        outlines.push(
          copy.length % 4 === 0 ? copy : Buffer.concat([copy, Buffer.alloc(4 - (copy.length % 4))]),
        )
      }
      const places = Buffer.alloc(4 * (all.length + 1))
      const metrics = Buffer.alloc(4 * all.length)
      let end = 0
      for (const [at, glyph] of all.entries()) {
        end += outlines[at]?.length ?? 0
        places.writeUInt32BE(end, 4 * (at + 1))
        metrics.writeUInt16BE(advance(glyph), 4 * at)
        metrics.writeInt16BE(bearing(glyph), 4 * at + 2)
      }
      const ownHead = Buffer.from(head)
      ownHead.writeInt16BE(1, 50)
      const ownHhea = Buffer.from(hhea)
      ownHhea.writeUInt16BE(all.length, 34)
      const maxp = Buffer.from(table('maxp'))
      maxp.writeUInt16BE(all.length, 4)
      // The instructions of the font are left out: they are of no use where letters are drawn as large as here.
      return fontOf([
        ['glyf', Buffer.concat(outlines)],
        ['head', ownHead],
        ['hhea', ownHhea],
        ['hmtx', metrics],
        ['loca', places],
        ['maxp', maxp],
      ])
    },
  }
}

function tablesOf(bytes: Buffer): ReadonlyMap<string, Buffer> {
  const tables = new Map<string, Buffer>()
  for (let at = 0; at < bytes.readUInt16BE(4); at++) {
    const entry = 12 + 16 * at
    const offset = bytes.readUInt32BE(entry + 8)
    tables.set(
      bytes.toString('latin1', entry, entry + 4),
      bytes.subarray(offset, offset + bytes.readUInt32BE(entry + 12)),
    )
  }
  return tables
}

function fontOf(tables: readonly (readonly [string, Buffer])[]): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.length)
  directory.writeUInt32BE(0x0001_0000, 0)
  directory.writeUInt16BE(tables.length, 4)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [at, [tag, bytes]] of tables.entries()) {
    const entry = 12 + 16 * at
    directory.write(tag, entry, 'latin1')
    directory.writeUInt32BE(offset, entry + 8)
    directory.writeUInt32BE(bytes.length, entry + 12)
    const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}

/** Letters and their glyphs, by the table of format 12, which has all of them, or of format 4. */
function charactersOf(cmap: Buffer): (letter: number) => number {
  const glyphs = new Map<number, number>()
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => cmap.readUInt32BE(8 + 8 * at))
  const whole = offsets.find((offset) => cmap.readUInt16BE(offset) === 12)
  const half = offsets.find((offset) => cmap.readUInt16BE(offset) === 4)
  if (whole !== undefined)
    for (let at = 0; at < cmap.readUInt32BE(whole + 12); at++) {
      const group = whole + 16 + 12 * at
      const [first, last, glyph] = [0, 4, 8].map((place) => cmap.readUInt32BE(group + place))
      for (let letter = first ?? 0; letter <= (last ?? -1); letter++)
        glyphs.set(letter, (glyph ?? 0) + letter - (first ?? 0))
    }
  else if (half !== undefined) readHalf(cmap.subarray(half), glyphs)
  return (letter) => glyphs.get(letter) ?? 0
}

function readHalf(table: Buffer, glyphs: Map<number, number>): void {
  const twice = table.readUInt16BE(6)
  for (let at = 0; at < twice; at += 2) {
    const last = table.readUInt16BE(14 + at)
    const first = table.readUInt16BE(16 + twice + at)
    const delta = table.readUInt16BE(16 + 2 * twice + at)
    const place = 16 + 3 * twice + at
    const range = table.readUInt16BE(place)
    for (let letter = first; letter <= last && letter < 0xff_ff; letter++) {
      const listed = range === 0 ? letter : table.readUInt16BE(place + range + 2 * (letter - first))
      if (listed !== 0) glyphs.set(letter, (listed + delta) & 0xff_ff)
    }
  }
}

/** Where a glyph that is made of others names them. */
function partsOf(outline: Buffer): number[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return []
  const places: number[] = []
  for (let at = 10; ; ) {
    const flags = outline.readUInt16BE(at)
    places.push(at + 2)
    const offsets = flags & 0x0001 ? 4 : 2
    const scale = flags & 0x0008 ? 2 : flags & 0x0040 ? 4 : flags & 0x0080 ? 8 : 0
    at += 4 + offsets + scale
    if (!(flags & 0x0020)) return places
  }
}
