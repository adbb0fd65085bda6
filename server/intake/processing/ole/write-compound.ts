/** Writes what a storage holds as a compound file of its own: so an embedded document is again the file that it was. */
import { ownPackage } from '../lazy-dependency.ts'
import type { Compound } from './compound.ts'

export function writeCompound(compound: Compound): Buffer {
  // Large, and seldom needed: it is not loaded with what reads mail.
  const { CFB } = ownPackage('@e965/xlsx') as typeof import('@e965/xlsx')
  const made = CFB.utils.cfb_new()
  for (const { kind, path } of compound.entries) {
    const content = kind === 'stream' ? compound.stream(path) : null
    if (content !== null) CFB.utils.cfb_add(made, `/${path}`, content)
  }
  const written: unknown = CFB.write(made, { type: 'buffer' })
  return Buffer.isBuffer(written) ? written : Buffer.alloc(0)
}
