/**
 * The timeline's door to the logs: the app (main.tsx) puts it into its scope. The timeline reads the logs themselves;
 * nothing is copied into state for it.
 */
import { createEvent, createStore } from 'effector'
import type { Envelope, LogKind } from '../events/envelope.ts'

export interface LogReader {
  /** The last `limit` envelopes of a log, in order; null while it is closed. */
  readonly latest: (log: LogKind, limit: number) => Promise<readonly Envelope[] | null>
  /** Calls back with what is committed from now on, of this tab and of others. Answers how to stop. */
  readonly follow: (listener: (envelopes: readonly Envelope[]) => void) => () => void
}

export const logReaderGiven = createEvent<LogReader>({ name: 'logReaderGiven', sid: 'logReaderGiven' })
export const $logReader = createStore<LogReader | null>(null, {
  name: 'logReader',
  sid: 'logReader',
  serialize: 'ignore',
}).on(logReaderGiven, (_, reader) => reader)
