/**
 * The work of a process that reads one spreadsheet: by what its bytes are, whatever it is called. Parts are sheets and blocks
 * of their rows; the result says what there is, what was left out, or why there is nothing.
 */
import { open, readFile, stat } from 'node:fs/promises'
import { kindOf } from '../../../platform/file-kinds.ts'
import type { Tools } from '../../../platform/jobs/protocol.ts'
import type { ReadEnd, ReadRequest } from '../../../review/sheets/protocol.ts'
import { LimitPassed } from '../budget.ts'
import { decryptExcel, isLocked } from '../documents/binary/excel-records.ts'
import { decryptPackage, isEncryptedPackage } from '../documents/encryption/office-package.ts'
import { openDocumentParts } from '../documents/encryption/open-document.ts'
import { wrongPassword } from '../documents/encryption/passwords.ts'
import { binaryWorkbook } from '../documents/ooxml/binary-parts.ts'
import { openParts, type Parts } from '../documents/parts.ts'
import { type ReadOptions, Unreadable } from '../documents/reading.ts'
import { decodeXml } from '../documents/xml.ts'
import { headBytes, identify } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { isCompound, NotCompound, readCompound } from '../ole/compound.ts'
import { BookWriter } from './book-writer.ts'
import { frozenInExcel, frozenInOpenDocument, noneFrozen } from './frozen.ts'
import { hiddenInOpenDocument, toldByLibrary } from './hidden.ts'
import { readByLibrary } from './library.ts'
import { readTextTable } from './text-table.ts'
import { readXlsx } from './xlsx.ts'

const signEveryMs = 1000
const flatOpenDocument = kindOf('fods', '').mimeType

export async function work(request: ReadRequest, tools: Tools): Promise<ReadEnd> {
  let signedAt = 0
  const writer = new BookWriter(
    {
      emit: (part) => tools.emit(part),
      sign() {
        if (Date.now() - signedAt < signEveryMs) return
        signedAt = Date.now()
        tools.at('')
      },
      now: () => Date.now(),
    },
    request.limits,
  )
  try {
    await readSheets(request, writer)
  } catch (error) {
    if (error instanceof Unreadable) return failed(error.message)
    if (error instanceof LimitPassed) writer.leftOut(error.message)
    else if (!writer.hasCells) return failed('It is damaged: its sheets cannot be read.')
    else writer.leftOut('It is damaged: what follows could not be read.')
  }
  return await writer.end()
}

const failed = (reason: string): ReadEnd => ({ sheets: [], missing: [], failed: reason })

async function readSheets({ file, name, passwords, limits }: ReadRequest, writer: BookWriter): Promise<void> {
  const { size } = await stat(file)
  if (size === 0) throw new Unreadable('zeroByte', 'The file is empty.')
  const head = await headOf(file, Math.min(size, headBytes))
  const { mimeType, charset } = identify(head, name)
  if (mimeType === 'text/csv' || mimeType === 'text/tab-separated-values' || mimeType === 'text/plain') {
    const isTabbed = mimeType === 'text/tab-separated-values'
    return await readTextTable(file, { head, isTabbed, ...(charset !== undefined && { charset }) }, writer)
  }
  if (size > limits.fileBytes)
    throw new Unreadable(
      'tooLarge',
      `It is larger than ${limits.fileBytes} bytes: it is not shown as sheets.`,
    )
  const bytes = await readFile(file)
  const options: ReadOptions = {
    limits: { ...defaultLimits, documentBytes: limits.expandedBytes },
    passwords,
    name,
  }
  if (isCompound(bytes)) await readCompoundFile(bytes, options, writer)
  else if (head.subarray(0, 2).toString('latin1') === 'PK') await readZip(bytes, options, writer)
  else if (mimeType === flatOpenDocument)
    await readByLibrary(bytes, { frozen: noneFrozen, hidden: hiddenInOpenDocument(decodeXml(bytes)) }, writer)
  else await readByLibrary(bytes, { frozen: noneFrozen, hidden: toldByLibrary }, writer)
}

async function headOf(file: string, length: number): Promise<Buffer> {
  const head = Buffer.alloc(length)
  const opened = await open(file)
  try {
    await opened.read(head, 0, length, 0)
  } finally {
    await opened.close()
  }
  return head
}

async function readZip(bytes: Buffer, options: ReadOptions, writer: BookWriter): Promise<void> {
  const parts = openParts(bytes, options.limits)
  if (parts.has('content.xml') || parts.has('encrypted-package'))
    return await readOpenDocument(bytes, options, writer)
  try {
    if (parts.has('xl/workbook.bin'))
      await readByLibrary(binaryWorkbook(parts), { frozen: noneFrozen, hidden: toldByLibrary }, writer)
    else if (parts.names.some((name) => /\.xml$/i.test(name))) await readXlsx(parts, options, writer)
    else throw new Unreadable('corrupt', 'It is damaged: it has no sheets.')
  } finally {
    tellLosses(parts, writer)
  }
}

async function readOpenDocument(bytes: Buffer, options: ReadOptions, writer: BookWriter): Promise<void> {
  const { parts, plain } = await openDocumentParts(bytes, options)
  // The library says nothing of what is damaged.
  const hidden = hiddenInOpenDocument(parts.xml('content.xml') ?? '')
  try {
    const frozen = frozenInOpenDocument(parts.read('settings.xml'))
    await readByLibrary(plain(), { frozen, hidden }, writer)
  } finally {
    tellLosses(parts, writer)
  }
}

/** Whatever ended the reading. */
function tellLosses(parts: Parts, writer: BookWriter): void {
  for (const loss of parts.losses) writer.leftOut(loss)
}

async function readCompoundFile(bytes: Buffer, options: ReadOptions, writer: BookWriter): Promise<void> {
  let compound: ReturnType<typeof readCompound>
  try {
    compound = readCompound(bytes)
  } catch (error) {
    if (error instanceof NotCompound)
      throw new Unreadable('corrupt', 'It is damaged: it cannot be taken apart.')
    throw error
  }
  if (isEncryptedPackage(compound))
    return await readZip(decryptPackage(compound, options.passwords), options, writer)
  const found = compound.stream('Workbook') ?? compound.stream('Book')
  if (found === null) throw new Unreadable('corrupt', 'Its sheets are missing.')
  if (compound.cut) writer.leftOut('It is cut or damaged: what could be found of it is shown.')
  const plain = decryptExcel(found, options.passwords)
  const stream = plain ?? found
  if (isLocked(stream)) throw wrongPassword()
  await readByLibrary(plain ?? bytes, { frozen: frozenInExcel(stream), hidden: toldByLibrary }, writer)
}
