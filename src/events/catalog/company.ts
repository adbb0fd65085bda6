/** Facts about looking at clients and their projects. */
import * as z from 'zod/mini'
import { event } from '../define.ts'

const asked = { log: 'account', retention: 'session' } as const

export const companiesRequested = event({
  ...asked,
  type: 'company.listRequested',
  payload: z.strictObject({}),
  stream: () => 'company',
})

export const projectsRequested = event({
  ...asked,
  type: 'company.projectsRequested',
  payload: z.strictObject({}),
  stream: () => 'company:projects',
})
