/** Outlook's message files (MS-OXMSG): a message as a compound file, each property a stream or a place in a table. */
import { isSystemFault } from '../archives/archive.ts'
import { decoderOf } from '../charsets/code-pages.ts'
import { type Compound, type CompoundEntry, insideStorage, readCompound } from '../ole/compound.ts'
import { writeCompound } from '../ole/write-compound.ts'
import { type Names, namesIn, withNames } from './names.ts'
import {
  codePageOf,
  fixedLengths,
  ids,
  type MapiAttachment,
  type MapiObject,
  Properties,
  type Property,
} from './properties.ts'

/** Bytes before the table of properties of fixed length, by what the table belongs to (MS-OXMSG 2.4). */
const tableHeader = { message: 32, inner: 24, attached: 8 } as const
const tableName = '__properties_version1.0'
const innerObject = '__substg1.0_3701000D'
const mapping = '__nameid_version1.0'

/**
 * Reads a message file; `cut` says that something of it is missing. `depth`: how many messages may still stand in messages.
 * Throws NotCompound.
 */
export function readMsg(
  bytes: Buffer,
  depth: number,
): { readonly message: MapiObject; readonly cut: boolean } {
  const file = new MsgFile(readCompound(bytes))
  return { message: file.message('', tableHeader.message, depth), cut: file.cut }
}

class MsgFile {
  readonly #compound: Compound
  /** What stands in a storage itself, by the storage's path; of the file it is the empty one. */
  readonly #inside = new Map<string, CompoundEntry[]>()
  readonly #names: Names

  constructor(compound: Compound) {
    this.#compound = compound
    for (const entry of compound.entries) {
      const storage = entry.path.slice(0, Math.max(0, entry.path.lastIndexOf('/')))
      const others = this.#inside.get(storage)
      if (others === undefined) this.#inside.set(storage, [entry])
      else others.push(entry)
    }
    const read = (name: string): Buffer =>
      compound.stream(`${mapping}/__substg1.0_${name}`) ?? Buffer.alloc(0)
    this.#names = namesIn(read('00020102'), read('00030102'), read('00040102'))
  }

  /** A stream whose bytes end before the directory says. */
  get cut(): boolean {
    return (
      this.#compound.cut ||
      this.#compound.entries.some(
        ({ kind, path, size }) => kind === 'stream' && (this.#compound.stream(path)?.length ?? 0) < size,
      )
    )
  }

  message(storage: string, header: number, depth: number): MapiObject {
    const raw = withNames(this.#properties(storage, header), this.#names)
    const own = new Properties(raw, decoderOf(0))
    const decode = decoderOf(codePageOf(own))
    const below = (path: string): Properties =>
      new Properties(withNames(this.#properties(path, tableHeader.attached), this.#names), decode)
    return {
      properties: new Properties(raw, decode),
      recipients: this.#storages(storage, '__recip_version1.0').map(({ path }) => below(path)),
      attachments: this.#storages(storage, '__attach_version1.0').map(({ path }): MapiAttachment => {
        const inner = this.#storages(path, innerObject)[0]
        const isMessage = inner !== undefined && this.#compound.stream(`${inner.path}/${tableName}`) !== null
        const properties = below(path)
        return {
          properties,
          data:
            inner === undefined || isMessage ? properties.bytes(ids.attachedData) : this.#object(inner.path),
          message: isMessage && depth > 0 ? this.message(inner.path, tableHeader.inner, depth - 1) : null,
        }
      }),
      faults: [],
    }
  }

  /** An object of another program: its storage is a file without its frame. Null where none can be made of it. */
  #object(storage: string): Buffer | null {
    const object = insideStorage(this.#compound, storage)
    if (!object.entries.some(({ kind }) => kind === 'stream')) return null
    try {
      return writeCompound(object)
    } catch (error) {
      if (isSystemFault(error)) throw error
      return null
    }
  }

  /** In the order of their names, which are numbered. */
  #storages(storage: string, beginning: string): readonly CompoundEntry[] {
    return (this.#inside.get(storage) ?? [])
      .filter(
        ({ kind, name }) => kind === 'storage' && name.toLowerCase().startsWith(beginning.toLowerCase()),
      )
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  }

  #properties(storage: string, header: number): ReadonlyMap<number, Property> {
    const properties = new Map<number, Property>()
    const at = storage === '' ? '' : `${storage}/`
    const table = this.#compound.stream(at + tableName) ?? Buffer.alloc(0)
    for (let entry = header; entry + 16 <= table.length; entry += 16) {
      const type = table.readUInt16LE(entry)
      const length = fixedLengths.get(type)
      if (length !== undefined && length <= 8)
        properties.set(table.readUInt16LE(entry + 2), {
          type,
          values: [table.subarray(entry + 8, entry + 8 + length)],
        })
    }
    const several = new Map<number, { readonly type: number; readonly values: Map<number, Buffer> }>()
    for (const { kind, name, path } of this.#inside.get(storage) ?? []) {
      const m = /^__substg1\.0_([0-9A-F]{4})([0-9A-F]{4})(?:-([0-9A-F]{8}))?$/i.exec(name)
      const value = m === null || kind === 'storage' ? null : this.#compound.stream(path)
      if (m === null || value === null) continue
      const id = Number.parseInt(m[1] ?? '', 16)
      const declared = Number.parseInt(m[2] ?? '', 16)
      const type = declared & ~severalBit
      const length = fixedLengths.get(type)
      if ((declared & severalBit) === 0) properties.set(id, { type, values: [value] })
      else if (length !== undefined) properties.set(id, { type, values: pieces(value, length) })
      // Of several values each has a stream of its own, numbered; the one without a number has only their lengths.
      else if (m[3] !== undefined) {
        const numbered = several.get(id) ?? { type, values: new Map<number, Buffer>() }
        several.set(id, numbered)
        numbered.values.set(Number.parseInt(m[3], 16), value)
      }
    }
    // The directory has them in any order.
    for (const [id, { type, values }] of several)
      properties.set(id, {
        type,
        values: [...values].toSorted(([a], [b]) => a - b).map(([, value]) => value),
      })
    return properties
  }
}

const severalBit = 0x1000

const pieces = (bytes: Buffer, length: number): readonly Buffer[] =>
  Array.from({ length: Math.floor(bytes.length / length) }, (_, n) =>
    bytes.subarray(n * length, (n + 1) * length),
  )
