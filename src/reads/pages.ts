/** What pages a document has. Their images are fetched by the elements that show them. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { getPages } from '#contracts/pages.ts'
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
