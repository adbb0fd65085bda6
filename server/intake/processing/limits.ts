/** What one import may cost. Past a limit an item becomes an exception with its reason; it is never dropped. */
export interface Limits {
  /** Containers in containers, and messages in messages. */
  readonly depth: number
  /** Items in one container. */
  readonly entries: number
  /**
   * Bytes of one message or file that is read into memory. A process of 1 GB holds a message of 100 MB with attachments
   * (it takes about 750 MB), if it holds no other; one with 100 MB of text does not fit even alone.
   */
  readonly itemBytes: number
  /** Bytes that one source may expand to, all containers together. */
  readonly expandedBytes: number
  /**
   * Bytes that one archive may expand to whose entries can only be unpacked all at once (7z, rar, …), to the disk, before
   * the first of them is read.
   */
  readonly archiveBytes: number
  /** Expanded bytes for each packed byte of a container … */
  readonly ratio: number
  /** … once it has expanded to more than this: small files of zeros are no bombs. */
  readonly ratioFrom: number
  /** Bytes that the parts of one document (an office file is a zip of parts) may expand to. */
  readonly documentBytes: number
  /** Characters that are taken from one document; a few parts that are shown very often are many. */
  readonly documentChars: number
  /** Cells of one workbook that are taken. */
  readonly cells: number
  /** Members of one family, up to which messages in messages are taken apart. */
  readonly members: number
  /** Members of one family altogether: it is written whole, and nobody may be kept waiting for long. */
  readonly familyDocuments: number
  /** Bytes of what stands in the containers of one family, together: it is held in memory. */
  readonly familyBytes: number
  /** MIME parts in parts. */
  readonly mimeDepth: number
  readonly headerBytes: number
  /** Characters of sanitised HTML; a longer view is left out, the text stays. */
  readonly htmlChars: number
  readonly nameChars: number
  /** Characters of a title, and of what is shown of the senders beside it. */
  readonly titleChars: number
  /** Addresses of one field that become a field of the document; the message keeps all. */
  readonly addresses: number
  /** Milliseconds that one item may take before its process is ended. */
  readonly itemMs: number
}

export const defaultLimits: Limits = {
  depth: 20,
  entries: 1_000_000,
  itemBytes: 100 * 1024 * 1024,
  expandedBytes: 200 * 1024 * 1024 * 1024,
  archiveBytes: 20 * 1024 * 1024 * 1024,
  ratio: 100,
  ratioFrom: 32 * 1024 * 1024,
  documentBytes: 400 * 1024 * 1024,
  documentChars: 60_000_000,
  cells: 10_000_000,
  members: 2_000,
  familyDocuments: 5_000,
  familyBytes: 200 * 1024 * 1024,
  mimeDepth: 100,
  headerBytes: 2 * 1024 * 1024,
  htmlChars: 4_000_000,
  nameChars: 255,
  titleChars: 4_000,
  addresses: 10_000,
  itemMs: 60_000,
}

/** Of each limit the one that lets more through. */
export function widest(one: Limits, other: Limits): Limits {
  const wide: { -readonly [Name in keyof Limits]: number } = { ...one }
  for (const name of Object.keys(one) as (keyof Limits)[]) wide[name] = Math.max(one[name], other[name])
  return wide
}
