/** A PDF of plain paragraphs, on sheets of US letter, in one of the fonts that every reader has (ISO 32000-2, 9.6.2.2). */

const [left, top, leading, size] = [72, 708, 16, 11.5]
/** Characters of a line: about what fits between the margins. */
const lineLength = 84

/** Signs of Windows-1252 beyond Latin-1 that letters are written with. */
const signs: ReadonlyMap<string, number> = new Map([
  ['€', 0x80],
  ['‘', 0x91],
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['–', 0x96],
])

/** Each page a heading and its paragraphs. */
export function pdfDocument(
  pages: readonly { readonly heading: string; readonly paragraphs: readonly string[] }[],
): Buffer {
  const first = 4
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${first + 2 * i} 0 R`).join(' ')}] >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>'),
  ]
  for (const [i, { heading, paragraphs }] of pages.entries()) {
    const content = drawn([heading, '', ...paragraphs.flatMap((text) => [...wrapped(text), ''])])
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F 3 0 R >> >> /Contents ${first + 2 * i + 1} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  const parts = [Buffer.from('%PDF-1.4\n')]
  let at = 9
  const entries = objects.map((body, i) => {
    const object = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    const entry = `${String(at).padStart(10, '0')} 00000 n \n`
    parts.push(object)
    at += object.length
    return entry
  })
  const count = objects.length + 1
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

function drawn(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => Buffer.concat([Buffer.from('('), encoded(line), Buffer.from(") '\n")]))
  const begin = `BT /F ${size} Tf ${leading} TL ${left} ${top} Td\n`
  return Buffer.concat([Buffer.from(begin), ...shown, Buffer.from('ET')])
}

const encoded = (line: string): Buffer =>
  Buffer.from(
    [...line.replace(/[\\()]/g, '\\$&')].map((sign) => signs.get(sign) ?? sign.charCodeAt(0) & 0xff),
  )

function wrapped(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > lineLength) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
