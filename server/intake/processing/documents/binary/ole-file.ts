/** What all old office documents have: a compound file with property sets, and perhaps a password. */
import { type Compound, NotCompound, readCompound } from '../../ole/compound.ts'
import { unwrapStorage } from '../../ole/package.ts'
import { readOleProperties } from '../../ole/properties.ts'
import type { Draft } from '../draft.ts'
import { Unreadable } from '../reading.ts'

/** Opens the file and puts its properties into the draft. Throws Unreadable where it is no compound file. */
export function openOleFile(bytes: Buffer, draft: Draft): Compound {
  let compound: Compound
  try {
    compound = readCompound(bytes)
  } catch (error) {
    if (error instanceof NotCompound)
      throw new Unreadable('corrupt', 'It is damaged: it cannot be taken apart.')
    throw error
  }
  if (compound.cut)
    draft.flaw('corrupt', 'It is cut or damaged: what could be found of it was read.', 'parse')
  try {
    readOleProperties(compound, draft.fields)
  } catch {
    draft.flaw('corrupt', 'Its properties are damaged and could not be read whole.', 'parse')
  }
  if (compound.entries.some(({ name }) => name === '\u0009DRMContent'))
    draft.flaw('encrypted', 'Its content is protected by rights management.', 'parse')
  if (compound.entries.some(({ name }) => /^_?VBA(_PROJECT.*)?$/i.test(name))) draft.fields.hides('Macros')
  return compound
}

/** Objects that other programs left in storages of their own, each a compound file without its frame. */
export function embedStorages(compound: Compound, draft: Draft, storages: RegExp): void {
  for (const { kind, path, name } of compound.entries) {
    if (kind !== 'storage' || !storages.test(path)) continue
    const inner = unwrapStorage(compound, path, name)
    if (inner !== null) draft.embed(inner.name, inner.bytes)
  }
}
