/** Templates of the document list. */
import * as z from 'zod/mini'
import { listTemplates as contract } from '#contracts/list-templates.ts'
import { read } from './read.ts'

export const listTemplates = read({
  name: 'listTemplates.list',
  event: 'listTemplates.requested',
  label: 'Look up list templates',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(contract)).data,
})
