/**
 * Has one document recognised in child processes, shift after shift, and gives out its pages in order. A page that hangs or
 * ends its process is tried once more in a new one, which the pages before it have not worn out; then it is given up.
 */

import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { OcrLanguage } from '#contracts/processing.ts'
import { lend } from '../../platform/blobs/lend.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import type { Access } from '../../platform/jobs/confinement.ts'
import type { Services } from '../../platform/services.ts'
import type { OcrEnd, OcrRequest, Opened, PageFound } from '../processing/ocr/protocol.ts'
import { parseEnd, parsePage, parsePart } from './worker-messages.ts'

const module = new URL('../processing/ocr/worker.ts', import.meta.url)

/** What a process that recognises may read: the folder of its document, and the system's data of languages where they are used. */
export const recogniserAccess = (folder: string, tessdata: string | null): Access => ({
  read: [folder, ...(tessdata === null ? [] : [tessdata])],
  write: [],
})

export interface OcrLimits {
  /** Processor time of one reading of one page; a page that is unsure is read up to six times. */
  readonly pageMs: number
  readonly shiftMs: number
}
/** Of shifts; how long a page may take is the project's setting for one item. */
export const shiftMs = 120_000

/** A page, or the opening of the document, is to blame when a process is lost over it so often. */
const lossesToBlame = 2

interface DocumentRequest {
  readonly projectId: number
  readonly jobId: number
  readonly documentId: number
  readonly sha256: string
  readonly mimeType: string
  readonly languages: readonly OcrLanguage[]
  /** Tried where it is locked. */
  readonly passwords: readonly string[]
  /** Pages that are done. */
  readonly done: ReadonlySet<number>
}

interface Takes {
  /** Called each time that a process has opened the document. */
  readonly onOpened: (opened: Opened) => Promise<void>
  readonly onPage: (page: PageFound) => Promise<void>
}

/** Resolves with why the document cannot be read at all; null where its pages were handed over. */
export async function recogniseDocument(
  { config, slowChildren, blobs, spool }: Pick<Services, 'config' | 'slowChildren' | 'blobs' | 'spool'>,
  wanted: DocumentRequest,
  { onOpened, onPage }: Takes,
  signal: AbortSignal,
  limits: OcrLimits,
): Promise<string | null> {
  // The processes of one matter see the documents of that matter that are being read, and no others.
  const folder = join(spool, `project-${wanted.projectId}`, 'ocr')
  const file = join(folder, `${wanted.jobId}-${wanted.documentId}`)
  const { tessdata } = config
  const access = recogniserAccess(folder, tessdata)
  await mkdir(folder, { recursive: true })
  await rm(file, { force: true })
  await lend(blobs.pathOf(wanted.sha256), file)
  const done = new Set(wanted.done)
  const losses = new Map<number, number>()
  try {
    for (;;) {
      const shift = await oneShift()
      if (shift.lost === null) {
        if (shift.end.finished) return shift.end.unreadable
        continue
      }
      const { page, why } = shift.lost
      const lost = (losses.get(page) ?? 0) + 1
      losses.set(page, lost)
      if (lost < lossesToBlame) continue
      if (page === beforeFirst) return reasonOf(why, 'Opening it')
      await onPage({ kind: 'page', page, found: null, reason: reasonOf(why, 'Recognising it') })
      done.add(page)
    }
  } finally {
    await rm(file, { force: true })
  }

  async function oneShift(): Promise<
    { lost: null; end: OcrEnd } | { lost: { page: number; why: ChildFault['reason'] } }
  > {
    let at = beforeFirst
    const before = done.size
    const from = firstMissing(done)
    const without = [...done].filter((page) => page > from)
    const { mimeType, languages, passwords } = wanted
    const { shiftMs } = limits
    const request: OcrRequest = { file, mimeType, languages, tessdata, passwords, from, without, shiftMs }
    try {
      const said = await slowChildren.run<unknown>(module, request, {
        access,
        timeoutMs: limits.pageMs,
        timeOf: 'processor',
        signal,
        onAt: (name) => {
          at = parsePage(name)
        },
        onPart: async (said) => {
          const part = understood(() => parsePart(said))
          if (part.kind === 'opened') return await onOpened(part)
          // Nobody has asked for it.
          if (done.has(part.page)) return
          await onPage(part)
          done.add(part.page)
        },
      })
      const end = understood(() => parseEnd(said))
      // A shift does one page at least (processing/ocr/worker.ts): what does none would never be through.
      if (!end.finished && done.size === before) return { lost: { page: beforeFirst, why: 'crashed' } }
      return { lost: null, end }
    } catch (error) {
      if (signal.aborted || !(error instanceof ChildFault) || error.reason === 'stopped') throw error
      // One that it had handed over is none that it was lost over.
      return { lost: { page: done.has(at) ? beforeFirst : at, why: error.reason } }
    }
  }
}

/** In place of a page, where the process was lost before it came to one. */
const beforeFirst = 0

function firstMissing(done: ReadonlySet<number>): number {
  let page = 1
  while (done.has(page)) page++
  return page
}

function reasonOf(why: ChildFault['reason'], what: string): string {
  if (why === 'timedOut') return `${what} took too long.`
  if (why === 'tooMuchMemory') return `${what} took more memory than one page may.`
  return `${what} ended the process that did it.`
}

/** Where nobody understands what the process said, it has crashed over what it was on. */
function understood<T>(read: () => T): T {
  try {
    return read()
  } catch {
    throw new ChildFault('crashed', 'The recognising process said what nobody understands.', null)
  }
}
