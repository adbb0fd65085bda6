/**
 * Productions: documents that are handed over to the other side, numbered page by page, with redactions burned in and slip
 * sheets for what is withheld (docs/decisions/0137-productions.md).
 */
import * as z from 'zod/mini'
import { call, listOf } from './call.ts'
import { id, idParam, sha256, wholeParam } from './ids.ts'
import { jobState } from './jobs.ts'
import {
  batesDigits,
  batesPrefix,
  doneBy,
  goesAs,
  productionLimits,
  productionName,
  productionSettings,
  slipSheet,
} from './production-settings.ts'

/**
 * `Draft`: being prepared. `Validated`: checked, and nothing has changed since. `Running`: its job works on it. `Failed`,
 * `Cancelled`: the job has stopped; it can go on, or be rolled back. `Produced`: all pages are made and the volume was read
 * back. `Delivered`: handed over; nothing of it changes any more. `RolledBack`: its files are gone; its numbers
 * stay taken unless somebody has released them with it.
 */
export const productionStates = [
  'Draft',
  'Validated',
  'Running',
  'Failed',
  'Cancelled',
  'Produced',
  'Delivered',
  'RolledBack',
] as const
export const productionState = z.enum(productionStates)
export type ProductionState = z.infer<typeof productionState>

/** How a document of a production goes out. `failed`: a slip sheet stands for pages that could not be made. */
export const treatment = z.enum([...goesAs.options, 'withheld', 'failed'])
export type Treatment = z.infer<typeof treatment>

export const production = z.object({
  productionId: id,
  name: z.string(),
  state: productionState,
  /** Grows with each change of its settings; a change states the version that was seen. */
  version: z.int(),
  created: doneBy,
  /** Documents and pages; null until the plan is made. */
  documents: z.nullable(z.int()),
  pages: z.nullable(z.int()),
  /** The first and the last number, written out; null until the numbers are taken. */
  firstNumber: z.nullable(z.string()),
  lastNumber: z.nullable(z.string()),
  /** The job that makes it, and how far it is; null before it is run. */
  job: z.nullable(
    z.object({ jobId: id, state: jobState, done: z.int(), total: z.int(), message: z.nullable(z.string()) }),
  ),
  /** Documents whose pages could not be made: each needs a decision before the production counts as produced. */
  failed: z.int(),
  produced: z.nullable(doneBy),
  /** Who said that it may leave. */
  released: z.nullable(doneBy),
  /** Two people: who said that it may leave, and who confirmed it. */
  delivered: z.nullable(z.object({ ...doneBy.shape, confirmedBy: z.string() })),
  rolledBack: z.nullable(doneBy),
})
export type Production = z.infer<typeof production>

const name = productionName
const ofProduction = { productionId: id }

export const productionNames = call({
  name: 'productions.names',
  method: 'GET',
  path: '/job/getProductionName_Id',
  needs: 'production.view',
  scope: 'project',
  reply: listOf(z.object({ productionId: id, name: z.string(), state: productionState })),
  summary: 'The names of the productions of the project, the newest first.',
})

export const listProductions = call({
  name: 'productions.list',
  method: 'GET',
  path: '/job/production/list',
  needs: 'production.view',
  scope: 'project',
  reply: listOf(production),
  summary: 'The productions of the project, the newest first.',
})

export const productionExists = call({
  name: 'productions.exist',
  method: 'GET',
  path: '/job/production/exist',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(productionLimits.nameLength)) }),
  reply: z.object({ exists: z.boolean() }),
  summary: 'Whether the project has a production of this name, ignoring case.',
})

/** Numbers that are taken, one after another. */
const range = z.object({
  first: z.int(),
  last: z.int(),
  /** The production that took them; null: they were taken by hand, for what was produced elsewhere. */
  productionId: z.nullable(id),
  name: z.string(),
})

