/** How many images a TIFF holds, by its directories (TIFF 6.0, section 2; BigTIFF): none of them is decoded. */

/** More are a loop, or no scan of anybody. */
const maxPages = 100_000

/** Null where it has no directory that could be read. */
export function tiffPages(bytes: Buffer): number | null {
  const order = bytes.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') return null
  const isLittle = order === 'II'
  /** A whole number; what lies behind the end of the file is none. */
  const at = (place: number, length: 2 | 4 | 8): number | null => {
    if (place + length > bytes.length) return null
    if (length === 8) return Number(isLittle ? bytes.readBigUInt64LE(place) : bytes.readBigUInt64BE(place))
    return isLittle ? bytes.readUIntLE(place, length) : bytes.readUIntBE(place, length)
  }
  // Big ones have longer offsets, and entries of twenty bytes each.
  const isBig = at(2, 2) === 43
  const form = isBig
    ? ({ first: 8, count: 8, entry: 20, offset: 8 } as const)
    : ({ first: 4, count: 2, entry: 12, offset: 4 } as const)
  const seen = new Set<number>()
  let directory = at(form.first, form.offset)
  while (directory !== null && directory > 0 && !seen.has(directory) && seen.size < maxPages) {
    const entries = at(directory, form.count)
    if (entries === null) break
    seen.add(directory)
    directory = at(directory + form.count + entries * form.entry, form.offset)
  }
  return seen.size === 0 ? null : seen.size
}
