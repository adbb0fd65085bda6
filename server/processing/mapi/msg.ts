/** Outlook's message files (MS-OXMSG): a message as a compound file, each property a stream or a place in a table. */
import { readCompound, type Storage, streamOf } from '../ole/compound.ts'
import { codePageOf, decoderOf } from './code-pages.ts'
import { type Names, namesIn } from './names.ts'
import {
  fixedLengths,
  ids,
  type MapiAttachment,
  type MapiObject,
  Properties,
  type Property,
  type PropertyKey,
} from './properties.ts'

/** Reads a message file. Throws BrokenCompound. `depth`: how many messages may still stand in messages. */
export function readMsg(bytes: Buffer, depth: number): MapiObject {
  const root = readCompound(bytes)
  return messageIn(root, tableHeader.message, namesOf(root), depth)
}

/** Bytes before the table of properties of fixed length, by what the table belongs to (MS-OXMSG 2.4). */
const tableHeader = { message: 32, inner: 24, attached: 8 } as const
const tableName = '__properties_version1.0'
const innerMessage = '__substg1.0_3701000D'

function messageIn(storage: Storage, header: number, names: Names, depth: number): MapiObject {
  const raw = propertiesIn(storage, header, names)
  const own = new Properties(raw, decoderOf(0))
  const decode = decoderOf(
    codePageOf(own.whole(ids.messageCodePage), own.whole(ids.internetCodePage), own.whole(ids.localeId)),
  )
  const inside = (prefix: string): readonly Storage[] =>
    storage.storages.filter(({ name }) => name.toLowerCase().startsWith(prefix))
  return {
    properties: new Properties(raw, decode),
    recipients: inside('__recip_version1.0').map(
      (one) => new Properties(propertiesIn(one, tableHeader.attached, names), decode),
    ),
    attachments: inside('__attach_version1.0').map((one): MapiAttachment => {
      const inner = one.storages.find(({ name }) => name.toUpperCase() === innerMessage.toUpperCase())
      return {
        properties: new Properties(propertiesIn(one, tableHeader.attached, names), decode),
        message:
          inner === undefined || depth <= 0 || streamOf(inner, tableName) === null
            ? null
            : messageIn(inner, tableHeader.inner, names, depth - 1),
      }
    }),
  }
}

const several = 0x1000
const tableEntry = 16

function propertiesIn(storage: Storage, header: number, names: Names): Map<PropertyKey, Property> {
  const properties = new Map<PropertyKey, Property>()
  const keyOf = (id: number): PropertyKey | undefined => (id < 0x8000 ? id : names.get(id))
  const table = streamOf(storage, tableName)?.read() ?? Buffer.alloc(0)
  for (let at = header; at + tableEntry <= table.length; at += tableEntry) {
    const type = table.readUInt16LE(at)
    const key = keyOf(table.readUInt16LE(at + 2))
    const length = fixedLengths.get(type)
    if (key !== undefined && length !== undefined && length <= 8)
      properties.set(key, { type, values: [table.subarray(at + 8, at + 8 + length)] })
  }
  for (const stream of storage.streams) {
    const m = /^__substg1\.0_([0-9A-F]{4})([0-9A-F]{4})(?:-([0-9A-F]{8}))?$/i.exec(stream.name)
    if (m === null) continue
    const key = keyOf(Number.parseInt(m[1] ?? '', 16))
    const declared = Number.parseInt(m[2] ?? '', 16)
    const type = declared & ~several
    if (key === undefined) continue
    if ((declared & several) === 0) properties.set(key, { type, values: [stream.read()] })
    // Of several values each has a stream of its own, numbered; the one without a number has only their lengths.
    else if (m[3] !== undefined)
      properties.set(key, { type, values: [...(properties.get(key)?.values ?? []), stream.read()] })
  }
  return properties
}

function namesOf(root: Storage): Names {
  const mapping = root.storages.find(({ name }) => name.toLowerCase() === '__nameid_version1.0')
  const read = (name: string): Buffer =>
    (mapping === undefined ? null : streamOf(mapping, name))?.read() ?? Buffer.alloc(0)
  return namesIn(read('__substg1.0_00020102'), read('__substg1.0_00030102'), read('__substg1.0_00040102'))
}

/** What of a message file is not there: streams whose bytes end before the directory says. */
export function isCut(bytes: Buffer): boolean {
  const look = (storage: Storage): boolean =>
    storage.streams.some((stream) => stream.read().length < stream.size) || storage.storages.some(look)
  return look(readCompound(bytes))
}
