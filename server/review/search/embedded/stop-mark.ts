/**
 * Tells a process to stop what it is busy with. It hears no message while it computes, so both sides share a few bytes of a file:
 * the number of the request that nobody waits for any more. The file has no name; it ends with the two processes.
 */
import { closeSync, ftruncateSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Which descriptor of the process it is: behind its input, its outputs and the channel for messages. */
const markDescriptor = 4

const size = 8

/** The side that asks. */
export class StopMark {
  readonly descriptor: number

  constructor() {
    const folder = mkdtempSync(join(tmpdir(), 'affiant-mark-'))
    try {
      this.descriptor = openSync(join(folder, 'mark'), 'w+', 0o600)
      ftruncateSync(this.descriptor, size)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  /** Stops this request, where the process is still busy with it. */
  stop(request: number): void {
    writeSync(this.descriptor, Float64Array.of(request), 0, size, 0)
  }

  close(): void {
    closeSync(this.descriptor)
  }
}

/** Thrown in the process that is to stop. */
export class Stopped extends Error {
  constructor() {
    super('Nobody waits for this any more.')
    // Its name is what the other process sees of it.
    this.name = 'Stopped'
  }
}

/** To be called between two steps of a long piece of work: throws `Stopped` where nobody waits for it any more. */
export type Step = () => void

/** Looking costs a few microseconds: steps that are shorter than this share one look. */
const lookEveryMs = 5

/** The side that works on a request. */
export function stepsOf(request: number): Step {
  const marked = new Float64Array(1)
  let next = 0
  return () => {
    const now = performance.now()
    if (now < next) return
    next = now + lookEveryMs
    if (readSync(markDescriptor, marked, 0, size, 0) === size && marked[0] === request) throw new Stopped()
  }
}
