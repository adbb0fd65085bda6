/** Has productions begun, saved, checked, run, delivered and rolled back. */
import { acceptWarning, validateProduction } from '#contracts/production-checks.ts'
import { drawProductionSample, lookAtSampled, type ProductionSample } from '#contracts/production-sample.ts'
import { productionLimits } from '#contracts/production-settings.ts'
import { deleteProductionTemplate, saveProductionTemplate } from '#contracts/production-templates.ts'
import {
  deliverProduction,
  insertProduction,
  type Production,
  reserveNumbers,
  rollbackProduction,
  runProduction,
  slipFailed,
  updateSettings,
  uploadSlipSheet,
} from '#contracts/productions.ts'
import { verifyUpload } from '#contracts/verify-upload.ts'
import { settleForm, settleUpload } from '../commands/production.ts'
import { addToast } from '../commands/toasts.ts'
import {
  acceptAsked,
  createAsked,
  deliverAsked,
  lookAsked,
  reserveAsked,
  rollbackAsked,
  runAsked,
  sampleAsked,
  saveAsked,
  slipAsked,
  templateAsked,
  templateDeleteAsked,
  uploadAsked,
  validateAsked,
} from '../events/catalog/production.ts'
import {
  plannedDocuments,
  productionBeginning,
  productionPrefix,
  productionSample,
  productionSettings,
  productions,
  productionValidation,
} from '../reads/production.ts'
import { write } from '../stores/cache.ts'
import { slipSheetFiles, slipSheets } from '../stores/production.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'
import { hashOf } from './file-hash.ts'
import { asOutcome, cacheValue } from './outcomes.ts'

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

/** Ms for what looks at every document of a production. */
const patience = 300_000

const settled = (formKey: string, begun: number | null = null) =>
  settleForm({ formKey, message: null, productionId: begun, stale: false })

const refused = (formKey: string, { message, detail }: CallFailure): Outcome => ({
  commands: [settleForm({ formKey, message, productionId: null, stale: detail === 'version' })],
})

const said = (message: string) => addToast({ kind: 'success', message })

/** A production as it is now: its screen and the list ask anew. */
const askedAnew = ({ productionId }: Pick<Production, 'productionId'>) => [
  productionSettings.request({ productionId }),
  productions.request({}),
]

/** What is known of the sample after one of its calls is all that its screen shows. */
const sampled = (formKey: string, sample: ProductionSample): Outcome => ({
  ...cacheValue(productionSample.cache, productionSample.key({ productionId: sample.productionId }), sample),
  commands: [settled(formKey)],
})

