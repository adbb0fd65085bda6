/** Whether a project is archived, on legal hold, or to be deleted. */
import * as z from 'zod/mini'
import { getProjectEnd } from '#contracts/project-end.ts'
import { read } from './read.ts'

export const projectEnd = read({
  name: 'projectEnd.state',
  label: 'Look up archive and legal hold',
  log: 'project',
  payload: z.strictObject({}),
  ask: (_, { call }) => call(getProjectEnd),
})
