/** The settings of a project, and which of its fields are left out. */
import * as z from 'zod/mini'
import { getExcludedFields } from '#contracts/excluded-fields.ts'
import { getSettings } from '#contracts/settings.ts'
import { read } from './read.ts'

export const projectSettings = read({
  name: 'settings.project',
  event: 'settings.requested',
  label: 'Look up the settings',
  log: 'project',
  payload: z.strictObject({}),
  ask: (_, { call }) => call(getSettings),
})

export const excludedFields = read({
  name: 'settings.excluded',
  event: 'settings.excludedRequested',
  label: 'Look up excluded fields',
  log: 'project',
  payload: z.strictObject({}),
  ask: (_, { call }) => call(getExcludedFields),
})