export const prefixNumbers = call({
  name: 'productions.prefix',
  method: 'GET',
  path: '/job/prod/prefix',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({
    prefix: z.string().check(z.minLength(1), z.maxLength(productionLimits.prefixLength)),
  }),
  reply: z.object({
    /** As it was written first: prefixes are the same ignoring case. */
    prefix: z.string(),
    /** Null: it is new, and takes those of its first use. */
    digits: z.nullable(z.int()),
    /** Behind all that are taken. */
    next: z.int(),
    taken: z.array(range),
  }),
  summary: 'Which numbers of a prefix are taken, and which is the next.',
})

export const reserveNumbers = call({
  name: 'productions.reserve',
  method: 'POST',
  path: '/job/prod-insert-prefix',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({
    prefix: batesPrefix,
    digits: batesDigits,
    first: z.int().check(z.minimum(1)),
    last: z.int().check(z.minimum(1)),
    /** What has these numbers, in words. */
    name,
  }),
  reply: z.object({ next: z.int() }),
  summary:
    'Take numbers of a prefix for what was produced elsewhere, so that no production of the project has them. 409 where one ' +
    'of them is taken, or where the prefix has another number of digits.',
})

export const insertProduction = call({
  name: 'productions.create',
  method: 'POST',
  path: '/job/prod-insert-production',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ name, settings: productionSettings }),
  reply: production,
  summary: 'Begin a production. Its name is unique in the project, ignoring case.',
})

export const getSettings = call({
  name: 'productions.settings',
  method: 'GET',
  path: '/job/production/setting',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({ productionId: idParam }),
  reply: z.object({ production, settings: productionSettings }),
  summary: 'A production with the settings that it has, or was run with.',
})

export const updateSettings = call({
  name: 'productions.change',
  method: 'POST',
  path: '/job/update-Production-Settings',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    ...ofProduction,
    name,
    settings: productionSettings,
    /** As it was seen. */ version: z.int(),
  }),
  reply: production,
  summary:
    'Change a production that has not been run. 409 where it has, or where somebody has changed it since it was seen.',
})

export const initStuff = call({
  name: 'productions.begin',
  method: 'GET',
  path: '/job/prod-get-init-stuff',
  needs: 'production.manage',
  scope: 'project',
  reply: z.object({
    /** What a new production begins with, by kind of receiver. */
    templates: z.array(
      z.object({
        /** Null: it is built in. */
        templateId: z.nullable(id),
        name: z.string(),
        settings: productionSettings,
        /** Who keeps it for the project, and when; null: it is built in. */
        made: z.nullable(doneBy),
      }),
    ),
    /** Fields that a load file may have, and that may be stamped, by their names in queries. */
    fields: z.array(z.object({ name: z.string(), displayName: z.string() })),
    prefixes: z.array(z.object({ prefix: z.string(), digits: z.int(), next: z.int() })),
  }),
  summary: 'All that the first screen of a production needs: templates, fields, prefixes.',
})

export const sortFields = call({
  name: 'productions.sortFields',
  method: 'GET',
  path: '/job/production/prod-sort-fields',
  needs: 'production.manage',
  scope: 'project',
  reply: listOf(z.object({ name: z.string(), displayName: z.string() })),
  summary: 'The fields that a production can be sorted by.',
})

export const requiredDocuments = call({
  name: 'productions.requiredDocuments',
  method: 'POST',
  path: '/job/prod-get-required-doc-list',
  needs: 'production.manage',
  scope: 'project',
  onlyAsks: true,
  body: z.strictObject({ set: productionSettings.shape.set }),
  reply: z.object({
    /** What the set has. */
    documents: z.int(),
    families: z.int(),
    /** Members of their families that are not in the set: the first 1,000. */
    missing: z.array(z.object({ documentId: id, controlNumber: z.string(), familyId: id })),
    missingCount: z.int(),
  }),
  summary: 'How many documents a set has, and which members of their families are not in it.',
})

