/**
 * Records of a web archive (WARC 1.1, ISO 28500) while it streams by: what was fetched, without the protocol around it, under
 * the last part of its address. Requests and notes about the fetching are no documents.
 */
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { type ArchiveEntry, DamagedEntry } from './archive.ts'
import { ByteReader, Part } from './byte-reader.ts'
import { entryDate } from './entry-date.ts'
import { piped } from './piped.ts'

/** Bytes of one line of a header, and lines of one. */
const lineBytes = 64 * 1024
const headerLines = 1000

/** Records about other records, and their own. */
const passedBy: ReadonlySet<string> = new Set(['warcinfo', 'request', 'metadata'])

type Fields = ReadonlyMap<string, string>

/** The fetched files in order. Throws at the end where the archive is damaged or cut. */
export async function* warcEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchiveEntry> {
  const reader = new ByteReader(chunks)
  try {
    for (let number = 0; ; number++) {
      const fields = await headerOf(reader)
      if (fields === null) break
      const length = Number(/^\d{1,15}$/.exec(fields.get('content-length') ?? '')?.[0] ?? Number.NaN)
      if (Number.isNaN(length)) throw new Error('a record of it has no length.')
      const record = new Part(reader, length)
      const type = fields.get('warc-type')?.toLowerCase() ?? ''
      const isResponse = type === 'response' && /^application\/http/i.test(fields.get('content-type') ?? '')
      const hasContent = ['response', 'resource', 'conversion'].includes(type)
      if (!passedBy.has(type))
        yield {
          number,
          name: nameOf(fields.get('warc-target-uri') ?? ''),
          size: length,
          packedSize: null,
          modifiedAt: entryDate(new Date(fields.get('warc-date') ?? '')),
          refused: hasContent
            ? null
            : { code: 'unsupportedType', reason: 'It is a record without content of its own.' },
          open: () => Promise.resolve(whole(record, isResponse ? bodyOf(record) : record.bytes())),
        }
      await record.pass()
      if (record.left > 0) throw new Error('it ends in the middle of a record.')
    }
  } finally {
    await reader.stop()
  }
}

async function* whole(record: Part, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    throw new DamagedEntry(error instanceof Error ? error.message : String(error))
  }
  if (record.left > 0) throw new DamagedEntry('the archive ends in the middle of it.')
}

/** The fields of a header with its first line under the empty name; null at the end of the stream. */
async function headerOf(reader: ByteReader): Promise<Fields | null> {
  const fields = new Map<string, string>()
  let name = ''
  for (let count = 0; count < headerLines; ) {
    const line = await reader.line(lineBytes)
    if (line === null) {
      if (await reader.has(1)) throw new Error('a header of it is damaged.')
      return null
    }
    const text = line.toString().trimEnd()
    // Empty lines end a header, and stand between two records.
    if (text === '' && count > 0) return fields
    if (text === '') continue
    const [, field = '', value = ''] = /^([^\s:]{1,100}):\s*(.*)$/s.exec(text) ?? []
    if (/^[ \t]/.test(text)) fields.set(name, `${fields.get(name) ?? ''} ${text.trim()}`)
    else if (count === 0) fields.set('', text)
    else if (field !== '') {
      name = field.toLowerCase()
      fields.set(name, value)
    }
    count++
  }
  throw new Error('a header of it has no end.')
}

/** What a response carries, as it was before it was made fit for the way. */
async function* bodyOf(record: Part): AsyncGenerator<Buffer> {
  const reader = new ByteReader(record.bytes())
  const fields = await headerOf(reader)
  const chunks = /chunked/i.test(fields?.get('transfer-encoding') ?? '') ? unchunked(reader) : rest(reader)
  const coding = fields?.get('content-encoding')?.trim().toLowerCase() ?? ''
  if (/^(x-)?gzip$/.test(coding)) yield* piped(chunks, createGunzip())
  else if (coding === 'deflate') yield* piped(chunks, createInflate())
  else if (coding === 'br') yield* piped(chunks, createBrotliDecompress())
  else yield* chunks
}

async function* rest(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = await reader.some(lineBytes)
    if (bytes.length === 0) return
    yield bytes
  }
}

/** RFC 9112, section 7.1. Some programs take the chunks apart and leave the field: then the content begins at once. */
async function* unchunked(reader: ByteReader): AsyncGenerator<Buffer> {
  for (let first = true; ; first = false) {
    const line = await reader.line(lineBytes)
    const digits = /^([0-9a-f]{1,12})\s*(;.*)?\r?\n$/is.exec(line?.toString('latin1') ?? '')?.[1]
    if (digits === undefined) {
      if (!first) throw new Error('a chunk of it is damaged.')
      if (line !== null) yield line
      yield* rest(reader)
      return
    }
    const chunk = new Part(reader, Number.parseInt(digits, 16))
    if (chunk.left === 0) return
    yield* chunk.bytes()
    await reader.line(2)
  }
}

/** The last part of an address, decoded; that of its host where it has none. */
function nameOf(address: string): string {
  const [, host = '', path = ''] = /^<?[a-z][\w+.-]*:(?:\/\/)?([^/?#]*)([^?#>]*)/i.exec(address) ?? []
  const last = path.split('/').findLast((part) => part !== '') ?? host
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
