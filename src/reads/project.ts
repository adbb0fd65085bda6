/** What a project holds. */
import * as z from 'zod/mini'
import { type Custodian, getReport, listCustodians } from '#contracts/project.ts'
import { read } from './read.ts'

const ofProject = z.strictObject({ projectId: z.int() })

export const projectReport = read({
  name: 'project.report',
  label: 'Look up counts',
  log: 'account',
  payload: ofProject,
  offline: true,
  ask: ({ projectId }, { call }) => call(getReport, { projectId }),
})

export const custodians = read({
  name: 'project.custodians',
  label: 'Look up custodians',
  log: 'account',
  payload: ofProject,
  ask: async ({ projectId }, { call }): Promise<readonly Custodian[]> =>
    (await call(listCustodians, { projectId })).data,
})
