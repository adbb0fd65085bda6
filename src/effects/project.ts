/** Starts projects and adds custodians to them. */
import { createCustodian, createProject as createProjectCall } from '#contracts/project.ts'
import { confirmCreated, refuseCreate } from '../commands/project.ts'
import { addToast } from '../commands/toasts.ts'
import { createRequested, custodianAdded } from '../events/catalog/project.ts'
import { projects } from '../reads/company.ts'
import { custodians } from '../reads/project.ts'
import { effect } from './define.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const

const sendCustodian = effect({
  name: 'project.sendCustodian',
  on: custodianAdded,
  strategy: 'queue',
  retry,
  request: ({ payload: { projectId, name } }, { call }) =>
    call(createCustodian, { projectId, body: { name } }),
  done: ({ payload: { projectId } }) => ({ commands: [custodians.request({ projectId })] }),
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
      projects.request({}),
    ],
  }),
  fail: (_, failure) => ({ commands: [refuseCreate({ message: failure.message, field: failure.detail })] }),
})

export const projectEffects = [sendCustodian, sendProject]
