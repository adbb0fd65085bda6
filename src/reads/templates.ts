/** Filters that are saved under a name, and whether a name is free. */
import * as z from 'zod/mini'
import { checkFilterName, listTemplates } from '#contracts/templates.ts'
import { readTimeout } from '../effects/define.ts'
import { read, withoutTab } from './read.ts'

export const savedFilters = read({
  name: 'templates.list',
  event: 'templates.requested',
  label: 'Look up saved filters',
  log: 'project',
  payload: z.strictObject({}),
  ask: async (_, { call }) => (await call(listTemplates, { query: { kind: 'filter' } })).data,
})

/** The filter that has a name; null: it is free. Only the one that was asked about last: each may be another by now. */
export const nameTaken = read({
  name: 'templates.nameTaken',
  event: 'templates.nameAsked',
  ...withoutTab,
  label: ({ name }) => `Ask whether the name ${name} is free`,
  log: 'project',
  payload: z.strictObject({ name: z.string() }),
  lane: () => 'templates:name',
  limit: 1,
  ask: async (body, { call }) => {
    const asked = { body, idempotencyKey: null, repeatable: true, timeout: readTimeout }
    return (await call(checkFilterName, asked)).takenBy
  },
})
