/**
 * Regular expressions that somebody wrote: read at once, and run within a limit of time. A virtual machine ends one that goes
 * back and forth for ever; the text is nobody's code, and nothing of it is run.
 */
import { runInNewContext } from 'node:vm'
import * as z from 'zod/mini'
import type { Place } from './matching.ts'

/** Without regard to case; letters are whole characters. */
const flags = 'giu'

/** What is wrong with one, without the expression itself; null: it can be read. */
export function expressionFault(expression: string): string | null {
  try {
    new RegExp(expression, flags)
    return null
  } catch (error) {
    return error instanceof SyntaxError
      ? (error.message.split(': ').at(-1) ?? 'it is not whole')
      : String(error)
  }
}

const spans = z.array(z.tuple([z.int(), z.int()]))

// Of another realm: it is no `Error` of this one.
const timedOut = z.object({ code: z.literal('ERR_SCRIPT_EXECUTION_TIMEOUT') })

/** What matches nothing is no place. */
const program = `[...text.matchAll(new RegExp(expression, flags))]
  .flatMap(({ 0: found, index }) => (found === '' ? [] : [[index, index + found.length]]))`

/** Where it stands in a text; null: it did not come to an end in time. */
export function placesOf(expression: string, text: string, term: number, ms: number): Place[] | null {
  try {
    const found = spans.parse(runInNewContext(program, { text, expression, flags }, { timeout: ms }))
    return found.map(([start, end]) => ({ term, start, end }))
  } catch (error) {
    if (timedOut.safeParse(error).success) return null
    throw error
  }
}
