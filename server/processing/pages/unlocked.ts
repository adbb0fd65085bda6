/** Locked packages of Office as what they hold, by the passwords that are known. */
import { decryptPackage, isEncryptedPackage } from '../documents/encryption/office-package.ts'
import { isCompound, NotCompound, readCompound } from '../ole/compound.ts'

/** The package inside a locked one; anything else as it is. Throws Unreadable where no password fits. */
export function unlocked(file: Buffer, passwords: readonly string[]): Buffer {
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
