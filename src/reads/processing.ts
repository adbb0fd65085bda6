/** How a project processes its material, and what a job goes by. */
import * as z from 'zod/mini'
import { getJobSettings, getProcessingSettings } from '#contracts/processing.ts'
import { read } from './read.ts'

const ofProject = { projectId: z.int() }

/** In memory only: there are passwords among them. */
export const processingSettings = read({
  name: 'processing.settings',
  event: 'processing.settingsRequested',
  label: 'Look up the settings of processing',
  log: 'account',
  payload: z.strictObject(ofProject),
  ask: ({ projectId }, { call }) => call(getProcessingSettings, { projectId }),
})

export const jobSettings = read({
  name: 'processing.job',
  event: 'processing.jobSettingsRequested',
  label: ({ jobId }) => `Look up what job ${jobId} goes by`,
  log: 'account',
  payload: z.strictObject({ ...ofProject, jobId: z.int() }),
  ask: ({ projectId, jobId }, { call }) => call(getJobSettings, { projectId, query: { jobId } }),
})
