/** What pages a document has. Their images are fetched by the elements that show them. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { getPages, getPageTexts } from '#contracts/pages.ts'
import { getAsItLeaves } from '#contracts/redactions.ts'
import { read, withoutTab } from './read.ts'

export const documentPages = read({
  name: 'pages.read',
  event: 'pages.requested',
  ...withoutTab,
  label: 'Show the pages',
  log: 'project',
  payload: z.object({ documentId: id }),
  lane: () => 'pages',
  ask: ({ documentId }, { call }) => call(getPages, { query: { documentId } }),
})

/** The words of its pages and where they stand: asked for where hits are to be shown on them. */
export const pageTexts = read({
  name: 'pages.readTexts',
  event: 'pages.textsRequested',
  label: 'Find the words on the pages',
  log: 'project',
  payload: z.object({ documentId: id }),
  lane: () => 'pageTexts',
  ask: ({ documentId }, { call }) => call(getPageTexts, { query: { documentId } }),
})

/** A redacted document as it would leave, for whoever may not see under its redactions. */
export const asItLeavesRead = read({
  name: 'pages.readAsItLeaves',
  event: 'pages.asItLeavesRequested',
  ...withoutTab,
  label: 'Show the redacted pages',
  log: 'project',
  payload: z.object({ documentId: id }),
  lane: () => 'pages',
  ask: ({ documentId }, { call }) => call(getAsItLeaves, { query: { documentId } }),
})
