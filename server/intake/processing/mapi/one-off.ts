/** Who an entry id is (MS-OXCDATA 2.2.5), where it is more than a key into an address book. */
import type { Address } from '../../../review/documents/mail-address.ts'
import { storableUpTo } from '../text.ts'
import { guidOf } from './properties.ts'

/** What an entry id is, by its provider. */
const providers = {
  oneOff: 'a41f2b81-a3be-1910-9d6e-00dd010f5402',
  wrapped: 'd3ad91c0-9d51-11cf-a4a9-00aa0047faa4',
  addressBook: 'c840a7dc-42c0-1a10-b4b9-08002b2fe182',
} as const
/** Ids in ids; what is deeper was made to be. */
const deepest = 2
const isUnicode = 0x8000

/** Null where the id only points to somebody. `decode`: text that is not Unicode. */
export function addressIn(
  entryId: Buffer,
  decode: (bytes: Buffer) => string,
  depth: number = deepest,
): Address | null {
  if (entryId.length < 24 || depth < 0) return null
  const provider = guidOf(entryId.subarray(4, 20))
  // One byte says what is wrapped.
  if (provider === providers.wrapped) return addressIn(entryId.subarray(21), decode, depth - 1)
  if (provider === providers.oneOff) {
    const isWide = (entryId.readUInt16LE(22) & isUnicode) !== 0
    const [name = '', , address = ''] = stringsIn(entryId.subarray(24), isWide ? wide : decode)
    return name === '' && address === '' ? null : { name, address }
  }
  if (provider !== providers.addressBook) return null
  const [address = ''] = stringsIn(entryId.subarray(28), decode)
  return address === '' ? null : { name: '', address }
}

const wide = (bytes: Buffer): string => bytes.toString('utf16le')

/** Up to three strings, each ended by a NUL: a name, the type of the address, the address. */
const stringsIn = (bytes: Buffer, decode: (bytes: Buffer) => string): readonly string[] =>
  decode(bytes.subarray(0, 6000))
    .split('\0', 3)
    .map((one) => storableUpTo(one, 500).trim())
