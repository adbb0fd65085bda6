/** Load files of a source, what is found out about them, what a load would do, and the loads of a project. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import {
  checkLoad,
  findLoadFiles,
  getLoad,
  listLoads,
  listLoadTemplates,
  loadDialect,
  loadFileKind,
  loadSettings,
  lookAtLoadFile,
} from '#contracts/loads.ts'
import { read } from './read.ts'

/** They only ask, so they may be asked again. */
const onlyAsks = { idempotencyKey: null, repeatable: true } as const

/** Ms for what reads load files to their end. */
const patience = 300_000

export const loadFiles = read({
  name: 'loads.find',
  event: 'loads.filesRequested',
  label: 'Look for load files',
  log: 'project',
  payload: z.strictObject({ sourceId: id }),
  ask: (params, { call }) => call(findLoadFiles, { params }),
})

/** `dialect` null: what is found out. */
export const loadFileLook = read({
  name: 'loads.look',
  event: 'loads.lookRequested',
  label: 'Look at a load file',
  log: 'project',
  payload: z.strictObject({
    sourceId: id,
    sourceFileId: id,
    kind: loadFileKind,
    dialect: z.nullable(loadDialect),
  }),
  lane: ({ sourceFileId, dialect }) => `loads.look:${sourceFileId}:${dialect === null ? 'found' : 'chosen'}`,
  limit: 40,
  ask: ({ sourceId, ...body }, { call }) => call(lookAtLoadFile, { params: { sourceId }, body, ...onlyAsks }),
})

export const loadCheck = read({
  name: 'loads.check',
  event: 'loads.checkRequested',
  label: 'Check a load',
  log: 'project',
  payload: z.strictObject({ sourceId: id, settings: loadSettings }),
  lane: ({ sourceId }) => `loads.check:${sourceId}`,
  limit: 4,
  timeout: patience,
  ask: ({ sourceId, settings }, { call }) =>
    call(checkLoad, { params: { sourceId }, body: settings, timeout: patience, ...onlyAsks }),
})

export const projectLoads = read({
  name: 'loads.list',
  event: 'loads.listRequested',
  label: 'Look up loads',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listLoads)).data,
})

export const oneLoad = read({
  name: 'loads.one',
  event: 'loads.oneRequested',
  label: ({ jobId }) => `Look up load ${jobId}`,
  log: 'project',
  payload: z.strictObject({ jobId: id }),
  ask: (params, { call }) => call(getLoad, { params }),
})

export const loadTemplates = read({
  name: 'loads.templates',
  event: 'loads.templatesRequested',
  label: 'Look up mapping templates',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listLoadTemplates)).data,
})
