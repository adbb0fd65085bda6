/** What differs between the three forms of an Outlook data file: before Outlook 2003, since, and mailboxes on a server since 2013. */
import { BrokenPst } from './broken-pst.ts'

export interface Form {
  readonly wide: boolean
  readonly pageBytes: number
  /** Where a page says how many entries it has, how long they are and how deep it is. */
  readonly count: {
    readonly at: number
    readonly bytes: 1 | 2
    readonly size: number
    readonly level: number
  }
  readonly roots: { readonly nodes: number; readonly blocks: number }
  /**
   * A block takes a multiple of so many bytes in the file; the last of them are its trailer, and in that stands its number
   * (MS-PST 2.2.2.8.1).
   */
  readonly block: { readonly unit: number; readonly trailer: number; readonly numberAt: number }
  readonly cipher: number
  /** Bits of a heap's item in a reference to it. */
  readonly itemBits: number
}

const ansi: Form = {
  wide: false,
  pageBytes: 512,
  count: { at: 496, bytes: 1, size: 498, level: 499 },
  roots: { nodes: 188, blocks: 196 },
  block: { unit: 64, trailer: 12, numberAt: 4 },
  cipher: 461,
  itemBits: 11,
}
const unicode: Form = {
  wide: true,
  pageBytes: 512,
  count: { at: 488, bytes: 1, size: 490, level: 491 },
  roots: { nodes: 224, blocks: 240 },
  block: { unit: 64, trailer: 16, numberAt: 8 },
  cipher: 513,
  itemBits: 11,
}
export const large: Form = {
  ...unicode,
  pageBytes: 4096,
  count: { at: 4056, bytes: 2, size: 4060, level: 4061 },
  // As libpff describes them; the specification has no such files.
  block: { unit: 512, trailer: 24, numberAt: 8 },
  itemBits: 14,
}

/** Which one a file has, by its first bytes. Throws BrokenPst. */
export function formOf(header: Buffer): Form {
  if (header.toString('latin1', 0, 4) !== '!BDN')
    throw new BrokenPst('It does not begin as an Outlook data file does.')
  const version = header.readUInt16LE(10)
  if (version === 14 || version === 15) return ansi
  if (version >= 36) return large
  if (version >= 20) return unicode
  throw new BrokenPst('Its version is not known.')
}
