/** Starting a project, and adding custodians to it. */
import * as z from 'zod/mini'
import { createCustodian, createProject as createProjectCall } from '#contracts/project.ts'
import {
  createBegun,
  created,
  createRefused,
  createRequested,
  custodianAdded,
} from '../events/catalog/project.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

export const addCustodian = command({
  ...never,
  type: 'project.addCustodian',
  payload: z.strictObject({ projectId: z.int(), ...createCustodian.body.shape }),
  decide: (_state, payload, { can }) =>
    can('collect.manage')
      ? [custodianAdded(payload)]
      : reject('Adding a custodian needs litigation support or a stronger role.'),
  label: ({ name }) => `Add the custodian ${name}`,
})

/** Opens an empty form: what the last try said is gone. */
export const beginCreate = command({
  ...never,
  type: 'project.beginCreate',
  payload: z.strictObject({}),
  decide: () => [createBegun({})],
  label: () => 'New project',
})

export const createProject = command({
  ...never,
  type: 'project.create',
  payload: createProjectCall.body,
  decide: ({ project }, payload, { can, tabId }) => {
    if (!can('project.create')) return reject('Starting a project needs a client administrator.')
    if (project.creating[tabId]?.phase === 'sending') return reject('The project is being made.')
    return [createRequested(payload)]
  },
  label: ({ projectName }) => `Start the project ${projectName}`,
})

/** By the effect, once the server has made it. */
export const confirmCreated = command({
  ...never,
  type: 'project.confirmCreated',
  payload: created.payload,
  decide: (_state, payload) => [created(payload)],
  label: ({ projectName }) => `${projectName} is there`,
})

export const refuseCreate = command({
  ...never,
  type: 'project.refuseCreate',
  payload: createRefused.payload,
  decide: (_state, payload) => [createRefused(payload)],
  label: ({ message }) => message,
})
