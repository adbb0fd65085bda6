/** Text, fields and embedded files of a document that is no mail; where there are none, the reason. */
import { isSystemFault } from '../archives/archive.ts'
import type { Kind } from '../identify/identify.ts'
import type { Flaw } from '../member.ts'
import { fileText } from './document-text.ts'
import { type Reading, type ReadOptions, Unreadable } from './reading.ts'

/** Never rejects but for faults of the system: what one document does to its reader is an exception of that document. */
export async function readDocument(bytes: Buffer, kind: Kind, options: ReadOptions): Promise<Reading> {
  if (bytes.length === 0) return without({ code: 'zeroByte', reason: 'The file is empty.', stage: 'text' })
  try {
    const flaws: Flaw[] = []
    const { text, html } = fileText(bytes, kind, options.limits, flaws)
    return { text, html, metadata: {}, embedded: [], flaws }
  } catch (error) {
    if (isSystemFault(error)) throw error
    if (error instanceof Unreadable)
      return without({ code: error.code, reason: error.message, stage: 'text' })
    return without({
      code: 'textFailed',
      reason: `Reading it failed (${error instanceof Error ? error.name : 'unknown fault'}).`,
      stage: 'text',
    })
  }
}

const without = (flaw: Flaw): Reading => ({
  text: null,
  html: null,
  metadata: {},
  embedded: [],
  flaws: [flaw],
})
