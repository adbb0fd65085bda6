/**
 * Documents of office programs laid out as PDFs by LibreOffice, kept with their page images. A PDF is of one project: what
 * its passwords have opened is nobody else's.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Office } from '../../platform/office/office.ts'
import { ownName } from '../../platform/process-id.ts'
import type { Drawable, Source } from './draw.ts'
import { type KeptPages, keyInProject } from './kept.ts'
import type { OfficeFile, PageFault } from './protocol.ts'

interface Means {
  readonly office: Office
  readonly kept: KeptPages
  readonly spool: string
  /** Somebody waits for it. */
  readonly urgent: boolean
}

/** What its PDF and its pages are kept under. */
export const laidOutKey = ({ projectId, sha256 }: Source, { version }: Office): string =>
  keyInProject(projectId, createHash('sha256').update(`${sha256} ${version}`).digest('hex'))

/** The path of the document as PDF, made where it is not kept; or why there is none. */
export async function laidOut(
  { office, kept, spool, urgent }: Means,
  source: Drawable,
  open: () => Promise<OfficeFile | PageFault>,
  signal: AbortSignal,
): Promise<string | PageFault> {
  const key = laidOutKey(source, office)
  const there = await kept.getPdf(key)
  if (there !== null) return there
  const opened = await open()
  if ('code' in opened) return opened
  const { plain, extension, locked } = opened
  const document = plain === null ? createReadStream(source.file) : Readable.from([plain])
  const to = join(spool, ownName())
  try {
    const fault = await office.convert({ document, extension, to, urgent, signal })
    if (fault === null) return await kept.putPdf(key, to)
    if (locked && fault.code === 'corrupt')
      return { code: 'encrypted', reason: 'It is locked in a way that leaves no pages to be made of it.' }
    return fault
  } finally {
    document.destroy()
    await rm(to, { force: true })
  }
}
