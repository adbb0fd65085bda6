/** This browser's log held against the record: what was asked, what came of it, what was reported. No content. */
import * as z from 'zod/mini'
import { id, instant, nanoId } from '#contracts/ids.ts'
import { event } from '../define.ts'

const own = { log: 'project', retention: 'session', stream: () => 'reconciliation' } as const

/** Entries that the server has acknowledged are to be looked up. */
export const checkRequested = event({ ...own, type: 'reconcile.checkRequested', payload: z.object({}) })

/** What the record has of them: those that match, and those that it does not show or shows otherwise. */
export const verdicts = z.object({
  /** Up to which row of its chain the record was looked at, and when by its own clock. */
  asOf: z.int(),
  at: instant,
  matched: z.array(nanoId),
  odd: z.array(z.object({ commandId: nanoId, state: z.enum(['differs', 'missing']) })),
})

/** `offset`: ms by which this browser's clock is behind the record's. */
export const checked = event({
  ...own,
  type: 'reconcile.checked',
  payload: z.extend(verdicts, { offset: z.int() }),
})

/** The record ends before a row that it has had: entries that had matched are looked up once more. */
export const reopened = event({
  ...own,
  type: 'reconcile.reopened',
  payload: z.object({
    /** `documentId` null: of many. `jobId`: what a bulk change began. */
    entries: z.array(
      z.object({
        commandId: nanoId,
        documentId: z.nullable(id),
        jobId: z.optional(id),
        auditIds: z.array(id),
      }),
    ),
    /** Nothing is left to be opened. */
    whole: z.boolean(),
  }),
})

/** The review manager is to be told how the log stands; `log`: what it is called in reports. */
export const reportRequested = event({
  ...own,
  type: 'reconcile.reportRequested',
  payload: z.object({ log: nanoId }),
})
