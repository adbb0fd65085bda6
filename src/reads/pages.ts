/** What pages a document has. Their images are fetched by the elements that show them. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { filesByProject, getPages, getPageTexts } from '#contracts/pages.ts'
import { documentProductions, getProducedPages, getReceivedPages } from '#contracts/produced-pages.ts'
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

/** What its pages can be looked at as: itself first, then each production that has it. */
export const imageTypes = read({
  name: 'pages.imageTypes',
  event: 'pages.imageTypesRequested',
  label: 'Look up which productions have the document',
  log: 'project',
  payload: z.object({ documentId: id }),
  lane: () => 'imageTypes',
  ask: async (query, { call }) => (await call(filesByProject, { query })).images.data,
})

export const producedPages = read({
  name: 'pages.produced',
  event: 'pages.producedRequested',
  label: 'Show the pages that were produced',
  log: 'project',
  payload: z.object({ documentId: id, productionId: id }),
  lane: () => 'producedPages',
  ask: (query, { call }) => call(getProducedPages, { query }),
})

/** The images that came with it. */
export const receivedPages = read({
  name: 'pages.received',
  event: 'pages.receivedRequested',
  label: 'Show the pages that were received',
  log: 'project',
  payload: z.object({ documentId: id }),
  lane: () => 'receivedPages',
  ask: (query, { call }) => call(getReceivedPages, { query }),
})

/** Where a document left. */
export const whereItLeft = read({
  name: 'pages.whereItLeft',
  event: 'pages.whereItLeftRequested',
  label: 'Look up where the document left',
  log: 'project',
  payload: z.object({ documentId: id }),
  lane: () => 'whereItLeft',
  ask: async (query, { call }) => (await call(documentProductions, { query })).data,
})

/** A redacted document as it would leave, for whoever may not see under its redactions. */
export const asItLeavesRead = read({
  name: 'pages.readAsItLeaves',
  event: 'pages.asItLeavesRequested',
  label: 'Show the redacted pages',
  log: 'project',
  payload: z.object({ documentId: id }),
  lane: () => 'pages',
  ask: ({ documentId }, { call }) => call(getAsItLeaves, { query: { documentId } }),
})
