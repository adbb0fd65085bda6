/** Exports of a project, what a new one begins with, and what each has made. */
import * as z from 'zod/mini'
import { documentSet } from '#contracts/document-sets.ts'
import {
  beginExport,
  exportDocuments,
  exportDownloads as exportDownloadsCall,
  exportVolumes as exportVolumesCall,
  getExport,
  listExports,
  validateExportImages,
} from '#contracts/exports.ts'
import { id } from '#contracts/ids.ts'
import { read } from './read.ts'

const ofProject = { log: 'project', payload: z.strictObject({}) } as const
const ofExport = { log: 'project', payload: z.strictObject({ exportId: id }) } as const

export const exportList = read({
  ...ofProject,
  name: 'exports.list',
  event: 'exports.listRequested',
  label: 'Look up exports',
  ask: async (_, { call }) => (await call(listExports)).data,
})

export const oneExport = read({
  ...ofExport,
  name: 'exports.one',
  event: 'exports.oneRequested',
  label: 'Open an export',
  ask: (query, { call }) => call(getExport, { query }),
})

export const exportBeginning = read({
  ...ofProject,
  name: 'exports.beginning',
  event: 'exports.beginningRequested',
  label: 'Look up what a new export begins with',
  ask: (_, { call }) => call(beginExport),
})

/** Ms: every document of the set is looked at. */
const patience = 120_000

export const exportImages = read({
  name: 'exports.images',
  event: 'exports.imagesAsked',
  label: 'Look which documents have images',
  log: 'project',
  payload: z.strictObject({ set: documentSet, families: z.boolean() }),
  timeout: patience,
  lane: () => 'exports.images',
  ask: (body, { call }) => call(validateExportImages, { body, idempotencyKey: null, repeatable: true }),
})

export const exportedDocuments = read({
  name: 'exports.documents',
  event: 'exports.documentsRequested',
  label: 'Look up the documents of an export',
  log: 'project',
  payload: z.strictObject({ exportId: id, after: z.int(), failed: z.boolean() }),
  ask: ({ exportId, after, failed }, { call }) =>
    call(exportDocuments, {
      query: { exportId, ...(after === 0 ? {} : { after }), ...(failed ? { failed: 'true' } : {}) },
    }),
})

export const exportVolumes = read({
  ...ofExport,
  name: 'exports.volumes',
  event: 'exports.volumesRequested',
  label: 'Look up the volumes of an export',
  ask: (query, { call }) => call(exportVolumesCall, { query }),
})

export const exportDownloads = read({
  ...ofExport,
  name: 'exports.downloads',
  event: 'exports.downloadsRequested',
  label: 'Look up who has downloaded an export',
  ask: (query, { call }) => call(exportDownloadsCall, { query }),
})
