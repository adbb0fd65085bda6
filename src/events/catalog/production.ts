/** Productions: begun, changed, checked, run, delivered and rolled back, and what became of it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { preCheck } from '#contracts/production-checks.ts'
import { drawProductionSample, lookAtSampled } from '#contracts/production-sample.ts'
import { productionName, productionSettings, slipSheet } from '#contracts/production-settings.ts'
import { reserveNumbers } from '#contracts/productions.ts'
import { event } from '../define.ts'

/** Each try to send a form has a key of its own. */
const form = { formKey: z.string() }
const ofProject = { log: 'project', retention: 'audit' } as const
const named = { ...form, productionId: id, /** For people. */ name: z.string() }
const ofProduction = {
  ...ofProject,
  stream: ({ productionId }: { readonly productionId: number }) => `production:${productionId}`,
} as const

export const createAsked = event({
  ...ofProject,
  type: 'production.createAsked',
  stream: () => 'productions',
  payload: z.strictObject({ ...form, name: productionName, settings: productionSettings }),
})

/** `version`: of the settings as they were seen. */
export const saveAsked = event({
  ...ofProduction,
  type: 'production.saveAsked',
  payload: z.strictObject({
    ...form,
    productionId: id,
    name: productionName,
    settings: productionSettings,
    version: z.int(),
  }),
})

export const validateAsked = event({
  ...ofProduction,
  type: 'production.validateAsked',
  payload: z.strictObject({ ...named, version: z.int() }),
})

export const acceptAsked = event({
  ...ofProduction,
  type: 'production.acceptAsked',
  payload: z.strictObject({ ...named, check: preCheck, reason: z.string() }),
})

export const runAsked = event({
  ...ofProduction,
  type: 'production.runAsked',
  payload: z.strictObject({ ...named, version: z.int() }),
})

export const slipAsked = event({
  ...ofProduction,
  type: 'production.slipAsked',
  payload: z.strictObject({ ...named, slipSheet }),
})

export const deliverAsked = event({
  ...ofProduction,
  type: 'production.deliverAsked',
  payload: z.strictObject(named),
})

export const sampleAsked = event({
  ...ofProduction,
  type: 'production.sampleAsked',
  payload: z.strictObject({
    ...{ ...named, confidence: drawProductionSample.body.shape.confidence },
    margin: z.int(),
  }),
})

/** Somebody has looked at a document of the sample. */
export const lookAsked = event({
  ...ofProduction,
  type: 'production.lookAsked',
  payload: z.strictObject({
    ...{ ...named, documentId: id },
    verdict: lookAtSampled.body.shape.verdict,
    seen: lookAtSampled.body.shape.seen,
    note: z.string(),
  }),
})

export const rollbackAsked = event({
  ...ofProduction,
  type: 'production.rollbackAsked',
  payload: z.strictObject({ ...named, /** Its numbers are free again. */ release: z.boolean() }),
})

/** `productionId`: whose settings are kept; `name`: of the template. */
export const templateAsked = event({
  ...ofProject,
  type: 'production.templateAsked',
  stream: () => 'productions',
  payload: z.strictObject({ ...form, productionId: id, name: productionName }),
})

export const templateDeleteAsked = event({
  ...ofProject,
  type: 'production.templateDeleteAsked',
  stream: () => 'productions',
  payload: z.strictObject({ ...form, templateId: id, /** For people. */ name: z.string() }),
})

export const reserveAsked = event({
  ...ofProject,
  type: 'production.reserveAsked',
  stream: () => 'productions',
  payload: z.strictObject({ ...form, ...reserveNumbers.body.shape }),
})

/** The bytes of the page are in `slipSheetFiles`, under the same key. */
export const uploadAsked = event({
  ...ofProject,
  type: 'production.uploadAsked',
  stream: () => 'productions',
  payload: z.strictObject({ ...form, fileName: z.string() }),
})

/** What became of a page that was uploaded: the message is null where it can be used. */
export const uploadSettled = event({
  ...ofProject,
  type: 'production.uploadSettled',
  stream: () => 'productions',
  payload: z.strictObject({ ...form, message: z.nullable(z.string()) }),
})

/** What became of a form: the message is null where it is done; else it says why it is not. */
export const formSettled = event({
  ...ofProject,
  type: 'production.formSettled',
  stream: () => 'productions',
  payload: z.strictObject({
    ...form,
    message: z.nullable(z.string()),
    /** The production that was begun; null for others. */
    productionId: z.nullable(id),
    /** Somebody else has changed it since it was seen. */
    stale: z.boolean(),
  }),
})
