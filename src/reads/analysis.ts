/** What stands beside a document, and where personal data is in it. */
import * as z from 'zod/mini'
import { personalData, relatedDocuments } from '#contracts/analysis.ts'
import { id } from '#contracts/ids.ts'
import { documentTimeout } from '../effects/define.ts'
import { read, withoutTab } from './read.ts'

const ofDocument = { ...withoutTab, payload: z.object({ documentId: id }) } as const
/** One document at a time: the next one takes the place of the one before. */
const lane = (of: string) => () => `analysis:${of}`

export const related = read({
  ...ofDocument,
  name: 'analysis.related',
  label: 'Show related documents',
  log: 'project',
  lane: lane('related'),
  limit: 40,
  offline: true,
  ask: ({ documentId }, { call }) => call(relatedDocuments, { query: { documentId } }),
})

/** Places, and never what stands there. */
export const personalDataFound = read({
  ...ofDocument,
  name: 'analysis.personalData',
  label: 'Find PII in the document',
  log: 'project',
  lane: lane('personalData'),
  timeout: documentTimeout,
  ask: ({ documentId }, { call }) => call(personalData, { query: { documentId } }),
})
