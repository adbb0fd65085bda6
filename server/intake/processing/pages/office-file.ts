/** A document of an office program, as LibreOffice is to be given it. */

import { drawings, type FileCategory, kindOf, kindOfType } from '../../../platform/file-kinds.ts'
import type { OfficeFile } from '../../../review/pages/protocol.ts'
import { Unreadable } from '../documents/reading.ts'
import { identifyWhole } from '../identify/identify.ts'
import { unlocked } from './unlocked.ts'

const office: ReadonlySet<FileCategory> = new Set([
  'Word processing',
  'Spreadsheet',
  'Presentation',
  'Encrypted',
])

const drawn: ReadonlySet<string> = new Set(drawings.map((name) => kindOf(name, '').mimeType))

/** Opens it with the first password that fits. Rejects with Unreadable where none does. */
export async function officeFile(
  file: Buffer,
  mimeType: string,
  passwords: readonly string[],
): Promise<OfficeFile> {
  const plain = await unlocked(file, passwords)
  const name = kindOfType(mimeType)
  const declared = name === null ? '' : kindOf(name, '').extension
  const { extension, category, mimeType: found } = identifyWhole(plain, `document.${declared}`)
  // LibreOffice takes whatever it does not know for text, and prints its bytes.
  if (!office.has(category) && !drawn.has(found))
    throw new Unreadable('corrupt', 'It is damaged: it cannot be laid out.')
  return {
    extension: extension === '' ? declared : extension,
    plain: plain === file ? null : plain,
    locked: category === 'Encrypted',
  }
}
