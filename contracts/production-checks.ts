/** Checks of a production before it is run. */
import * as z from 'zod/mini'
import { call } from './call.ts'
import { id, idParam, instant } from './ids.ts'

/** What is looked at before a production is run. What a check is about is said by its words. */
export const preChecks = [
  'restricted',
  'familyIncomplete',
  'producedBefore',
  'withoutPages',
  'redactedNative',
  'redactionsToCheck',
  'numbersTaken',
  'duplicatesDiffer',
  'familyDiffers',
  'textEmpty',
  'protectedNative',
  'privilegedDesignation',
  'designationMissing',
  'designationsClash',
  'pageCountDiffers',
  'fieldGone',
  'failedSlipped',
  'largePages',
  'fieldEmpty',
  'hiddenContent',
  'quotesWithheld',
] as const
export const preCheck = z.enum(preChecks)
export type PreCheck = z.infer<typeof preCheck>

/** Those that block; all others are warnings. */
export const blocking: readonly PreCheck[] = [
  'restricted',
  'familyIncomplete',
  'withoutPages',
  'redactionsToCheck',
  'numbersTaken',
  'privilegedDesignation',
  'designationMissing',
  'designationsClash',
  'pageCountDiffers',
  'fieldGone',
]

export const foundByCheck = z.object({
  check: preCheck,
  blocks: z.boolean(),
  documents: z.int(),
  /** The first 200, with what is to be said of each; empty: it is about the production itself. */
  some: z.array(z.object({ documentId: id, controlNumber: z.string(), detail: z.string() })),
  /** What it found, in a sentence. */
  message: z.string(),
  /** Of a warning: who accepted it, when and why; null: nobody has. */
  accepted: z.nullable(z.object({ by: z.string(), at: instant, reason: z.string() })),
})
export type FoundByCheck = z.infer<typeof foundByCheck>

export const validation = z.object({
  productionId: id,
  /** Of the settings that were checked. */
  version: z.int(),
  at: z.nullable(instant),
  documents: z.int(),
  /** Pages as far as they are counted. */
  pages: z.int(),
  /** Only checks that found something. */
  found: z.array(foundByCheck),
  /** Nothing blocks, and every warning is accepted: it can be run. */
  mayRun: z.boolean(),
})
export type Validation = z.infer<typeof validation>

export const validateProduction = call({
  name: 'productions.validate',
  method: 'POST',
  path: '/job/prod/validate',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ productionId: id, /** As it was seen. */ version: z.int() }),
  reply: validation,
  summary:
    'Look at everything that a production would hand over: what blocks it, and what somebody has to accept with a reason.',
})

export const getValidation = call({
  name: 'productions.validation',
  method: 'GET',
  path: '/job/prod/validate',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ productionId: idParam }),
  reply: validation,
  summary: 'What the checks of a production have found last.',
})

export const acceptWarning = call({
  name: 'productions.acceptWarning',
  method: 'POST',
  path: '/job/prod/accept',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    productionId: id,
    check: preCheck,
    /** On the record with the warning. */
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)),
  }),
  reply: validation,
  summary: 'Accept a warning of the last validation, with the reason why.',
})
