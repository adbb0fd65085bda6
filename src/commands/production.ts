/** Preparing, checking, running, delivering and rolling back productions. */
import type { Capability } from '#contracts/permission.ts'
import {
  acceptAsked,
  createAsked,
  deliverAsked,
  formSettled,
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
  uploadSettled,
  validateAsked,
} from '../events/catalog/production.ts'
import { command, type DecideContext, type Rejection, reject } from './define.ts'

const never = { capture: 'never' } as const

/** Why it may not be done; null where it may. */
const mayNot = (needs: Capability, { can }: Pick<DecideContext, 'can'>): Rejection | null =>
  can(needs) ? null : reject('Your role does not do this to productions.')

export const createProduction = command({
  ...never,
  type: 'production.create',
  payload: createAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [createAsked(payload)],
  label: ({ name }) => `Begin the production ${name}`,
})

export const saveProduction = command({
  ...never,
  type: 'production.save',
  payload: saveAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [saveAsked(payload)],
  label: ({ name }) => `Save the production ${name}`,
})

export const validateProduction = command({
  ...never,
  type: 'production.validate',
  payload: validateAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [validateAsked(payload)],
  label: ({ name }) => `Validate the production ${name}`,
})

export const acceptWarning = command({
  ...never,
  type: 'production.accept',
  payload: acceptAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [acceptAsked(payload)],
  label: ({ name }) => `Accept a warning of the production ${name}`,
})

export const runProduction = command({
  ...never,
  type: 'production.run',
  payload: runAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [runAsked(payload)],
  label: ({ name }) => `Run the production ${name}`,
})

export const slipFailed = command({
  ...never,
  type: 'production.slip',
  payload: slipAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [slipAsked(payload)],
  label: ({ name }) => `Let slip sheets stand for what failed in the production ${name}`,
})

export const deliverProduction = command({
  ...never,
  type: 'production.deliver',
  payload: deliverAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.deliver', ctx) ?? [deliverAsked(payload)],
  label: ({ name }) => `Deliver the production ${name}`,
})

export const drawSample = command({
  ...never,
  type: 'production.drawSample',
  payload: sampleAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [sampleAsked(payload)],
  label: ({ name }) => `Draw a sample of the production ${name}`,
})

export const lookAtSampled = command({
  ...never,
  type: 'production.look',
  payload: lookAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [lookAsked(payload)],
  label: ({ name, verdict }) =>
    `Say that a document of the production ${name} is ${verdict === 'right' ? 'right' : 'wrong'}`,
})

export const rollbackProduction = command({
  ...never,
  type: 'production.rollback',
  payload: rollbackAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.rollback', ctx) ?? [rollbackAsked(payload)],
  label: ({ name }) => `Roll back the production ${name}`,
})

export const saveProductionTemplate = command({
  ...never,
  type: 'production.saveTemplate',
  payload: templateAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [templateAsked(payload)],
  label: ({ name }) => `Save the template ${name}`,
})

export const deleteProductionTemplate = command({
  ...never,
  type: 'production.deleteTemplate',
  payload: templateDeleteAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [templateDeleteAsked(payload)],
  label: ({ name }) => `Delete the template ${name}`,
})

export const reserveNumbers = command({
  ...never,
  type: 'production.reserve',
  payload: reserveAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [reserveAsked(payload)],
  label: ({ prefix }) => `Reserve numbers of ${prefix}`,
})

export const uploadSlipSheet = command({
  ...never,
  type: 'production.upload',
  payload: uploadAsked.payload,
  decide: (_state, payload, ctx) => mayNot('production.manage', ctx) ?? [uploadAsked(payload)],
  label: ({ fileName }) => `Upload the slip sheet ${fileName}`,
})

/** By the effect, with what became of an upload. */
export const settleUpload = command({
  ...never,
  type: 'production.settleUpload',
  payload: uploadSettled.payload,
  decide: (_state, payload) => [uploadSettled(payload)],
  label: ({ message }) => message ?? 'The slip sheet is uploaded',
})

/** By the effect, with what became of a form. */
export const settleForm = command({
  ...never,
  type: 'production.settle',
  payload: formSettled.payload,
  decide: (_state, payload) => [formSettled(payload)],
  label: ({ message }) => message ?? 'It is done',
})
