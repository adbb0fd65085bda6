/** The privilege log as it stands, its versions and what differs between them, and what is missing on it. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import {
  compareLog,
  getLogSettings,
  listLogVersions,
  logCategories,
  logFilter,
  logGaps,
  logPeople,
  logRows,
  logVersionRows,
} from '#contracts/privilege-log.ts'
import { read } from './read.ts'

const ofProject = { log: 'project', payload: z.strictObject({}) } as const

export const privilegeLogSettings = read({
  ...ofProject,
  name: 'privilegeLog.settings',
  event: 'privilegeLog.settingsRequested',
  label: 'Look up the settings of the privilege log',
  ask: (_, { call }) => call(getLogSettings),
})

/** Ms: a log of many thousand rows is made when it is asked for. */
const patience = 60_000

export const privilegeLogRows = read({
  name: 'privilegeLog.rows',
  event: 'privilegeLog.rowsRequested',
  label: 'Look up the privilege log',
  log: 'project',
  timeout: patience,
  payload: z.strictObject({
    filter: logFilter,
    sort: z.enum(['number', 'date']),
    descending: z.boolean(),
    /** Where the page begins; null: it is the first. */
    after: z.nullable(z.string()),
  }),
  ask: ({ filter, sort, descending, after }, { call }) =>
    call(logRows, {
      query: {
        ...{ filter, sort },
        ...(descending ? { descending: 'true' as const } : {}),
        ...(after === null ? {} : { after }),
      },
    }),
})

export const privilegeLogPeople = read({
  ...ofProject,
  name: 'privilegeLog.people',
  event: 'privilegeLog.peopleRequested',
  label: 'Look up who is on the privilege log',
  timeout: patience,
  ask: async (_, { call }) => (await call(logPeople)).data,
})

export const privilegeLogVersions = read({
  ...ofProject,
  name: 'privilegeLog.versions',
  event: 'privilegeLog.versionsRequested',
  label: 'Look up versions of the privilege log',
  ask: async (_, { call }) => (await call(listLogVersions)).data,
})

export const privilegeLogVersionRows = read({
  name: 'privilegeLog.versionRows',
  event: 'privilegeLog.versionRowsRequested',
  label: 'Look up a version of the privilege log',
  log: 'project',
  payload: z.strictObject({
    versionId: id,
    /** Behind this log number; 0: from the first. */ after: z.int(),
  }),
  ask: ({ versionId, after }, { call }) =>
    call(logVersionRows, { query: { versionId, ...(after === 0 ? {} : { after }) } }),
})

export const privilegeLogCategories = read({
  name: 'privilegeLog.categories',
  event: 'privilegeLog.categoriesRequested',
  label: 'Count the privilege log by category',
  log: 'project',
  timeout: patience,
  payload: z.strictObject({ /** Null: as it stands now. */ versionId: z.nullable(id) }),
  ask: async ({ versionId }, { call }) =>
    (await call(logCategories, { query: versionId === null ? {} : { versionId } })).data,
})

export const privilegeLogCompared = read({
  name: 'privilegeLog.compared',
  event: 'privilegeLog.comparedRequested',
  label: 'Compare versions of the privilege log',
  log: 'project',
  timeout: patience,
  payload: z.strictObject({
    versionId: id,
    /** Null: the log as it stands now. */
    with: z.nullable(id),
    kind: z.nullable(z.enum(['added', 'gone', 'changed'])),
    /** Behind this document; null: from the first. */
    after: z.nullable(id),
  }),
  ask: ({ versionId, with: other, kind, after }, { call }) =>
    call(compareLog, {
      query: {
        versionId,
        ...(other === null ? {} : { with: other }),
        ...(kind === null ? {} : { kind }),
        ...(after === null ? {} : { after }),
      },
    }),
})

export const privilegeLogGaps = read({
  ...ofProject,
  name: 'privilegeLog.gaps',
  event: 'privilegeLog.gapsRequested',
  label: 'Look up what the privilege log misses',
  timeout: patience,
  ask: (_, { call }) => call(logGaps),
})