export const applicationTypes = call({
  name: 'productions.applicationTypes',
  method: 'POST',
  path: '/job/prod-get-app-type-list',
  needs: 'production.manage',
  scope: 'project',
  onlyAsks: true,
  body: z.strictObject({ set: productionSettings.shape.set, families: z.boolean() }),
  reply: z.object({
    /** The most first. */
    data: z.array(z.object({ category: z.string(), documents: z.int() })),
    totalCount: z.int(),
  }),
  summary: 'The types of files in a set, with how many there are of each.',
})

export const uploadSlipSheet = call({
  name: 'productions.uploadSlipSheet',
  method: 'POST',
  path: '/job/prod/upload_slipsheet',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'none',
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(255)) }),
  rawBody: true,
  maxBytes: productionLimits.slipSheetBytes,
  body: z.any(),
  reply: z.object({ sha256, name: z.string(), width: z.int(), height: z.int() }),
  summary:
    'Upload a page that stands for withheld documents: JPEG, PDF or TIFF by its content, of one page. Anything else is ' +
    'refused with what it is.',
})

/** A document of the plan. */
export const plannedDocument = z.object({
  /** From 1. */
  place: z.int(),
  documentId: id,
  controlNumber: z.string(),
  fileName: z.string(),
  treatment,
  pages: z.int(),
  first: z.string(),
  last: z.string(),
  designation: z.string(),
  redacted: z.boolean(),
  /** `made`: its files are kept. `failed`: they could not be made, and why. */
  state: z.enum(['planned', 'made', 'failed']),
  fault: z.nullable(z.string()),
})
export type PlannedDocument = z.infer<typeof plannedDocument>

export const productionDocuments = call({
  name: 'productions.documents',
  method: 'GET',
  path: '/job/prod/document',
  needs: 'production.view',
  scope: 'project',
  query: z.strictObject({
    productionId: idParam,
    /** Behind this place. */
    after: z.optional(wholeParam(0)),
    /** Only those that could not be made. */
    failed: z.optional(z.literal('true')),
  }),
  reply: z.object({ data: z.array(plannedDocument), totalCount: z.int() }),
  summary: 'The plan of a production in its order, 200 documents at a time.',
})

export const runProduction = call({
  name: 'productions.run',
  method: 'POST',
  path: '/job/prod-insert-bates',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'required',
  body: z.strictObject({ ...ofProduction, /** As it was seen. */ version: z.int() }),
  reply: production,
  summary:
    'Freeze the list and the settings, take the numbers and make the pages: all by a job. 409 unless it was validated, with ' +
    'no check that blocks and every warning accepted, and nothing has changed since.',
})

export const slipFailed = call({
  name: 'productions.slipFailed',
  method: 'POST',
  path: '/job/prod/slip-failed',
  needs: 'production.manage',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({ ...ofProduction, slipSheet }),
  reply: production,
  summary:
    'Let slip sheets stand for the pages that could not be made, under the numbers that they have, and go on. 409 while the ' +
    'job works.',
})

export const rollbackProduction = call({
  name: 'productions.rollback',
  method: 'POST',
  path: '/job/production/rollback',
  needs: 'production.rollback',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject({
    ...ofProduction,
    /** Its numbers may be given to something else: nobody outside has seen them. */
    release: z.boolean(),
  }),
  reply: production,
  summary:
    'Delete all that a production has made. 409 where it was delivered, or is running; twice is once. Its numbers stay taken, ' +
    'unless they are released.',
})

export const deliverProduction = call({
  name: 'productions.deliver',
  method: 'POST',
  path: '/job/production/deliver',
  needs: 'production.deliver',
  scope: 'project',
  idempotencyKey: 'optional',
  body: z.strictObject(ofProduction),
  reply: production,
  summary:
    'Say that a production may leave, and, by a second person, that it was delivered. From there is no way back.',
})
