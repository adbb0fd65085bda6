/** What a person does with the event log besides reading it. Nothing here changes what is looked at. */
import { exportRequested, lookedBack, sessionImported } from '../events/catalog/timeline.ts'
import { command } from './define.ts'

export const lookBack = command({
  type: 'timeline.lookBack',
  capture: 'never',
  payload: lookedBack.payload,
  decide: (_, payload) => [lookedBack(payload)],
  label: () => 'Look at the screen as it stood',
})

export const exportSession = command({
  type: 'timeline.exportSession',
  capture: 'never',
  payload: exportRequested.payload,
  decide: (_, payload) => [exportRequested(payload)],
  label: ({ part }) => (part === 'all' ? 'Export the session' : 'Export a part of the session'),
})

export const noteImport = command({
  type: 'timeline.noteImport',
  capture: 'never',
  payload: sessionImported.payload,
  decide: (_, payload) => [sessionImported(payload)],
  label: ({ name }) => `Open the session ${name}`,
})
