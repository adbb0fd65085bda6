/**
 * Readers of load files as somebody would write them who knows the formats and not this product: nothing of it is imported here.
 * They take what is right, and throw where a file is not what the format says.
 */

export type Coding = 'utf-8' | 'utf-16le' | 'windows-1252'
export type Rows = Readonly<Record<string, string>>[]

function textOf(bytes: Uint8Array, coding: Coding): string {
  // It takes a byte order mark away, where there is one.
  return new TextDecoder(coding, { fatal: true }).decode(bytes)
}

/** Rows of values by their headings. All values stand between two of `quote`; doubled ones stand for one. */
function delimited(text: string, separator: string, quote: string): Rows {
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length; ) {
    if (text[at] !== quote) throw new Error(`A value begins without ${quote} in row ${rows.length + 1}.`)
    let value = ''
    for (at++; ; at++) {
      if (at >= text.length) throw new Error('The last value is not closed.')
      if (text[at] !== quote) value += text[at]
      else if (text[at + 1] === quote) value += text[at++]
      else break
    }
    row.push(value)
    at++
    if (text[at] === separator) at++
    else if (text.startsWith('\r\n', at)) {
      rows.push(row)
      row = []
      at += 2
    } else throw new Error(`Row ${rows.length + 1} has something behind a value.`)
  }
  if (row.length > 0) throw new Error('The last row has no end.')
  const [heading = [], ...others] = rows
  if (new Set(heading).size !== heading.length) throw new Error('A heading stands twice.')
  return others.map((values, nth) => {
    if (values.length !== heading.length) throw new Error(`Row ${nth + 2} has ${values.length} values.`)
    return Object.fromEntries(heading.map((name, column) => [name, values[column] ?? '']))
  })
}

/** Concordance: values between þ, parted by character 20, line ends in them as ®. */
export const readDat = (bytes: Uint8Array, coding: Coding): Rows =>
  delimited(textOf(bytes, coding), '\x14', 'þ').map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value.replaceAll('®', '\n')])),
  )

/** Commas and quotes. */
export const readCsv = (bytes: Uint8Array, coding: Coding): Rows =>
  delimited(textOf(bytes, coding), ',', '"').map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value.replaceAll('\r\n', '\n')])),
  )

export interface Page {
  readonly number: string
  readonly volume: string
  /** With `/`. */
  readonly path: string
  readonly begins: boolean
  /** Of the document, at its first page; null: the list does not say. */
  readonly pages: number | null
}

const linesOf = (bytes: Uint8Array): string[] => {
  const lines = textOf(bytes, 'utf-8').split('\r\n')
  if (lines.pop() !== '') throw new Error('The last line has no end.')
  return lines
}

/** Opticon: number, volume, path, Y where a document begins, two unused, its pages. */
export const readOpt = (bytes: Uint8Array): Page[] =>
  linesOf(bytes).map((line) => {
    const values = line.split(',')
    if (values.length !== 7) throw new Error(`A line has ${values.length} values: ${line}`)
    const [number = '', volume = '', path = '', begins = '', , , pages = ''] = values
    if (begins !== '' && begins !== 'Y') throw new Error(`The break is ${begins}.`)
    return {
      ...{ number, volume, path: path.replaceAll('\\', '/'), begins: begins === 'Y' },
      pages: pages === '' ? null : Number(pages),
    }
  })

/** IPRO: `IM,number,D where a document begins and C where an attachment does,page of the file,@volume;folder;file;type`, and how it is turned, where it is. */
export const readLfp = (bytes: Uint8Array): Page[] =>
  linesOf(bytes).map((line) => {
    const told = /^IM,([^,]+),([DC ]?),(\d+),@([^;]+);([^;]+);([^;]+);([246])(?:,0)?$/.exec(line)
    if (told === null) throw new Error(`A line is no page: ${line}`)
    const [, number = '', begins = '', , volume = '', folder = '', file = ''] = told
    const path = `${folder.replaceAll('\\', '/')}/${file}`
    return { number, volume, path, begins: begins === 'D' || begins === 'C', pages: null }
  })
