/** The redacted copy of a workbook: always a new xlsx, whatever it was. */
import { readFile, rm, stat } from 'node:fs/promises'
import { type SheetLimits, sheetLimits } from '../../../review/sheets/protocol.ts'
import { LimitPassed } from '../budget.ts'
import { decryptPackage, isEncryptedPackage } from '../documents/encryption/office-package.ts'
import { openParts } from '../documents/parts.ts'
import { type ReadOptions, Unreadable } from '../documents/reading.ts'
import { defaultLimits } from '../limits.ts'
import { isCompound, readCompound } from '../ole/compound.ts'
import type { BookSource } from './book-source.ts'
import { Cover } from './cover.ts'
import type { KeptCells } from './dependents.ts'
import { type Rebuilt, rebuild } from './rebuild.ts'
import { RedactionRefused, type SheetRedaction } from './redactions.ts'
import { rowsSource } from './rows-source.ts'
import { xlsxSource } from './xlsx-source.ts'

export interface RedactWorkbook {
  readonly file: string
  /** Only for what its ending says. */
  readonly name: string
  /** Tried where it is locked. */
  readonly passwords: readonly string[]
  readonly redactions: readonly SheetRedaction[]
  /** Cells that stay although they depend on what is covered: somebody has said so, cell by cell. */
  readonly kept: readonly KeptCells[]
  /** Of the new file, which must not be there. */
  readonly to: string
  readonly limits?: SheetLimits
}

export interface RedactedWorkbook extends Rebuilt {
  /** `rows`: of another format, of which only what the grid shows is here. */
  readonly madeFrom: 'workbook' | 'rows'
  readonly cover: Cover
}

/** Rejects with RedactionRefused where there is nothing that could be let out; then no file is there. */
export async function redactWorkbook(request: RedactWorkbook): Promise<RedactedWorkbook> {
  try {
    const { source, madeFrom } = await sourceOf(request)
    const cover = new Cover(request.redactions, source.sheets.length)
    return { ...(await rebuild(source, cover, request.kept, request.to)), madeFrom, cover }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(request.to, { force: true })
    if (error instanceof Unreadable || error instanceof LimitPassed)
      throw new RedactionRefused(`It cannot be redacted as a workbook, only withheld. ${error.message}`)
    throw error
  }
}

async function sourceOf({ file, name, passwords, limits = sheetLimits }: RedactWorkbook): Promise<{
  readonly source: BookSource
  readonly madeFrom: RedactedWorkbook['madeFrom']
}> {
  const { size } = await stat(file)
  if (size > limits.fileBytes)
    throw new Unreadable('tooLarge', `It is larger than ${limits.fileBytes} bytes.`)
  const options: ReadOptions = {
    limits: { ...defaultLimits, documentBytes: limits.expandedBytes },
    passwords,
    name,
  }
  const bytes = plainPackage(await readFile(file), passwords)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    const parts = openParts(bytes, options.limits)
    const isWorkbook =
      !parts.has('content.xml') && !parts.has('encrypted-package') && !parts.has('xl/workbook.bin')
    if (isWorkbook && parts.names.some((part) => /\.xml$/i.test(part)))
      return { source: xlsxSource(parts, options), madeFrom: 'workbook' }
  }
  return { source: await rowsSource({ file, name, passwords, limits }), madeFrom: 'rows' }
}

/** Without its password, where it is a workbook of parts that has one. */
function plainPackage(bytes: Buffer, passwords: readonly string[]): Buffer {
  if (!isCompound(bytes)) return bytes
  try {
    const compound = readCompound(bytes)
    return isEncryptedPackage(compound) ? decryptPackage(compound, passwords) : bytes
  } catch (error) {
    if (error instanceof Unreadable) throw error
    // The reader of rows says what is wrong with it.
    return bytes
  }
}
