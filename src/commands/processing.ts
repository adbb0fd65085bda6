/** How a project processes its material, and passwords for what was encrypted. */
import * as z from 'zod/mini'
import {
  automaticAsked,
  passwordAdded,
  passwordShape,
  saveAnswered,
  saveAsked,
  settingsShape,
} from '../events/catalog/processing.ts'
import { command, reject } from './define.ts'
import { noCollecting } from './no-collecting.ts'

const never = { capture: 'never' } as const

export const saveSettings = command({
  ...never,
  type: 'processing.saveSettings',
  /** Passwords stand one a line. */
  payload: z.strictObject({ ...settingsShape, passwords: z.string() }),
  secret: ['passwords'],
  decide: ({ processing }, { passwords: _, ...payload }, { can, tabId }) => {
    if (!can('collect.manage')) return reject(noCollecting)
    return processing.saving[tabId]?.phase === 'sending'
      ? reject('The settings are being saved.')
      : [saveAsked(payload)]
  },
  label: () => 'Save the settings of processing',
})

/** By the effect, with what became of it. */
export const answerSave = command({
  ...never,
  type: 'processing.answerSave',
  payload: saveAnswered.payload,
  decide: (_state, payload) => [saveAnswered(payload)],
  label: ({ message }) => message ?? 'The settings of processing are saved',
})

export const addPassword = command({
  ...never,
  type: 'processing.addPassword',
  payload: z.strictObject({ ...passwordShape, password: z.string().check(z.minLength(1), z.maxLength(200)) }),
  secret: ['password'],
  decide: (_state, { password: _, ...payload }, { can }) =>
    can('collect.manage') && can('job.control') ? [passwordAdded(payload)] : reject(noCollecting),
  label: () => 'Add a password and try again',
})

const follows = { process: 'processes its files', promote: 'promotes its documents' } as const

export const setAutomatic = command({
  ...never,
  type: 'processing.setAutomatic',
  payload: automaticAsked.payload,
  decide: (_state, payload, { can }) =>
    can('collect.manage') ? [automaticAsked(payload)] : reject(noCollecting),
  label: ({ jobId, what, on }) => `Job ${jobId} ${follows[what]} ${on ? 'by itself' : 'when asked for'}`,
})
