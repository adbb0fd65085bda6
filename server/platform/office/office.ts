/**
 * Documents of office programs as PDF, by LibreOffice where it is installed. Each is converted by a process of its own, in a
 * room of its own (room.ts), with settings that no document before it can have touched: what a document does to the program
 * ends with that document. So a process is started for each, and few at once.
 */
import { createReadStream, mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { ChildFault } from '../jobs/child.ts'
import { ownName } from '../process-id.ts'
import { programOf } from './program.ts'
import { canHaveRooms, type Run, runInRoom } from './room.ts'
import { createTurns } from './turns.ts'

/** Why there is no PDF. */
export interface OfficeFault {
  readonly code: 'unsupportedType' | 'timedOut' | 'tooLarge' | 'corrupt'
  readonly reason: string
}

export interface Office {
  /** Why it converts nothing; null where it does. */
  readonly missing: string | null
  /** Another one may lay pages out otherwise. */
  readonly version: string
  /**
   * Makes `to` the document as PDF, or says why there is none. Whoever is urgent goes before all that are not. Rejects with a
   * ChildFault where it was stopped.
   */
  convert(asked: Asked): Promise<OfficeFault | null>
  stop(): Promise<void>
}

export interface Asked {
  readonly document: Readable
  /** By which LibreOffice knows the kind of the document. */
  readonly extension: string
  readonly to: string
  readonly urgent: boolean
  readonly signal: AbortSignal
}

/** Milliseconds of one conversion: the slowest real documents take half a minute. */
const usualMs = 120_000
/** A larger PDF would not be drawn. */
export const maxPdfBytes = 100 * 1024 * 1024
/** Of how this converts: with a new one, what was converted is converted anew. */
const ownVersion = 1

/** `soffice`: its path; null: none is to be used. Nothing is started before somebody asks. */
export function openOffice(soffice: string | null, spool: string, ms = usualMs): Office {
  const folder = join(spool, 'office')
  mkdirSync(folder, { recursive: true })
  const program = soffice === null ? null : programOf(soffice)
  if (program === null) return without('Page images of this type need LibreOffice on the server.')
  if (!canHaveRooms(folder, program))
    return without(
      'LibreOffice is on the server, but the system does not let it be cut off from the network and from other files: it is not used.',
    )
  const stopping = new AbortController()
  const turns = createTurns(Math.min(2, availableParallelism()))
  let profile: Promise<string | null> | null = null

  /** The settings that every conversion begins with, as a tar; null where LibreOffice does not start. */
  const makeProfile = async (): Promise<string | null> => {
    const settings = fileURLToPath(new URL('./registrymodifications.xcu', import.meta.url))
    const unfinished = join(spool, ownName())
    const to = join(spool, 'office-profile.tar')
    const run: Omit<Run, 'signal'> = {
      script: 'profile',
      args: [],
      input: createReadStream(settings),
      to: unfinished,
      maxBytes: maxPdfBytes,
      ms,
    }
    const end = await runInRoom(folder, program, { ...run, signal: stopping.signal })
    if (end === 'done') await rename(unfinished, to)
    else await rm(unfinished, { force: true })
    return end === 'done' ? to : null
  }

  const convertNow = async ({ document, extension, to, signal }: Asked): Promise<OfficeFault | null> => {
    profile ??= makeProfile()
    const path = await profile
    if (path === null) {
      profile = null
      stopping.signal.throwIfAborted()
      return { code: 'unsupportedType', reason: 'LibreOffice on the server does not start.' }
    }
    const settings = await open(path)
    try {
      const end = await runInRoom(folder, program, {
        script: 'convert',
        args: [extension],
        input: document,
        beside: settings.fd,
        to,
        maxBytes: maxPdfBytes,
        ms,
        signal: AbortSignal.any([signal, stopping.signal]),
      })
      switch (end) {
        case 'done':
          return null
        case 'stopped':
          throw stopped()
        case 'timedOut':
          return {
            code: 'timedOut',
            reason: `LibreOffice took more than ${Math.round(ms / 1000)} seconds over it.`,
          }
        case 'tooLarge':
          return { code: 'tooLarge', reason: 'What LibreOffice makes of it is larger than what is drawn.' }
        case 'failed':
          return { code: 'corrupt', reason: 'LibreOffice could make no pages of it.' }
      }
    } finally {
      await settings.close()
    }
  }

  return {
    missing: null,
    version: `${ownVersion} ${program.version}`,
    convert: (asked) => turns.take(asked.urgent, () => convertNow(asked)),
    async stop() {
      stopping.abort()
      await turns.settled()
    },
  }
}

const stopped = (): ChildFault => new ChildFault('stopped', 'The conversion was stopped.', null)

const without = (missing: string): Office => ({
  missing,
  version: '',
  convert: async () => ({ code: 'unsupportedType', reason: missing }),
  stop: async () => {},
})
