/** The lists of known files of a project. */
import * as z from 'zod/mini'
import { listHashLists } from '#contracts/hash-lists.ts'
import { read } from './read.ts'

export const projectHashLists = read({
  name: 'hashLists.list',
  event: 'hashLists.requested',
  label: 'Look up lists of known files',
  log: 'account',
  payload: z.strictObject({ projectId: z.int() }),
  retry: { times: 5, base: 500, cap: 8_000 },
  ask: async ({ projectId }, { call }) => (await call(listHashLists, { projectId })).data,
})
