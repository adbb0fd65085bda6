/** What is asked of the child process, and what it may answer: places in the text, so that it can say nothing else. */
import * as z from 'zod/mini'
import type { TextRange } from './extract.ts'

export interface ExtractTask {
  readonly text: string
}

const places = z
  .array(z.tuple([z.int().check(z.nonnegative()), z.int().check(z.positive())]))
  .check(z.maxLength(20))

/** Stretches of a text of this length, one after the other; throws where they are none. */
export function parsePlaces(said: unknown, length: number): readonly TextRange[] {
  const heard = places.parse(said)
  let end = 0
  for (const [start, size] of heard) {
    if (start < end || start + size > length) throw new Error('These are no places of the text.')
    end = start + size
  }
  return heard
}
