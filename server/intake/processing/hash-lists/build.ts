/** What a process does that makes a searchable file of a list: a piece of it at a time, then all pieces merged. */

import { closeSync, createReadStream, openSync, writeSync } from 'node:fs'
import { hashKinds } from '#contracts/hash-kinds.ts'
import type { Tools } from '../../../platform/jobs/protocol.ts'
import { headOf } from './index-file.ts'
import { type Columns, columnsOf, entryOf, type HashKind, isBlank } from './lines.ts'
import { mergeRuns, type Run, runPath, writeRun } from './runs.ts'

export interface PieceRequest {
  readonly what: 'piece'
  readonly file: string
  /** For the runs. */
  readonly folder: string
  /** Where a line begins. */
  readonly offset: number
  readonly columns: Columns
  readonly number: number
  /** Bytes after which the piece ends with its line. */
  readonly bytes: number
}

export interface MergeRequest {
  readonly what: 'merge'
  readonly folder: string
  readonly runs: readonly Run[]
  readonly target: string
}

export interface PieceDone {
  /** Where the next piece begins. */
  readonly offset: number
  readonly ended: boolean
  readonly columns: Columns
  /** Kinds of hashes of which this piece has a run. */
  readonly kinds: readonly HashKind[]
  /** Lines in which there is no hash. */
  readonly rejected: number
}

export interface Merged {
  readonly entries: number
}

export const work = async (
  request: PieceRequest | MergeRequest,
  tools: Pick<Tools, 'at'>,
): Promise<PieceDone | Merged> => (request.what === 'piece' ? await piece(request) : merge(request, tools))

/** A line that is longer is none of a list; only its beginning is looked at. */
const longestLine = 64 * 1024

async function piece({ file, folder, offset, bytes, number, ...given }: PieceRequest): Promise<PieceDone> {
  const hashes = new Map(hashKinds.map((kind) => [kind, [] as string[]]))
  let { columns } = given
  let rejected = 0
  let at = offset
  let isFirst = offset === 0
  const take = (line: string): void => {
    if (isFirst) {
      isFirst = false
      columns = columnsOf(line)
      if (columns !== null) return
    }
    if (isBlank(line)) return
    const entry = entryOf(line, columns)
    if (entry === null) rejected++
    else hashes.get(entry.kind)?.push(entry.hash)
  }
  let ended = true
  for await (const { line, next } of linesFrom(file, offset)) {
    take(line)
    at = next
    if (at - offset >= bytes) {
      ended = false
      break
    }
  }
  const kinds = hashKinds.filter((kind) => (hashes.get(kind)?.length ?? 0) > 0)
  for (const kind of kinds)
    writeRun(folder, { kind, number }, Buffer.from((hashes.get(kind) ?? []).join(''), 'hex'))
  return { offset: at, ended, columns, kinds, rejected }
}

interface Line {
  readonly line: string
  /** Where the one behind it begins. */
  readonly next: number
}

async function* linesFrom(file: string, offset: number): AsyncGenerator<Line> {
  let rest = ''
  let at = offset
  /** Of the line that has begun. */
  let length = 0
  for await (const chunk of createReadStream(file, { start: offset, highWaterMark: 1024 * 1024 })) {
    const bytes: Buffer = chunk
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(0x0a, from)
      const to = end < 0 ? bytes.length : end
      // Names are in any charset; hashes are the same in all.
      if (rest.length < longestLine) rest += bytes.toString('latin1', from, to)
      length += to - from
      from = to
      if (end < 0) break
      from++
      at += length + 1
      length = 0
      yield { line: bare(rest), next: at }
      rest = ''
    }
  }
  if (length > 0) yield { line: bare(rest), next: at + length }
}

/** Without the end of a line as Windows has it, and without a byte order mark. */
const bare = (line: string): string => line.replace(/^\u00ef\u00bb\u00bf/, '').replace(/\r$/, '')

const signEvery = 200

function merge({ folder, runs, target }: MergeRequest, { at }: Pick<Tools, 'at'>): Merged {
  const file = openSync(target, 'w')
  try {
    const counts = { md5: 0, sha1: 0, sha256: 0 }
    writeSync(file, headOf(counts))
    let busy = 0
    for (const kind of hashKinds) {
      const paths = runs.filter((run) => run.kind === kind).map((run) => runPath(folder, run))
      counts[kind] = mergeRuns(paths, kind, file, () => {
        if (busy++ % signEvery === 0) at(kind)
      })
    }
    writeSync(file, headOf(counts), 0, undefined, 0)
    return { entries: hashKinds.reduce((sum, kind) => sum + counts[kind], 0) }
  } finally {
    closeSync(file)
  }
}