export const productionEffects = [
  effect({
    ...policy,
    name: 'production.drawSample',
    on: sampleAsked,
    request: ({ payload: { productionId, confidence, margin } }, { call }) =>
      call(drawProductionSample, { body: { productionId, confidence, margin } }),
    done: ({ payload: { formKey } }, sample) => sampled(formKey, sample),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.look',
    on: lookAsked,
    request: ({ payload: { productionId, documentId, verdict, note, seen } }, { call }) =>
      call(lookAtSampled, { body: { productionId, documentId, verdict, note, seen } }),
    done: ({ payload: { formKey } }, sample) => sampled(formKey, sample),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.create',
    on: createAsked,
    request: ({ payload: { formKey: _, ...body } }, { call }) => call(insertProduction, { body }),
    done: ({ payload: { formKey } }, { productionId }) => ({
      commands: [settled(formKey, productionId), productions.request({})],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.save',
    on: saveAsked,
    request: ({ payload: { formKey: _, ...body } }, { call }) => call(updateSettings, { body }),
    done: ({ payload: { formKey, productionId, settings } }, production) => ({
      // The version comes with the answer: what is typed on rests on it at once.
      ...cacheValue(productionSettings.cache, productionSettings.key({ productionId }), {
        ...{ production, settings },
      }),
      commands: [settled(formKey), productions.request({})],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.validate',
    on: validateAsked,
    timeout: patience,
    request: ({ payload: { productionId, version } }, { call }) =>
      call(validateProduction, { body: { productionId, version } }),
    done: ({ payload: { formKey, productionId } }, found) => ({
      ...cacheValue(productionValidation.cache, productionValidation.key({ productionId }), found),
      commands: [settled(formKey), ...askedAnew({ productionId })],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.accept',
    on: acceptAsked,
    request: ({ payload: { productionId, check, reason } }, { call }) =>
      call(acceptWarning, { body: { productionId, check, reason } }),
    done: ({ payload: { formKey, productionId } }, found) => ({
      ...cacheValue(productionValidation.cache, productionValidation.key({ productionId }), found),
      commands: [settled(formKey)],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.run',
    on: runAsked,
    timeout: patience,
    request: ({ payload: { productionId, version } }, { call }) =>
      call(runProduction, { body: { productionId, version } }),
    done: ({ payload: { formKey, name } }, production) => ({
      commands: [settled(formKey), said(`${name} is running`), ...askedAnew(production)],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.slip',
    on: slipAsked,
    request: ({ payload: { productionId, slipSheet } }, { call }) =>
      call(slipFailed, { body: { productionId, slipSheet } }),
    done: ({ payload: { formKey, productionId } }, production) => ({
      commands: [
        settled(formKey),
        said('Slip sheets stand for what could not be made. The job goes on.'),
        plannedDocuments.request({ productionId, after: 0, failed: true }),
        ...askedAnew(production),
      ],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.deliver',
    on: deliverAsked,
    request: ({ payload: { productionId } }, { call }) => call(deliverProduction, { body: { productionId } }),
    done: ({ payload: { formKey, name } }, production) => ({
      commands: [
        settled(formKey),
        said(
          production.state === 'Delivered'
            ? `${name} is delivered`
            : `${name} may leave. Somebody else has to confirm that it was handed over.`,
        ),
        ...askedAnew(production),
      ],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.rollback',
    on: rollbackAsked,
    timeout: patience,
    request: ({ payload: { productionId, release } }, { call }) =>
      call(rollbackProduction, { body: { productionId, release } }),
    done: ({ payload: { formKey, name } }, production) => ({
      commands: [settled(formKey), said(`${name} is rolled back`), ...askedAnew(production)],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.saveTemplate',
    on: templateAsked,
    request: ({ payload: { productionId, name } }, { call }) =>
      call(saveProductionTemplate, { body: { productionId, name } }),
    done: ({ payload: { formKey, name } }) => ({
      commands: [
        settled(formKey),
        said(`The project has the template ${name}`),
        productionBeginning.request({}),
      ],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'production.deleteTemplate',
    on: templateDeleteAsked,
    request: ({ payload: { templateId } }, { call }) =>
      call(deleteProductionTemplate, { query: { templateId } }),
    done: ({ payload: { formKey, name } }) => ({
      commands: [settled(formKey), said(`The template ${name} is deleted`), productionBeginning.request({})],
    }),
    fail: ({ payload: { formKey } }, failure) => ({
      // Somebody else may have deleted it: the list says what there is.
      commands: [...(refused(formKey, failure).commands ?? []), productionBeginning.request({})],
    }),
  }),
  effect({
    ...policy,
    name: 'production.reserve',
    on: reserveAsked,
    request: ({ payload: { formKey: _, ...body } }, { call }) => call(reserveNumbers, { body }),
    done: ({ payload: { formKey, prefix } }) => ({
      commands: [
        settled(formKey),
        said(`The numbers of ${prefix} are reserved`),
        productionPrefix.request({ prefix }),
        productionBeginning.request({}),
      ],
    }),
    fail: ({ payload: { formKey, prefix } }, failure) => ({
      // Somebody else may have taken them: the ranges say by what.
      commands: [...(refused(formKey, failure).commands ?? []), productionPrefix.request({ prefix })],
    }),
  }),
  effect({
    ...policy,
    name: 'production.upload',
    on: uploadAsked,
    request: async ({ payload: { formKey, fileName } }, { call, cached }) => {
      const refuse = (message: string): Outcome => ({ commands: [settleUpload({ formKey, message })] })
      const file = cached(slipSheetFiles, formKey)
      if (file === undefined) return refuse('The file is no longer at hand: choose it again.')
      if (file.size > productionLimits.slipSheetBytes)
        return refuse(`A slip sheet has at most ${productionLimits.slipSheetBytes / 1024 / 1024} MB.`)
      // The same bytes are kept once, so that a try whose answer was lost is made again.
      const { sha256, name } = await call(uploadSlipSheet, {
        query: { name: fileName },
        body: file,
        idempotencyKey: null,
        repeatable: true,
      })
      const own = await hashOf(file, () => false)
      const { isSame } = await call(verifyUpload, {
        body: { file: { slipSheet: sha256 }, size: file.size, sha256: own ?? '' },
        ...{ idempotencyKey: null, repeatable: true },
      })
      if (!isSame) return refuse('What has arrived is not what was sent. Upload the file again.')
      return {
        cache: [write(slipSheets, formKey, { sha256, name })],
        commands: [settleUpload({ formKey, message: null })],
      }
    },
    done: asOutcome,
    fail: ({ payload: { formKey } }, { message }) => ({ commands: [settleUpload({ formKey, message })] }),
  }),
]
