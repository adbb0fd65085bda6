/** Attachments of the sample matter, made by hand: a real workbook, a real letter, a calendar entry. */
import { type ZipFile, zip } from './zip-writer.ts'

export type Cell = string | number

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const file = (name: string, xml: string): ZipFile => ({ name, bytes: Buffer.from(head + xml) })
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const packageNs = 'http://schemas.openxmlformats.org/package/2006'
const officeNs = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const officeType = 'application/vnd.openxmlformats-officedocument'

const relations = (items: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="${packageNs}/relationships">${items
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${officeNs}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const contentTypes = (parts: readonly (readonly [part: string, type: string])[]): string =>
  `<Types xmlns="${packageNs}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
    .map(([part, type]) => `<Override PartName="${part}" ContentType="${officeType}.${type}+xml"/>`)
    .join('')}</Types>`

/** A workbook (xlsx) with one sheet for each table. */
export function workbook(sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer {
  const tables = Object.entries(sheets)
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const path = (i: number): string => `worksheets/sheet${i + 1}.xml`
  return zip([
    file(
      '[Content_Types].xml',
      contentTypes([
        ['/xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ...tables.map((_, i) => [`/xl/${path(i)}`, 'spreadsheetml.worksheet'] as const),
      ]),
    ),
    file('_rels/.rels', relations([['rId1', 'officeDocument', 'xl/workbook.xml']])),
    file(
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${officeNs}"><sheets>${tables.map(([name], i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    file(
      'xl/_rels/workbook.xml.rels',
      relations(tables.map((_, i) => [`rId${i + 1}`, 'worksheet', path(i)] as const)),
    ),
    ...tables.map(([, rows], i) =>
      file(
        `xl/${path(i)}`,
        `<worksheet xmlns="${main}"><sheetData>${rows.map(rowXml).join('')}</sheetData></worksheet>`,
      ),
    ),
  ])
}

function rowXml(cells: readonly Cell[], row: number): string {
  const xml = cells.map((cell, column) => {
    const at = `${columnName(column)}${row + 1}`
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  })
  return `<row r="${row + 1}">${xml.join('')}</row>`
}

const columnName = (column: number): string =>
  (column >= 26 ? String.fromCharCode(64 + Math.floor(column / 26)) : '') +
  String.fromCharCode(65 + (column % 26))

/** A letter (docx) of plain paragraphs. */
export function letterDocument(paragraphs: readonly string[]): Buffer {
  const w = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  const body = paragraphs.map(
    (text) => `<w:p><w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`,
  )
  return zip([
    file('[Content_Types].xml', contentTypes([['/word/document.xml', 'wordprocessingml.document.main']])),
    file('_rels/.rels', relations([['rId1', 'officeDocument', 'word/document.xml']])),
    file('word/document.xml', `<w:document xmlns:w="${w}"><w:body>${body.join('')}</w:body></w:document>`),
  ])
}

/** Comma-separated values, as spreadsheets write them. */
export function csv(rows: readonly (readonly Cell[])[]): Buffer {
  const cell = (value: Cell): string =>
    typeof value === 'string' && /[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value)
  return Buffer.from(`${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`)
}

export interface Meeting {
  readonly uid: string
  readonly starts: Date
  readonly minutes: number
  readonly summary: string
  readonly place: string
  readonly organiser: string
}

/** A calendar entry (iCalendar). */
export function calendarEntry(meeting: Meeting): Buffer {
  const stamp = (at: Date): string => at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Northwind Energy//Calendar//EN',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    `UID:${meeting.uid}`,
    `DTSTAMP:${stamp(meeting.starts)}`,
    `DTSTART:${stamp(meeting.starts)}`,
    `DTEND:${stamp(new Date(meeting.starts.getTime() + meeting.minutes * 60_000))}`,
    `SUMMARY:${meeting.summary}`,
    `LOCATION:${meeting.place}`,
    `ORGANIZER:mailto:${meeting.organiser}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n`)
}
