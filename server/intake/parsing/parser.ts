/** Has a source parsed in child processes, one shift after the other, and gives out what they find in order. */
import { ChildFault } from '../../platform/jobs/child.ts'
import type { Access } from '../../platform/jobs/confinement.ts'
import type { ChildPool } from '../../platform/jobs/pool.ts'
import type { Reached } from '../processing/position.ts'
import type { Batch, ItemLocation, Parsed, ParseRequest } from '../processing/protocol.ts'
import { parseBatch, parseEnd, parseLocation } from './worker-messages.ts'

/** The process was lost, and what it was working on. */
export class ParserLost extends Error {
  readonly why: ChildFault['reason']
  readonly place: ItemLocation | null
  constructor(why: ChildFault['reason'], place: ItemLocation | null) {
    super(`The parsing process was lost (${why}).`)
    this.why = why
    this.place = place
  }
}

/** The source could not be read at all. */
export class SourceFault extends Error {
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}

const module = new URL('../processing/worker.ts', import.meta.url)
/** Batches that wait for the import; the process pauses while there are more. */
const waitingBatches = 2

/** Parses a source from where the request says to its end. Rejects with ParserLost where a process hung or died. */
export async function* parseSource(
  children: ChildPool,
  request: ParseRequest,
  access: Access,
  signal: AbortSignal,
  onPlace: (place: ItemLocation) => void,
): AsyncGenerator<Batch> {
  let doneUpTo: Reached | null = request.doneUpTo
  for (;;) {
    let finished = false
    for await (const part of oneShift(children, { ...request, doneUpTo }, access, signal, onPlace)) {
      if ('finished' in part) {
        finished = part.finished
        doneUpTo = part.reached
      } else {
        const last = part.outcomes.at(-1)
        if (last !== undefined) doneUpTo = { at: last.at, spent: last.spent }
        yield part
      }
    }
    if (finished || signal.aborted) return
  }
}

async function* oneShift(
  children: ChildPool,
  request: ParseRequest,
  access: Access,
  signal: AbortSignal,
  onPlace: (place: ItemLocation) => void,
): AsyncGenerator<Batch | Parsed> {
  const queue: (Batch | Parsed)[] = []
  const given = new AbortController()
  const stop = AbortSignal.any([signal, given.signal])
  let place: ItemLocation | null = null
  let failure: Error | null = null
  let ended = false
  let arrived = Promise.withResolvers<void>()
  let room = Promise.withResolvers<void>()
  const running = children
    .run<unknown>(module, request, {
      access,
      timeoutMs: request.limits.itemMs,
      signal: stop,
      onAt: (name) => {
        place = parseLocation(JSON.parse(name))
        onPlace(place)
      },
      onPart: async (part) => {
        queue.push(understood(parseBatch, part))
        arrived.resolve()
        while (queue.length > waitingBatches && !stop.aborted) {
          room = Promise.withResolvers<void>()
          await room.promise
        }
      },
    })
    .then((parsed) => {
      queue.push(understood(parseEnd, parsed))
    })
    .catch((error: unknown) => {
      failure = translate(error, place)
    })
    .finally(() => {
      ended = true
      arrived.resolve()
    })
  try {
    for (;;) {
      const part = queue.shift()
      room.resolve()
      if (part !== undefined) yield part
      else if (ended) break
      else {
        arrived = Promise.withResolvers<void>()
        await arrived.promise
      }
    }
    if (failure !== null && !signal.aborted) throw failure
  } finally {
    given.abort()
    room.resolve()
    await running
  }
}

/** What the process said; where nobody understands it, it has crashed over what it was on, whatever it believes itself. */
function understood<T>(heard: (said: unknown) => T, said: unknown): T {
  try {
    return heard(said)
  } catch {
    throw new ChildFault('crashed', 'The parsing process said what nobody understands.', null)
  }
}

function translate(error: unknown, place: ItemLocation | null): Error {
  if (!(error instanceof ChildFault)) return error instanceof Error ? error : new Error(String(error))
  if (error.reason === 'failed') return new SourceFault(error.message, error.thrown?.code ?? '')
  return new ParserLost(error.reason, place)
}
