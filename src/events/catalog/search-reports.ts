/** Search term reports, random samples and past searches: asked to be made or deleted, and what became of it. */
import * as z from 'zod/mini'
import { documentSet } from '#contracts/document-sets.ts'
import { id } from '#contracts/ids.ts'
import { sizeBy } from '#contracts/samples.ts'
import { event } from '../define.ts'

/** Each try to send a form has a key of its own. */
const form = { formKey: z.string() }

const ofProject = { log: 'project', retention: 'audit', stream: () => 'searchReports' } as const

export const runAsked = event({
  ...ofProject,
  type: 'searchReports.runAsked',
  payload: z.strictObject({
    ...form,
    /** null: the one that is under way is given up. */
    ask: z.nullable(
      z.strictObject({
        name: z.string(),
        set: documentSet,
        lines: z.array(z.string()),
        hits: z.boolean(),
        byCustodian: z.boolean(),
      }),
    ),
  }),
})

/** What became of a form: the message is null where it is done; else it says why it is not. */
export const formSettled = event({
  ...ofProject,
  type: 'searchReports.formSettled',
  payload: z.strictObject({
    ...form,
    message: z.nullable(z.string()),
    /** The report that was run; null for others. */
    termReportId: z.nullable(id),
  }),
})

export const reportDeletionAsked = event({
  ...ofProject,
  type: 'searchReports.reportDeletionAsked',
  payload: z.strictObject({ termReportId: id, name: z.string() }),
})

export const sampleAsked = event({
  ...ofProject,
  type: 'searchReports.sampleAsked',
  payload: z.strictObject({
    ...form,
    name: z.string(),
    set: documentSet,
    sizeBy,
    /** null: a new one. */
    seed: z.nullable(z.string()),
  }),
})

export const sampleDeletionAsked = event({
  ...ofProject,
  type: 'searchReports.sampleDeletionAsked',
  payload: z.strictObject({ sampleId: id, name: z.string() }),
})

export const forgetAsked = event({
  ...ofProject,
  type: 'searchReports.forgetAsked',
  payload: z.strictObject({ /** null: all of one’s own. */ pastSearchId: z.nullable(id) }),
})
