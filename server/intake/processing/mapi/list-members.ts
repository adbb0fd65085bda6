/** Who is in a distribution list (MS-OXOCNTC 2.2.2.2). */
import { showAddress } from '../../../review/documents/mail-address.ts'
import { addressIn } from './one-off.ts'
import { named, type Properties, sets } from './properties.ts'

const properties = {
  oneOff: named(sets.address, 0x8054),
  members: named(sets.address, 0x8055),
  stream: named(sets.address, 0x8064),
} as const
/** Bytes of the stream before its first member: version, flags, counts and sizes. */
const streamHeader = 28

/** Members that are read; of more only their number is told. */
const maxMembers = 100_000

/** One for each member, as people read it; empty for what is no list. */
export function listMembers(p: Properties): readonly string[] {
  const members = membersOf(p)
  const read = members.slice(0, maxMembers).map(([id, oneOff]) => {
    const address = addressIn(oneOff, p.decode) ?? addressIn(id, p.decode)
    return address === null ? 'unnamed' : showAddress(address)
  })
  const left = members.length - read.length
  return left === 0 ? read : [...read, `${left} more`]
}

/** A member's id, and what says who it is; empty where that is not there. */
type Member = readonly [id: Buffer, oneOff: Buffer]

const none = Buffer.alloc(0)

/** Long lists have a stream; what is beside it is not kept up. */
function membersOf(p: Properties): readonly Member[] {
  const stream = p.bytes(properties.stream)
  if (stream !== null && stream.length > streamHeader) return inStream(stream)
  const ids = p.allBytes(properties.members)
  const oneOffs = p.allBytes(properties.oneOff)
  return Array.from({ length: Math.max(ids.length, oneOffs.length) }, (_, n) => [
    ids[n] ?? none,
    oneOffs[n] ?? none,
  ])
}

/** Of each member its id, its one-off id and what is kept free, each with its length before it. */
function inStream(stream: Buffer): readonly Member[] {
  const members: Member[] = []
  let at = streamHeader
  const next = (): Buffer => {
    if (at + 4 > stream.length) return none
    const start = at + 4
    at = start + stream.readUInt32LE(at)
    return stream.subarray(start, at)
  }
  const count = stream.readUInt32LE(12)
  while (members.length < count && at + 12 <= stream.length) {
    members.push([next(), next()])
    next()
  }
  return members
}
