/** A row of a load file as the document that it becomes: its file, its text and its member. Nothing is written here. */
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { hashes } from '../../platform/hashes.ts'
import { showAddress } from '../../review/documents/mail-address.ts'
import { extensionOf, headBytes, identify, type Kind } from '../processing/identify/identify.ts'
import { inPlace, type OnDisk } from '../processing/large.ts'
import { defaultLimits } from '../processing/limits.ts'
import type { Member, RecordType } from '../processing/member.ts'
import { fileName, messageName } from '../processing/names.ts'
import { decodeText } from '../processing/text.ts'
import { type ImageSet, imageSetOf } from './images/assemble.ts'
import { ImageFault } from './images/page-image.ts'
import type { Mapping } from './mapping.ts'
import type { KinMember } from './plan/families.ts'
import type { FaultPlace, PlanFault } from './plan/fault.ts'
import type { PlannedRow } from './plan/planning.ts'
import type { Read, VolumeFile } from './reading.ts'
import type { RowValues, ValueFault, ValueReader } from './values.ts'

/** What a row brings, read from its files. */
export interface RowContent {
  readonly row: PlannedRow
  readonly values: RowValues
  readonly native: (OnDisk & { readonly kind: Kind; readonly path: readonly string[] }) | null
  readonly text: string | null
  readonly truncated: boolean
  readonly images: ImageSet | null
  /** The file of its text, where the document has no other. */
  readonly textFile: RowContent['native']
  readonly faults: readonly PlanFault[]
}

export interface Sources {
  readonly blobs: Blobs
  readonly spool: string
  readonly read: Read
  readonly reader: ValueReader
  readonly maxTextSize: number
}

/** Texts are read whole. */
const maxTextBytes = 64 * 1024 * 1024

export async function contentOf(sources: Sources, row: PlannedRow): Promise<RowContent> {
  const { read, reader } = sources
  const { mapping, fileAt, rows } = read
  const again = row.at === null || rows === null ? [] : await rows.again(row.at)
  const values = reader.read(again, row)
  const faults: PlanFault[] = []
  const add = (fault: ValueFault, place: FaultPlace = row): void => {
    const { line, from, to } = place
    faults.push({ line, from, to, refusesRow: false, ...fault })
  }
  for (const fault of values.faults) add(fault)
  const nativeFile = row.native === null ? undefined : fileAt.get(row.native)
  const native = nativeFile === undefined ? null : await nativeOf(sources.blobs, nativeFile)
  if (native !== null) for (const fault of hashFaults(mapping, values, native)) add(fault)
  const textFile = (row.text === null ? undefined : fileAt.get(row.text)) ?? null
  const { text, truncated } = await textOf(sources, textFile, values, (reason) =>
    add({ column: mapping.names[mapping.roles.get('textPath') ?? -1] ?? null, code: 'badText', reason }),
  )
  const images = await imagesOf(sources, row, add)
  const isOnlyText = native === null && images === null && textFile !== null
  return {
    ...{ row, values, native, text, truncated, images, faults },
    textFile: isOnlyText ? await nativeOf(sources.blobs, textFile) : null,
  }
}

async function nativeOf(blobs: Blobs, file: VolumeFile): Promise<RowContent['native']> {
  const { head, ...own } = await inPlace((await blobs.open(file.sha256)) as AsyncIterable<Buffer>)
  const kind = identify(head.subarray(0, headBytes), file.path.at(-1) ?? '')
  return { ...own, kind, path: file.path }
}

/** The bytes count; that the load file says otherwise is for somebody to know. */
function* hashFaults(
  { properties, names }: Mapping,
  values: RowValues,
  native: OnDisk,
): Generator<ValueFault> {
  for (const [property, said, own] of [
    ['MD5', values.md5, native.md5],
    ['SHA1', values.sha1, native.sha1],
  ] as const)
    if (said !== null && said !== own)
      yield {
        ...{ column: names[properties.get(property) ?? -1] ?? null, code: 'badValue' },
        reason: `The native has the ${property} ${own}, and the load file says another one. What counts is the file.`,
      }
}

async function textOf(
  { blobs, maxTextSize }: Sources,
  file: VolumeFile | null,
  values: RowValues,
  fault: (reason: string) => void,
): Promise<{ text: string | null; truncated: boolean }> {
  let text = values.text
  if (file !== null) {
    if (file.size > maxTextBytes) fault('The text file has more than 64 MB, and is not read.')
    else text = decodeText(await blobs.read(file.sha256))
  }
  if (text === null || text.length <= maxTextSize) return { text, truncated: false }
  fault(`Only the first ${maxTextSize} of ${text.length} characters of the text can be searched.`)
  return { text: text.slice(0, maxTextSize).toWellFormed(), truncated: true }
}

