/** Has pages drawn and stamped by processes that see one file, and writes what they hand over. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SlipSheet } from '#contracts/production-settings.ts'
import { lend } from '../../platform/blobs/lend.ts'
import { ChildFault } from '../../platform/jobs/child.ts'
import { createPool } from '../../platform/jobs/pool.ts'
import { ownName } from '../../platform/process-id.ts'
import type { PageFault } from '../../review/pages/protocol.ts'
import type { ToMake } from './made.ts'
import type { MadeFile } from './made-file.ts'
import type { ProducingOptions } from './producing.ts'
import type { MakeDone, MakePart, MakeTask } from './protocol.ts'
import { parseDone, parsePart } from './worker-messages.ts'
import { Written } from './written.ts'

/** A file that is drawn. */
interface FileSource {
  readonly path: string
  readonly maker: 'pdf' | 'picture'
  readonly mimeType: string
  readonly text: boolean
  /** It is a redacted PDF. */
  readonly isBurned: boolean
}

export interface Drawing {
  /** Draws a file into what is made; answers why it cannot be drawn. */
  file(made: MadeFile, source: FileSource, asked: ToMake, signal: AbortSignal): Promise<PageFault | null>
  slipSheet(
    made: MadeFile,
    slipSheet: SlipSheet,
    asked: ToMake,
    signal: AbortSignal,
  ): Promise<PageFault | null>
  stop(): Promise<void>
}

/** Milliseconds that one page may take. */
const pageMs = 60_000
/** A file, an engine that has grown by it, and a page of 60 million pixels. */
const memoryMb = 1536
/** Documents that are drawn at once. */
const size = 2

export function createDrawing({ records, blobs, spool, worker, passwordsOf }: ProducingOptions): Drawing {
  const drawing = createPool({ size, memoryMb, background: true })
  const stopping = new AbortController()

  /** Hands over the parts as they come; a part that is written is never asked for again. */
  const run = async (
    task: MakeTask,
    folder: string,
    signal: AbortSignal,
    onPart: (part: MakePart) => Promise<void>,
  ): Promise<PageFault | null> => {
    const said = await drawing.run<unknown>(worker, task, {
      access: { read: [folder], write: [] },
      timeoutMs: pageMs,
      signal: AbortSignal.any([stopping.signal, signal]),
      onPart: (part) => onPart(understood(parsePart, part)),
    })
    return understood<MakeDone>(parseDone, said).fault
  }

  const draw = async (
    made: MadeFile,
    source: MakeTask['source'],
    folder: string,
    asked: ToMake,
    signal: AbortSignal,
  ): Promise<PageFault | null> => {
    const task: MakeTask = {
      ...{ source, images: asked.images, whole: asked.numberPlaces, only: asked.only ?? null },
      stamps: Array.from({ length: asked.pages }, (_, page) => asked.stamps(page)),
    }
    for (let tries = 1; ; tries++) {
      const written = new Written(made)
      try {
        const fault = await run(task, folder, signal, (part) => written.take(part))
        if (fault !== null) return fault
        const isKept = asked.only === undefined
        const isPdf = asked.images.format === 'pdf' && isKept
        const hasText = source.kind === 'file' && source.text
        await written.end(isKept ? asked.pages : 1, isPdf, hasText, isKept)
        return null
      } catch (error) {
        if (!(error instanceof ChildFault) || error.reason === 'stopped') throw error
        // A process may be ended from outside, as where the machine has no memory left: that is not the document's fault yet.
        if (tries > 1 || error.reason === 'timedOut') return faultOf(error)
        await made.startAgain()
      }
    }
  }

  /** One for each project, so that a process may go on with the next document of it. */
  const folderOf = async (projectId: number): Promise<string> => {
    const folder = join(spool, `project-${projectId}`, 'drawing')
    await mkdir(folder, { recursive: true })
    return folder
  }

  const lent = async (
    made: MadeFile,
    { path, ...source }: FileSource,
    asked: ToMake,
    signal: AbortSignal,
  ): Promise<PageFault | null> => {
    const folder = await folderOf(asked.projectId)
    const file = join(folder, ownName())
    try {
      await lend(path, file)
      const passwords = await passwordsOf(asked.projectId)
      return await draw(made, { kind: 'file', file, passwords, ...source }, folder, asked, signal)
    } finally {
      await rm(file, { force: true })
    }
  }

  return {
    file: lent,
    async slipSheet(made, slipSheet, asked, signal) {
      const { projectId } = asked
      if ('text' in slipSheet) {
        const source = { kind: 'slipSheet', text: slipSheet.text } as const
        return await draw(made, source, await folderOf(projectId), asked, signal)
      }
      const row = await records.read
        .selectFrom('slip_sheet')
        .select('mime_type')
        .where('project_id', '=', projectId)
        .where('sha256', '=', slipSheet.sha256)
        .executeTakeFirst()
      if (row === undefined)
        return { code: 'missing', reason: 'The uploaded slip sheet is not there. Upload it again.' }
      const maker = row.mime_type === 'application/pdf' ? 'pdf' : 'picture'
      const source = {
        path: blobs.pathOf(slipSheet.sha256),
        maker,
        mimeType: row.mime_type,
        text: false,
        isBurned: false,
      } as const
      return await lent(made, source, asked, signal)
    },
    async stop() {
      stopping.abort()
      await drawing.stop()
    },
  }
}

/** What the process said; where nobody understands it, it has crashed over what it was on. */
function understood<T>(heard: (said: unknown) => T, said: unknown): T {
  try {
    return heard(said)
  } catch {
    throw new ChildFault('crashed', 'The process that draws said what nobody understands.', null)
  }
}

/** What the loss of a process says. */
function faultOf({ reason, at, thrown }: ChildFault): PageFault {
  const page = /^\d+$/.test(at ?? '') ? `Page ${Number(at) + 1}` : 'The document'
  switch (reason) {
    case 'timedOut':
      return {
        code: 'timedOut',
        reason: `${page} cannot be made: it took more than ${pageMs / 1000} seconds.`,
      }
    case 'tooMuchMemory':
      return {
        code: 'tooLarge',
        reason: `${page} cannot be made: it took more memory than one document may.`,
      }
    case 'failed':
      return { code: 'corrupt', reason: `${page} cannot be made (${thrown?.name ?? 'unknown fault'}).` }
    default:
      return { code: 'corrupt', reason: `${page} cannot be made: it ended the process that draws.` }
  }
}
