/**
 * Burned pages and redacted files, made when they are asked for and kept beside page images, under names that the revision of
 * the redactions is part of: nothing that was made before a change is given out after it. A file is made by one process and
 * looked at by another; where the gate says no, it is not kept and does not leave.
 */
import { createHash } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lend } from '../../../platform/blobs/lend.ts'
import { ChildFault } from '../../../platform/jobs/child.ts'
import { createPool } from '../../../platform/jobs/pool.ts'
import { ownName } from '../../../platform/process-id.ts'
import type { Drawable, Makeable } from '../../pages/draw.ts'
import { type KeptPages, keyInProject } from '../../pages/kept.ts'
import type { PageFault } from '../../pages/protocol.ts'
import type { RedactionsOfDocument } from '../of-document.ts'
import type { BurnDone, BurnedText, BurnPart, BurnTask, Fill, GateAnswer, GateFault } from './protocol.ts'
import type { Recognition } from './recognition.ts'
import { parseDone, parsePart } from './worker-messages.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    /** Burned pages and redacted files. */
    readonly burning: Burning
  }
}

/** A file that has passed the gate. */
interface RedactedFile {
  readonly path: string
  /** What became of its text; null where the file was kept from before. */
  readonly text: BurnedText | null
}

export interface Burning {
  /** A page (from 0) with its redactions burned in, as PNG or JPEG; or why there is none. */
  page(
    source: Makeable,
    redactions: RedactionsOfDocument,
    page: number,
    dpi: number,
    signal: AbortSignal,
  ): Promise<Buffer | PageFault>
  /** All pages as a PDF; or why there is none, or what the gate has found in it. */
  file(
    source: Makeable,
    redactions: RedactionsOfDocument,
    dpi: number,
    signal: AbortSignal,
  ): Promise<RedactedFile | PageFault | { readonly faults: readonly GateFault[] }>
  stop(): Promise<void>
}

interface BurningOptions {
  readonly spool: string
  readonly worker: URL
  readonly pages: {
    readonly kept: KeptPages
    file(source: Makeable, signal: AbortSignal): Promise<Drawable | PageFault>
  }
  /** What was recognized on the pages of scans and pictures; left out in tests only. */
  readonly recognition?: Recognition
  readonly passwordsOf: (projectId: number) => Promise<readonly string[]>
  /** Milliseconds that one page may take; other than the usual in tests only. */
  readonly pageMs?: number
}

const usualPageMs = 30_000
/** An original and the file that was made of it, each with an engine of its own. */
const memoryMb = 1536
const fill: Fill = 'black'