async function imagesOf(
  sources: Sources,
  { images }: PlannedRow,
  add: (fault: ValueFault, place: FaultPlace) => void,
): Promise<ImageSet | null> {
  if (images === null) return null
  try {
    return await imageSetOf(sources, sources.read.fileAt, images)
  } catch (error) {
    if (!(error instanceof ImageFault)) throw error
    add({ column: null, code: 'badImage', reason: `None of its images is loaded. ${error.message}` }, images)
    return null
  }
}

const nothing = hashes(Buffer.alloc(0))
const pdf = identify(Buffer.from('%PDF-1.5\n'), 'images.pdf')

/** The member of a family that a row becomes. `top`: whether its family begins with a message. */
export function memberOf(
  { row, values, native, text, truncated, images, textFile }: RowContent,
  { parent, depth }: KinMember,
  ordinal: number,
  { top, attached }: { readonly top: boolean; readonly attached: number },
): Member {
  const file = fileOf(row, { native, images, textFile })
  const isMail = isMessage(values)
  const recordType: RecordType =
    parent === null ? (isMail ? 'E-mail' : 'Loose file') : top ? 'E-mail attachment' : 'Loose file'
  const named =
    values.fileName ??
    (isMail && values.subject !== null
      ? messageName(values.subject, file.kind.extension, defaultLimits)
      : file.name)
  const name = fileName(named, defaultLimits, [])
  const { mail } = values
  return {
    ...{ ordinal, parent, depth, recordType },
    category: file.kind.category,
    title: values.name ?? values.subject ?? name,
    fileName: name,
    extension: extensionOf(name) === '' ? file.kind.extension : extensionOf(name),
    mimeType: file.kind.mimeType,
    bytes: file.bytes,
    ...{ md5: file.bytes.md5, sha1: file.bytes.sha1, sha256: file.bytes.sha256 },
    mail,
    fromText: (mail?.from ?? [])
      .map(showAddress)
      .join('; ')
      .slice(0, defaultLimits.titleChars)
      .toWellFormed(),
    ...{ sentAt: values.sentAt, sentOriginal: values.sentOriginal },
    ...{ messageId: values.messageId, inReplyTo: values.inReplyTo, references: [] },
    path:
      values.sourcePath === null ? file.path : values.sourcePath.split(/[\\/]/).filter((part) => part !== ''),
    attachmentCount: attached,
    ...{ text, html: null, hidden: '', truncated },
    noText: text === null ? 'The load file gives no text.' : null,
    metadata: {
      ...values.metadata,
      ...saidHashes(values, file.bytes),
      // The title of a message is its subject; what is none may have another title.
      ...(isMail || values.subject === null ? {} : { Subject: [values.subject] }),
      ...(row.at === null
        ? { Begin_Bates: [row.key], ...(row.end === '' ? {} : { End_Bates: [row.end] }) }
        : {}),
      ...(native === null && images !== null ? { Page_Count: [String(images.pages)] } : {}),
    },
    flaws: [],
  }
}

/** Of a file that did not come with it, as the original of page images. */
const saidHashes = ({ md5, sha1 }: RowValues, own: OnDisk): Record<string, string[]> => ({
  ...(md5 === null || md5 === own.md5 ? {} : { Original_MD5: [md5] }),
  ...(sha1 === null || sha1 === own.sha1 ? {} : { Original_SHA1: [sha1] }),
})

export const isMessage = ({ mail, sentAt }: RowValues): boolean =>
  mail !== null && (mail.from.length > 0 || sentAt !== null)

/** Its native; without one its images, else the file of its text; else it has no bytes at all. */
function fileOf(
  row: PlannedRow,
  { native, images, textFile }: Pick<RowContent, 'native' | 'images' | 'textFile'>,
): { readonly bytes: OnDisk; readonly kind: Kind; readonly name: string; readonly path: readonly string[] } {
  const own = row.key.replace(/[\\/]/g, '_')
  const given = native ?? (images === null ? textFile : null)
  if (given !== null) {
    const { kind, path, ...bytes } = given
    return { bytes, kind, name: path.at(-1) ?? own, path }
  }
  if (images !== null) {
    const { file, pages: _, ...bytes } = images
    return {
      bytes: { ...bytes, file: null },
      kind: pdf,
      name: `${own}.pdf`,
      path: file?.path ?? [`${own}.pdf`],
    }
  }
  return {
    bytes: { ...nothing, size: 0, file: null },
    kind: identify(Buffer.alloc(0), ''),
    name: own,
    path: [own],
  }
}
