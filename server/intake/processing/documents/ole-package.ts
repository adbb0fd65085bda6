/** The file that was packed into an object (OLE Package), where the object is a file of its own. */
import { NotCompound, readCompound } from '../ole/compound.ts'
import { readNative } from '../ole/package.ts'
import { type Reader, Unreadable } from './reading.ts'

export const readOlePackage: Reader = (bytes) => {
  const inside = packedIn(bytes)
  return Promise.resolve({
    text: null,
    html: null,
    metadata: {},
    embedded: [{ name: inside.name, bytes: inside.bytes }],
    flaws: inside.cut
      ? [
          {
            code: 'containerPartial',
            reason: 'It ends before the file in it does: what is there was taken out.',
            stage: 'expand',
          },
        ]
      : [],
  })
}

function packedIn(bytes: Buffer): NonNullable<ReturnType<typeof readNative>> {
  try {
    const inside = readNative(readCompound(bytes).stream('\u0001Ole10Native') ?? Buffer.alloc(0))
    if (inside !== null) return inside
  } catch (error) {
    if (!(error instanceof NotCompound)) throw error
    throw new Unreadable('corrupt', 'It is damaged: it cannot be taken apart.')
  }
  throw new Unreadable(
    'unsupportedType',
    'It holds data of another program and no file: open it in that program, export it, and add that.',
  )
}
