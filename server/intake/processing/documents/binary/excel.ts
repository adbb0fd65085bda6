/** Binary workbooks, Excel 4 to 2003: cells by a library, and from the records what it does not tell. */
import { isCompound } from '../../ole/compound.ts'
import { Draft } from '../draft.ts'
import { candidates, notImplemented, wrongPassword } from '../encryption/passwords.ts'
import { type Reader, Unreadable } from '../reading.ts'
import { headerText } from '../sheet-writer.ts'
import { readWorkbook } from '../workbook.ts'
import { decryptExcel, excelRecords, isLocked, recordTypes } from './excel-records.ts'
import { embedStorages, openOleFile } from './ole-file.ts'
import { readingsOf } from './phonetics.ts'

export const readBinaryExcel: Reader = async (bytes, _kind, options) => {
  const draft = new Draft(options)
  const compound = isCompound(bytes) ? openOleFile(bytes, draft) : null
  // Before Excel 5 the workbook was the file.
  const found = compound === null ? bytes : (compound.stream('Workbook') ?? compound.stream('Book'))
  if (found === null) throw new Unreadable('corrupt', 'Its sheets are missing.')
  const plain = decryptExcel(found, options.passwords)
  const stream = plain ?? found
  if (isLocked(stream)) readObfuscated(bytes, draft)
  else {
    await draft.attempt('Its sheets', () => readWorkbook(plain ?? bytes, draft))
    await draft.attempt('What stands beside its cells', () => readBeside(stream, draft))
    await draft.attempt('How its words are read', () => readReadings(stream, draft))
  }
  if (compound !== null)
    await draft.attempt('A file inside it', () => embedStorages(compound, draft, /^MBD[0-9A-F]+$/i))
  return draft.reading()
}

/** The oldest way to lock a workbook, which the library opens. */
function readObfuscated(bytes: Buffer, draft: Draft): void {
  for (const password of candidates(draft.options.passwords)) {
    try {
      readWorkbook(bytes, draft, password)
      return
    } catch (error) {
      // Not this one; all else is no matter of passwords.
      const isWrong = error instanceof Error && /incorrect|password-protected/i.test(error.message)
      if (!isWrong) throw /encrypt/i.test(String(error)) ? notImplemented() : error
    }
  }
  throw wrongPassword()
}

/** How words of its cells are read aloud, each once. */
function readReadings(stream: Buffer, draft: Draft): void {
  const records: Buffer[] = []
  for (const { type, body } of excelRecords(stream)) {
    const goesOn = records.length > 0 && type === recordTypes.continued
    if (type === recordTypes.sharedStrings || goesOn) records.push(body)
    else if (records.length > 0) break
  }
  for (const reading of readingsOf(records)) draft.text.wholeLine(reading)
}

/**
 * Text boxes, headers and footers, and charts: their words, and what they show, which is kept with them also where the cells
 * are elsewhere. Comments are told with their cells.
 */
function readBeside(stream: Buffer, draft: Draft): void {
  const { text } = draft
  let expected = 0
  let words = ''
  /** Values of the series that is open; null outside of charts. */
  let shown: string[] | null = null
  for (const { type, body } of excelRecords(stream)) {
    if (type === recordTypes.beginOfFile)
      shown = body.length >= 4 && body.readUInt16LE(2) === chart ? [] : null
    if (shown !== null) {
      if (type === recordTypes.label && body.length > 9) shown.push(wideString(body, body.readUInt16LE(6), 8))
      else if (type === recordTypes.number && body.length >= 14) shown.push(String(body.readDoubleLE(6)))
      else if (type === recordTypes.seriesIndex || type === recordTypes.endOfFile) {
        text.wholeLine(shown.join('\t'))
        shown = []
      }
    }
    if (type === recordTypes.continued && expected > 0) {
      // The first byte says whether characters are of two bytes.
      const piece = body[0] === 1 ? body.toString('utf16le', 1) : body.toString('latin1', 1)
      words += piece.slice(0, expected)
      expected -= Math.min(expected, piece.length)
      if (expected === 0) text.wholeLine(words.replaceAll('\0', ''))
      continue
    }
    expected = 0
    if (type === recordTypes.textObject && body.length >= 12) {
      expected = body.readUInt16LE(10)
      words = ''
    } else if (type === recordTypes.header || type === recordTypes.footer) {
      if (body.length > 3) text.wholeLine(headerText(wideString(body, body.readUInt16LE(0), 2)))
    } else if (type === recordTypes.seriesText && body.length > 4)
      text.wholeLine(wideString(body, body[2] ?? 0, 3))
  }
}

/** What a part of the stream is, as its beginning says. */
const chart = 0x0020

/** A string with its flags before it, bytes or pairs of bytes ([MS-XLS] 2.5.294). */
function wideString(body: Buffer, length: number, at: number): string {
  const wide = ((body[at] ?? 0) & 1) === 1
  return wide
    ? body.toString('utf16le', at + 1, at + 1 + length * 2)
    : body.toString('latin1', at + 1, at + 1 + length)
}
