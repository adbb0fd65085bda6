/** Facts about a project as a whole: starting one, and looking at what it holds. */
import * as z from 'zod/mini'
import { createProject } from '#contracts/project.ts'
import { event } from '../define.ts'

const stream = (p: { projectId: number }) => `project:${p.projectId}`

export const custodianAdded = event({
  log: 'account',
  retention: 'audit',
  type: 'project.custodianAdded',
  payload: z.strictObject({ projectId: z.int(), name: z.string() }),
  stream: (p) => `${stream(p)}:custodians`,
})

export const createRequested = event({
  log: 'account',
  retention: 'audit',
  type: 'project.createRequested',
  payload: createProject.body,
  stream: () => 'project:new',
})

export const created = event({
  log: 'account',
  retention: 'audit',
  type: 'project.created',
  payload: z.strictObject({ projectId: z.int(), projectName: z.string() }),
  stream: () => 'project:new',
})

export const createRefused = event({
  log: 'account',
  retention: 'session',
  type: 'project.createRefused',
  /** `field`: what of the request was refused, by its name there; '' where it was not one field. */
  payload: z.strictObject({ message: z.string(), field: z.string() }),
  stream: () => 'project:new',
})

export const createBegun = event({
  log: 'account',
  retention: 'session',
  type: 'project.createBegun',
  payload: z.strictObject({}),
  stream: () => 'project:new',
})
