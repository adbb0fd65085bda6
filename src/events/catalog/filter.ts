/** What of a project's documents is looked at in early data assessment: one choice, which all tabs share. */
import { type ChosenDocuments, chosenDocuments } from '#contracts/filter.ts'
import { event } from '../define.ts'

/** All documents. */
export const allDocuments: ChosenDocuments = { query: '', filter: {}, narrowed: {} }

export const filterChanged = event({
  log: 'project',
  retention: 'session',
  type: 'filter.changed',
  payload: chosenDocuments,
  stream: () => 'filter',
})
