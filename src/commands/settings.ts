/** Looking at a project's settings, and changing them. */
import {
  excludedAsked,
  excludedRequested,
  settingsAsked,
  settingsRequested,
} from '../events/catalog/settings.ts'
import { command, reject } from './define.ts'

const never = { capture: 'never' } as const

export const requestSettings = command({
  ...never,
  type: 'settings.request',
  payload: settingsRequested.payload,
  decide: (_state, payload) => [settingsRequested(payload)],
  label: () => 'Look up the settings',
})

/** What is not named stays. */
export const changeSettings = command({
  ...never,
  type: 'settings.change',
  payload: settingsAsked.payload,
  decide: (_state, payload, { can }) =>
    can('project.manage') ? [settingsAsked(payload)] : reject('Project managers change the settings.'),
  label: () => 'Change the settings',
})

export const requestExcluded = command({
  ...never,
  type: 'settings.requestExcluded',
  payload: excludedRequested.payload,
  decide: (_state, payload) => [excludedRequested(payload)],
  label: () => 'Look up which fields are left out',
})

export const changeExcluded = command({
  ...never,
  type: 'settings.changeExcluded',
  payload: excludedAsked.payload,
  decide: (_state, payload, { can }) =>
    can('project.manage')
      ? [excludedAsked(payload)]
      : reject('Project managers say which fields leave the project.'),
  label: () => 'Change which fields are left out',
})
