/** Productions of a project, what one is prepared by, and what it has made. */
import * as z from 'zod/mini'
import { documentSet } from '#contracts/document-sets.ts'
import { id } from '#contracts/ids.ts'
import { getValidation } from '#contracts/production-checks.ts'
import { comparedDocuments, compareProductions, comparisonKind } from '#contracts/production-comparison.ts'
import { previewDocument } from '#contracts/production-preview.ts'
import { getProductionSample } from '#contracts/production-sample.ts'
import { productionTemplateName } from '#contracts/production-templates.ts'
import { getQuality, listDownloads, listVolumes } from '#contracts/production-volumes.ts'
import {
  applicationTypes,
  getSettings,
  initStuff,
  listProductions,
  prefixNumbers,
  productionDocuments,
  productionExists,
  requiredDocuments,
  sortFields,
} from '#contracts/productions.ts'
import { read } from './read.ts'

const ofProject = { log: 'project', payload: z.strictObject({}) } as const
const ofProduction = { log: 'project', payload: z.strictObject({ productionId: id }) } as const
/** They only ask, so they may be asked again. */
const onlyAsks = { idempotencyKey: null, repeatable: true } as const

export const productions = read({
  ...ofProject,
  name: 'production.list',
  event: 'production.listRequested',
  label: 'Look up productions',
  ask: async (_, { call }) => (await call(listProductions)).data,
})

export const productionSettings = read({
  ...ofProduction,
  name: 'production.settings',
  event: 'production.settingsRequested',
  label: 'Open a production',
  ask: (query, { call }) => call(getSettings, { query }),
})

export const productionBeginning = read({
  ...ofProject,
  name: 'production.beginning',
  event: 'production.beginningRequested',
  label: 'Look up what a production can be made of',
  ask: (_, { call }) => call(initStuff),
})

export const productionSortFields = read({
  ...ofProject,
  name: 'production.sortFields',
  event: 'production.sortFieldsRequested',
  label: 'Look up what a production can be sorted by',
  ask: async (_, { call }) => (await call(sortFields)).data,
})

export const productionNameTaken = read({
  name: 'production.nameTaken',
  event: 'production.nameAsked',
  label: 'Look whether a name is free',
  log: 'project',
  payload: z.strictObject({ name: z.string() }),
  lane: () => 'production.name',
  ask: async (query, { call }) => (await call(productionExists, { query })).exists,
})

export const templateNameFree = read({
  name: 'production.templateNameFree',
  event: 'production.templateNameAsked',
  label: 'Look whether the name of a template is free',
  log: 'project',
  payload: z.strictObject({ name: z.string() }),
  lane: () => 'production.templateName',
  ask: async (query, { call }) => (await call(productionTemplateName, { query })).available,
})

/** Ms: pages may have to be laid out before they are counted. */
const untilCounted = 120_000

export const productionPreview = read({
  name: 'production.preview',
  event: 'production.previewRequested',
  label: 'Look at a document as it will leave',
  log: 'project',
  /** `version`: of the settings; null: the first document. */
  payload: z.strictObject({ productionId: id, version: z.int(), documentId: z.nullable(id) }),
  timeout: untilCounted,
  lane: () => 'production.preview',
  ask: ({ productionId, documentId }, { call }) =>
    call(previewDocument, { query: { productionId, ...(documentId === null ? {} : { documentId }) } }),
})

export const productionPrefix = read({
  name: 'production.prefix',
  event: 'production.prefixAsked',
  label: 'Look up the numbers of a prefix',
  log: 'project',
  payload: z.strictObject({ prefix: z.string() }),
  lane: () => 'production.prefix',
  ask: (query, { call }) => call(prefixNumbers, { query }),
})

export const productionFamilies = read({
  name: 'production.families',
  event: 'production.familiesAsked',
  label: 'Count the families of a set',
  log: 'project',
  payload: z.strictObject({ set: documentSet }),
  lane: () => 'production.families',
  ask: (body, { call }) => call(requiredDocuments, { body, ...onlyAsks }),
})

export const productionTypes = read({
  name: 'production.types',
  event: 'production.typesAsked',
  label: 'Count the types of files in a set',
  log: 'project',
  payload: z.strictObject({ set: documentSet, families: z.boolean() }),
  lane: () => 'production.types',
  ask: async (body, { call }) => (await call(applicationTypes, { body, ...onlyAsks })).data,
})

export const productionValidation = read({
  ...ofProduction,
  name: 'production.validation',
  event: 'production.validationRequested',
  label: 'Look up what the checks of a production found',
  ask: (query, { call }) => call(getValidation, { query }),
})

export const plannedDocuments = read({
  name: 'production.documents',
  event: 'production.documentsRequested',
  label: 'Look up the plan of a production',
  log: 'project',
  payload: z.strictObject({ productionId: id, after: z.int(), failed: z.boolean() }),
  ask: ({ productionId, after, failed }, { call }) =>
    call(productionDocuments, {
      query: {
        productionId,
        ...(after === 0 ? {} : { after }),
        ...(failed ? { failed: 'true' } : {}),
      },
    }),
})

export const productionVolumes = read({
  ...ofProduction,
  name: 'production.volumes',
  event: 'production.volumesRequested',
  label: 'Look up the volumes of a production',
  ask: async (query, { call }) => (await call(listVolumes, { query })).data,
})

export const productionQuality = read({
  ...ofProduction,
  name: 'production.quality',
  event: 'production.qualityRequested',
  label: 'Look up what was found when the volumes were read back',
  ask: (query, { call }) => call(getQuality, { query }),
})

export const productionDownloads = read({
  ...ofProduction,
  name: 'production.downloads',
  event: 'production.downloadsRequested',
  label: 'Look up who has downloaded a production',
  ask: (query, { call }) => call(listDownloads, { query }),
})

export const productionSample = read({
  ...ofProduction,
  name: 'production.sample',
  event: 'production.sampleRequested',
  label: 'Look up the sample of a production',
  ask: (query, { call }) => call(getProductionSample, { query }),
})

const two = { productionId: id, otherId: id }
/** Ms: every document of both is held against the other. */
const untilCompared = 120_000

export const productionsCompared = read({
  name: 'production.comparison',
  event: 'production.comparisonRequested',
  label: 'Compare two productions',
  log: 'project',
  payload: z.strictObject(two),
  timeout: untilCompared,
  lane: () => 'production.comparison',
  ask: (query, { call }) => call(compareProductions, { query }),
})

export const documentsCompared = read({
  name: 'production.compared',
  event: 'production.comparedRequested',
  label: 'Look up what differs between two productions',
  log: 'project',
  payload: z.strictObject({
    ...two,
    kind: z.nullable(comparisonKind),
    field: z.nullable(z.string()),
    after: z.nullable(z.string()),
  }),
  timeout: untilCompared,
  lane: () => 'production.compared',
  ask: ({ productionId, otherId, kind, field, after }, { call }) =>
    call(comparedDocuments, {
      query: {
        ...{ productionId, otherId },
        ...(kind === null ? {} : { kind }),
        ...(field === null ? {} : { field }),
        ...(after === null ? {} : { after }),
      },
    }),
})
