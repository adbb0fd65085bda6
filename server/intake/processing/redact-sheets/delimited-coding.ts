/** Bytes of delimited text as units in which its delimiters are seen, without losing any byte between them. */

export interface Coding {
  /** Whether every byte that stays is the same as before. */
  readonly keepsBytes: boolean
  /** Pieces must be given in order; null for the end. */
  units(piece: Buffer | null): string
  /** What units say. */
  text(units: string): string
  /** Units that say it, as far as the encoding can. */
  unitsOf(text: string): string
  bytes(units: string): Buffer
}

export function codingOf(encoding: string): Coding {
  const name = encoding.toLowerCase()
  if (name === 'utf-16le' || name === 'utf-16be') return utf16(name === 'utf-16be')
  if (name === 'utf-8')
    return oneByOne(
      (bytes) => bytes.toString('utf8'),
      (text) => Buffer.from(text),
    )
  const table = tableOf(name)
  if (table !== null) return oneByOne(table.read, table.write)
  // In others a byte of a letter may be the same as a delimiter: they are read as letters, and written in UTF-8.
  const decoder = new TextDecoder(name)
  return {
    keepsBytes: false,
    units: (piece) => (piece === null ? decoder.decode() : decoder.decode(piece, { stream: true })),
    text: (units) => units,
    unitsOf: (text) => text,
    bytes: (units) => Buffer.from(units),
  }
}

const oneByOne = (read: (bytes: Buffer) => string, write: (text: string) => Buffer): Coding => ({
  keepsBytes: true,
  units: (piece) => piece?.toString('latin1') ?? '',
  text: (units) => read(Buffer.from(units, 'latin1')),
  unitsOf: (text) => write(text).toString('latin1'),
  bytes: (units) => Buffer.from(units, 'latin1'),
})

function utf16(isSwapped: boolean): Coding {
  let rest: Buffer = Buffer.alloc(0)
  const turned = (bytes: Buffer): Buffer => (isSwapped ? Buffer.from(bytes).swap16() : bytes)
  return {
    keepsBytes: true,
    units(piece) {
      const all = Buffer.concat([rest, piece ?? Buffer.alloc(0)])
      const end = all.length & ~1
      rest = all.subarray(end)
      return turned(all.subarray(0, end)).toString('utf16le')
    },
    text: (units) => units,
    unitsOf: (text) => text,
    bytes: (units) => turned(Buffer.from(units, 'utf16le')),
  }
}

/** Of an encoding in which each byte is a letter, also ASCII ones; null where it is none. */
function tableOf(name: string): { read(bytes: Buffer): string; write(text: string): Buffer } | null {
  const decoder = new TextDecoder(name)
  const letters = decoder.decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))
  const isPlain =
    letters.length === 256 && [...'",;|\t\r\nAz09'].every((sign) => letters[sign.charCodeAt(0)] === sign)
  if (!isPlain) return null
  const bytes = new Map([...letters].map((letter, byte) => [letter, byte] as const))
  return {
    read: (raw) => decoder.decode(raw),
    write: (text) => Buffer.from([...text].map((letter) => bytes.get(letter) ?? 0x3f)),
  }
}
