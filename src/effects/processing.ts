/** Fetches and saves the settings of processing, and has jobs try again with another password. */
import { answerSave, requestJobSettings } from '../commands/processing.ts'
import {
  automaticAsked,
  jobSettingsRequested,
  passwordAdded,
  saveAsked,
  settingsRequested,
} from '../events/catalog/processing.ts'
import { jobSettingsKey, settingsKey } from '../stores/processing.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed, refused, told } from './outcomes.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const
const calls = later(() => import('./processing-calls.ts'))

const fetchSettings = effect({
  name: 'processing.fetchSettings',
  on: settingsRequested,
  strategy: 'latest',
  retry,
  request: async ({ payload: { projectId } }, ctx) => (await calls()).readSettings(projectId, ctx),
  done: told,
  fail: ({ payload: { projectId } }, failure) => missed(settingsKey(projectId), failure),
})

const save = effect({
  name: 'processing.save',
  on: saveAsked,
  strategy: 'queue',
  retry,
  request: async ({ payload }, ctx) => (await calls()).saveSettings(payload, ctx),
  done: told,
  fail: ({ payload: { projectId } }, { message }) => ({
    commands: [answerSave({ projectId, message, conflict: false })],
  }),
})

const addPassword = effect({
  name: 'processing.addPassword',
  on: passwordAdded,
  strategy: 'queue',
  retry,
  request: async ({ payload }, ctx) => (await calls()).addPassword(payload, ctx),
  done: told,
  fail: (_, failure) => refused(failure),
})

const fetchJobSettings = effect({
  name: 'processing.fetchJobSettings',
  on: jobSettingsRequested,
  strategy: 'latest',
  retry,
  request: async ({ payload }, ctx) => (await calls()).readJobSettings(payload, ctx),
  done: told,
  fail: ({ payload: { jobId } }, failure) => missed(jobSettingsKey(jobId), failure),
})

const setAutomatic = effect({
  name: 'processing.setAutomatic',
  on: automaticAsked,
  strategy: 'queue',
  retry,
  request: async ({ payload }, ctx) => (await calls()).sendAutomatic(payload, ctx),
  done: told,
  // It may have come too late: what is so is shown again.
  fail: ({ payload: { projectId, jobId } }, failure) => {
    const { commands = [] } = refused(failure)
    return { commands: [...commands, requestJobSettings({ projectId, jobId })] }
  },
})

export const processingEffects = [fetchSettings, save, addPassword, fetchJobSettings, setAutomatic]