/** Nothing is started before somebody asks. */
export function openBurning({
  spool,
  worker,
  pages,
  recognition,
  passwordsOf,
  pageMs = usualPageMs,
}: BurningOptions): Burning {
  /** Pages are waited for; files are written beside them, two at once as productions make them. */
  const viewing = createPool({ size: 1, memoryMb })
  const writing = createPool({ size: 2, memoryMb })
  const stopping = new AbortController()

  const run = async (
    source: Drawable,
    folder: string,
    task: Omit<BurnTask, 'file' | 'maker' | 'mimeType' | 'passwords'>,
    signal: AbortSignal,
    onPart: (part: BurnPart) => Promise<void>,
  ): Promise<PageFault | null> => {
    const file = join(folder, ownName())
    await mkdir(folder, { recursive: true })
    await lend(source.file, file)
    try {
      const whole = {
        ...task,
        file,
        maker: source.maker === 'picture' ? 'picture' : 'pdf',
        mimeType: source.mimeType,
        passwords: await passwordsOf(source.projectId),
      }
      const said = await (task.work === 'page' ? viewing : writing).run<unknown>(worker, whole, {
        access: { read: [folder], write: [] },
        timeoutMs: pageMs,
        signal: AbortSignal.any([stopping.signal, signal]),
        onPart: (part) => onPart(understood(parsePart, part)),
      })
      return understood<BurnDone>(parseDone, said).fault
    } catch (error) {
      return faultOf(error, pageMs)
    } finally {
      await rm(file, { force: true })
    }
  }

  const folderOf = ({ projectId }: Drawable): string => join(spool, `project-${projectId}`, 'burning')

  return {
    async page(source, { revision, redactions, inCells }, page, dpi, signal) {
      if (inCells) return asCopyOnly
      const key = keyOf(source, revision, dpi)
      const there = await pages.kept.get(key, page)
      if (there !== null) return there
      const from = await pages.file(source, signal)
      if ('code' in from) return from
      let made: Buffer | null = null
      const task = { work: 'page', page, recognized: null, redactions, fill, dpi } as const
      const fault = await run(from, folderOf(from), task, signal, async (part) => {
        if (part.kind === 'image') made = part.bytes
      })
      if (fault !== null || made === null) return fault ?? nothing
      await pages.kept.put(key, page, made)
      return made
    },
    async file(source, { revision, redactions, inCells }, dpi, signal) {
      if (inCells) return asCopyOnly
      const known = (await recognition?.of(source)) ?? null
      const state = known === null ? source.key : `${source.key} ${known}`
      const key = keyOf({ ...source, key: state }, revision, dpi)
      const there = await pages.kept.getPdf(key)
      if (there !== null) return { path: there, text: null }
      const from = await pages.file(source, signal)
      if ('code' in from) return from
      const folder = folderOf(from)
      const written = join(folder, ownName())
      const recognized = known === null ? null : join(folder, ownName())
      await mkdir(folder, { recursive: true })
      try {
        if (recognized !== null) await recognition?.write(source, recognized)
        const common = { recognized, redactions, fill, dpi }
        let text: BurnedText | null = null
        const out = await open(written, 'wx')
        try {
          const fault = await run(from, folder, { ...common, work: 'file' }, signal, async (part) => {
            if (part.kind === 'piece') await out.write(part.bytes)
            if (part.kind === 'text') text = part.text
          })
          if (fault !== null || text === null) return fault ?? nothing
        } finally {
          await out.close()
        }
        let answer: GateAnswer | null = null
        const looked = { ...common, work: 'gate', written } as const
        const fault = await run(from, folder, looked, signal, async (part) => {
          if (part.kind === 'gate') answer = part.answer
        })
        const said = answer as GateAnswer | null
        if (fault !== null || said === null) return fault ?? nothing
        if (!said.ok) return { faults: said.faults }
        return { path: await pages.kept.putPdf(key, written), text }
      } finally {
        await rm(written, { force: true })
        if (recognized !== null) await rm(recognized, { force: true })
      }
    },
    async stop() {
      stopping.abort()
      await viewing.stop()
      await writing.stop()
    },
  }
}

const nothing: PageFault = { code: 'corrupt', reason: 'Nothing of it could be burned.' }

const asCopyOnly: PageFault = {
  code: 'missing',
  reason:
    'Cells of this spreadsheet are redacted, so none of its pages leaves. It leaves as its redacted copy.',
}

/** With a new one, what was burned before is burned anew. */
const burnVersion = 3

/** Of one document, at one state of its redactions. */
const keyOf = ({ projectId, documentId, key }: Makeable, revision: number, dpi: number): string =>
  keyInProject(
    projectId,
    createHash('sha256')
      .update(`burned ${burnVersion} ${documentId} ${key} ${revision} ${fill} ${dpi}`)
      .digest('hex'),
  )

/** What the process said; where nobody understands it, it has crashed over what it was on. */
function understood<T>(heard: (said: unknown) => T, said: unknown): T {
  try {
    return heard(said)
  } catch {
    throw new ChildFault('crashed', 'The process that burns said what nobody understands.', null)
  }
}

/** What the loss of a process says; rejects where it says nothing of the document. */
function faultOf(error: unknown, pageMs: number): PageFault {
  if (!(error instanceof ChildFault) || error.reason === 'stopped') throw error
  const page = /^\d+$/.test(error.at ?? '') ? `Page ${Number(error.at) + 1}` : 'The document'
  const left = `${page} cannot be redacted`
  switch (error.reason) {
    case 'timedOut':
      return { code: 'timedOut', reason: `${left}: it took more than ${Math.round(pageMs / 1000)} seconds.` }
    case 'tooMuchMemory':
      return { code: 'tooLarge', reason: `${left}: it took more memory than one document may.` }
    case 'crashed':
      return { code: 'corrupt', reason: `${left}: it ended the process that draws.` }
    case 'failed':
      return { code: 'corrupt', reason: `${left} (${error.thrown?.name ?? 'unknown fault'}).` }
  }
}
