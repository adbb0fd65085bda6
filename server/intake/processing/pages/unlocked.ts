/** Locked documents of office programs as what they hold, by the passwords that are known. */

import { LimitPassed } from '../budget.ts'
import { decryptPackage, isEncryptedPackage } from '../documents/encryption/office-package.ts'
import { openDocumentParts } from '../documents/encryption/open-document.ts'
import { Unreadable } from '../documents/reading.ts'
import { identifyWhole } from '../identify/identify.ts'
import { defaultLimits } from '../limits.ts'
import { isCompound, NotCompound, readCompound } from '../ole/compound.ts'

/** The package inside a locked one; anything else as it is. Rejects with Unreadable where no password fits. */
export async function unlocked(file: Buffer, passwords: readonly string[]): Promise<Buffer> {
  if (isLockedOpenDocument(file)) return await unlockedOpenDocument(file, passwords)
  if (!isCompound(file)) return file
  try {
    const compound = readCompound(file)
    return isEncryptedPackage(compound) ? decryptPackage(compound, passwords) : file
  } catch (error) {
    // What is wrong with it is said by whoever looks for its parts.
    if (error instanceof NotCompound) return file
    throw error
  }
}

function isLockedOpenDocument(file: Buffer): boolean {
  const { category, mimeType } = identifyWhole(file, '')
  return category === 'Encrypted' && /^application\/vnd\.(oasis\.opendocument|sun\.xml)\./.test(mimeType)
}

async function unlockedOpenDocument(file: Buffer, passwords: readonly string[]): Promise<Buffer> {
  try {
    return (await openDocumentParts(file, { limits: defaultLimits, passwords })).plain()
  } catch (error) {
    if (error instanceof LimitPassed) throw new Unreadable(error.code, error.message)
    throw error
  }
}
