/** Messages and texts laid out as PDFs by this program, kept with their page images as those of LibreOffice are. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ownName } from '../../platform/process-id.ts'
import type { Reader } from '../../platform/records/records.ts'
import { type LayoutMeans, layOut, type Makeable } from './draw.ts'
import type { KeptPages } from './kept.ts'
import type { PageFault, PageSize } from './protocol.ts'
import { textKey, textOfPages } from './text-of-pages.ts'

interface Means extends LayoutMeans {
  readonly read: Reader
  readonly kept: KeptPages
}

interface LaidText {
  /** Of its PDF. */
  readonly path: string
  readonly sizes: readonly PageSize[]
  readonly left: number
  /** What is not on its pages as it should be. */
  readonly fault: PageFault | null
}

/** Lays a document out and keeps its PDF; or why there is none. */
export async function layOutText(
  means: Means,
  source: Makeable,
  signal: AbortSignal,
): Promise<LaidText | PageFault> {
  const text = await textOfPages(means.read, source)
  if (text === null) return { code: 'missing', reason: 'It is not there any more.' }
  // Nothing of one text is kept as the pages of another: redactions were drawn on those.
  if (textKey(source, text) !== source.key)
    return { code: 'missing', reason: 'It was changed at this moment. Load it again.' }
  if (text.heads.length === 0 && (text.html ?? text.text).trim() === '')
    return { code: 'textFailed', reason: 'It has no text that could be laid out.' }
  const given = join(means.spool, ownName())
  const made = join(means.spool, ownName())
  try {
    await writeFile(given, JSON.stringify(text))
    const found = await layOut(means, { ...source, file: given }, signal)
    if ('code' in found) return found
    await writeFile(made, found.pdf)
    const path = await means.kept.putPdf(source.key, made)
    return { path, sizes: found.sizes, left: found.left, fault: found.fault }
  } finally {
    await rm(given, { force: true })
    await rm(made, { force: true })
  }
}
