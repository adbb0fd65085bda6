/** Has one file read as an import would read it, by the same process. */
import { randomUUID } from 'node:crypto'
import { ApiError } from '../../platform/http/error.ts'
import type { Services } from '../../platform/services.ts'
import { ParserLost, parseSource, SourceFault } from '../parsing/parser.ts'
import { clear, layOut, putSources } from '../parsing/staging.ts'
import { isLarge } from '../processing/large.ts'
import type { Member } from '../processing/member.ts'
import type { Outcome } from '../processing/protocol.ts'
import { noFilesBeside } from '../sources/beside-files.ts'
import { readingOf } from '../sources/import-settings.ts'
import { noSplitFiles } from '../sources/split-files.ts'

export interface ReadFile {
  readonly member: Member
  /** Documents inside it. */
  readonly inside: number
}

const refused = (message: string): ApiError => new ApiError('request.invalid', message, { detail: 'body' })

/** How long a process reads before it is replaced; one file is read in one piece. */
const shiftMs = 200_000

/** The document that a kept file is; throws where it is none, or many. */
export async function readFile(
  services: Pick<Services, 'records' | 'blobs' | 'children' | 'spool'>,
  projectId: number,
  file: { readonly sha256: string; readonly size: number; readonly name: string },
  signal: AbortSignal,
): Promise<ReadFile> {
  const { records, blobs, children, spool } = services
  const { limits, passwords, maxTextSize, timeZone, messages } = await readingOf(records.read, projectId)
  const staging = await layOut(spool, { projectId, name: `file-${randomUUID()}` })
  try {
    const { name, sha256, size } = file
    const source = {
      index: 0,
      sourceFileId: 0,
      path: [name],
      sha256,
      size,
      modifiedAt: null,
      becomes: null,
    }
    const request = {
      ...(await putSources(staging, blobs, [source], noSplitFiles, noFilesBeside)),
      doneUpTo: null,
      maxTextSize,
      timeZone,
      messages,
      limits,
      spoolFolder: staging.work,
      passwords,
      poison: [],
      only: null,
      opened: [],
      continued: [],
      apart: [],
      // Somebody has chosen this very file.
      known: null,
      careful: false,
      shiftMs,
    }
    const outcomes: Outcome[] = []
    for await (const batch of parseSource(children, request, staging.access, signal, () => {})) {
      outcomes.push(...batch.outcomes)
      if (outcomes.length > 1) break
    }
    signal.throwIfAborted()
    return onlyOne(outcomes, file.sha256)
  } catch (error) {
    if (error instanceof ParserLost) throw refused(`Reading this file was given up (${error.why}).`)
    if (error instanceof SourceFault) throw refused('This file cannot be read.')
    throw error
  } finally {
    await clear(staging)
  }
}

function onlyOne([outcome, ...others]: readonly Outcome[], sha256: string): ReadFile {
  if (outcome?.kind === 'failed') throw refused(outcome.reason)
  if (outcome?.kind !== 'family' || others.length > 0)
    throw refused('This file is a container. Collect it instead: what is in it are documents of their own.')
  const [member, ...inside] = outcome.family.members
  if (member !== undefined && isLarge(member.bytes)) throw refused(member.noText ?? 'This file is too large.')
  // A document names its bytes by what they are, not by what the process says that read them.
  if (member === undefined || member.sha256 !== sha256)
    throw new Error('A parsing process gave bytes under a wrong hash.')
  return { member, inside: inside.length }
}
