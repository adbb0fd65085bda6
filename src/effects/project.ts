/** Starts projects and fetches what they hold. */
import {
  createCustodian,
  createProject as createProjectCall,
  getReport,
  listCustodians,
} from '#contracts/project.ts'
import { requestProjects } from '../commands/company.ts'
import { confirmCreated, refuseCreate, requestCustodians } from '../commands/project.ts'
import { addToast } from '../commands/toasts.ts'
import {
  createRequested,
  custodianAdded,
  custodiansRequested,
  reportRequested,
} from '../events/catalog/project.ts'
import { custodians, custodiansKey, reportKey, reports } from '../stores/project.ts'
import { effect } from './define.ts'
import { came, missed } from './outcomes.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const

const fetchReport = effect({
  name: 'project.fetchReport',
  on: reportRequested,
  strategy: 'latest',
  retry,
  request: ({ payload: { projectId } }, { call, fetched }) =>
    fetched(reports, reportKey(projectId), () => call(getReport, { projectId })),
  done: ({ payload: { projectId } }, report) => came(reports, reportKey(projectId), report),
  fail: ({ payload: { projectId } }, failure) => missed(reportKey(projectId), failure),
})

const fetchCustodians = effect({
  name: 'project.fetchCustodians',
  on: custodiansRequested,
  strategy: 'latest',
  retry,
  request: ({ payload: { projectId } }, { call }) => call(listCustodians, { projectId }),
  done: ({ payload: { projectId } }, { data }) => came(custodians, custodiansKey(projectId), data),
  fail: ({ payload: { projectId } }, failure) => missed(custodiansKey(projectId), failure),
})

const sendCustodian = effect({
  name: 'project.sendCustodian',
  on: custodianAdded,
  strategy: 'queue',
  retry,
  request: ({ payload: { projectId, name } }, { call }) =>
    call(createCustodian, { projectId, body: { name } }),
  done: ({ payload: { projectId } }) => ({ commands: [requestCustodians({ projectId })] }),
  fail: (_, failure) => ({ commands: [addToast({ kind: 'error', message: failure.message })] }),
})

const sendProject = effect({
  name: 'project.sendProject',
  on: createRequested,
  strategy: 'first',
  retry,
  request: ({ payload }, { call }) => call(createProjectCall, { body: payload, projectId: null }),
  done: (_, { projectId, projectName }) => ({
    commands: [
      confirmCreated({ projectId, projectName }),
      addToast({ kind: 'success', message: `${projectName} is ready` }),
      requestProjects({}),
    ],
  }),
  fail: (_, failure) => ({ commands: [refuseCreate({ message: failure.message, field: failure.detail })] }),
})

export const projectEffects = [fetchReport, fetchCustodians, sendCustodian, sendProject]
