/** Puts the parts of a split archive together, so that it can be read as what it was before it was split. */
import { createReadStream } from 'node:fs'
import { rm, truncate } from 'node:fs/promises'
import { LimitPassed } from '../budget.ts'
import type { Spool } from '../content.ts'
import { appendTo } from './append-to.ts'
import { joinZip } from './join-zip.ts'
import type { Layout, SplitPart } from './split.ts'
import type { Volume } from './unpacker.ts'

/** An archive of which the parts are together. */
export interface Joined {
  readonly file: string
  /** Volumes behind the file, where each stays a file of its own, and what all of them are called. */
  readonly volumes: { readonly name: string; readonly further: readonly Volume[] } | null
  /** Entries that are in parts that are missing, by their numbers. */
  readonly absent: ReadonlyMap<number, string>
  /** Bytes of its parts. */
  readonly size: number
}

/**
 * What belongs behind one another is written into one file of the spool, to be removed by whoever asked for it; null where
 * there is nothing that could be read. `onBusy` hears that it goes on.
 */
export async function joinParts(layout: Layout, spool: Spool, onBusy: () => void): Promise<Joined | null> {
  if (layout.as === 'volumes') return joinVolumes(layout)
  const parts = layout.as === 'zip' ? layout.disks : layout.pieces.map(({ part }) => part)
  const size = parts.reduce((sum, part) => sum + (part?.size ?? 0), 0)
  if (parts.length === 0) return null
  if (size > spool.maxBytes) throw new LimitPassed('tooLarge', 'The archive is too large to be opened.')
  const file = spool.next()
  let isDone = false
  try {
    const absent =
      layout.as === 'zip'
        ? await joinZip(layout.disks, file, onBusy)
        : await joinPieces(layout.pieces, file, onBusy)
    isDone = true
    return { file, volumes: null, absent, size }
  } finally {
    if (!isDone) await rm(file, { force: true })
  }
}

async function joinPieces(
  pieces: readonly { readonly start: number; readonly part: SplitPart }[],
  file: string,
  onBusy: () => void,
): Promise<ReadonlyMap<number, string>> {
  let end = 0
  for (const { start, part } of pieces) {
    // What is missing in between are zeros that take no room.
    if (start !== end) await truncate(file, start)
    await appendTo(file, createReadStream(part.file), onBusy, end === 0)
    end = start + part.size
  }
  return new Map()
}

function joinVolumes({ parts, named }: Extract<Layout, { as: 'volumes' }>): Joined | null {
  const [first, ...others] = parts
  if (first === undefined) return null
  const name = (at: number): string => {
    if (named === 'new') return `archive.part${at + 1}.rar`
    if (at === 0) return 'archive.rar'
    const letter = String.fromCharCode('r'.charCodeAt(0) + Math.floor((at - 1) / 100))
    return `archive.${letter}${String((at - 1) % 100).padStart(2, '0')}`
  }
  const further = others.map(({ file }, i) => ({ name: name(i + 1), file }))
  const size = parts.reduce((sum, part) => sum + part.size, 0)
  return { file: first.file, volumes: { name: name(0), further }, absent: new Map(), size }
}
