/** The custom fields of a project, as the server has them. */
import * as z from 'zod/mini'
import { listCustomFields } from '#contracts/fields.ts'
import { read } from './read.ts'

export const projectFields = read({
  name: 'fields.list',
  event: 'fields.requested',
  label: 'Look up custom fields',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listCustomFields)).data,
})
