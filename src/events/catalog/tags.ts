/** Tags of documents: the project's list, and each change with its end. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { tagCategory } from '#contracts/tags.ts'
import { event } from '../define.ts'

const documentStream = ({ documentId }: { documentId: number }) => `document:${documentId}`
/** What a reviewer did to a document, and how it ended: kept for ever. */
const change = { log: 'project', retention: 'audit', stream: documentStream } as const
const list = { log: 'project', retention: 'session', stream: () => 'tags' } as const

export const categoriesRequested = event({ ...list, type: 'tags.categoriesRequested', payload: z.object({}) })

export const categoriesArrived = event({
  ...list,
  type: 'tags.categoriesArrived',
  payload: z.object({ categories: z.array(tagCategory) }),
})

export const categoriesFailed = event({
  ...list,
  type: 'tags.categoriesFailed',
  payload: z.object({ message: z.string() }),
})

/** The tags that the record has for a document; `etag` names the answer that said so. */
export const tagsInitialised = event({
  type: 'tags.initialised',
  log: 'project',
  retention: 'session',
  stream: documentStream,
  payload: z.object({ documentId: id, tagIds: z.array(id), etag: z.string() }),
})

/** Tags were put on and taken off: what really changed, the others of an exclusive category included. */
export const changeRequested = event({
  ...change,
  type: 'tags.changeRequested',
  payload: z.object({
    documentId: id,
    on: z.array(id),
    off: z.array(id),
    /** The tags that the document had before: what the reviewer saw. */
    seen: z.optional(z.array(id)),
    /** The batch that was worked on. */
    batchId: z.optional(id),
  }),
})

export const changeConfirmed = event({
  ...change,
  type: 'tags.changeConfirmed',
  payload: z.object({ documentId: id, changeId: z.string(), tagIds: z.array(id), auditIds: z.array(id) }),
})

/** The record refused the change: it is taken back here. */
export const changeFailed = event({
  ...change,
  type: 'tags.changeFailed',
  payload: z.object({
    documentId: id,
    changeId: z.string(),
    code: z.string(),
    message: z.string(),
    /** The tags that the record has, where somebody else's were in the way. */
    tagIds: z.optional(z.array(id)),
  }),
})

/** The reviewer leaves it at what the record has. */
export const refusalAccepted = event({
  ...change,
  type: 'tags.refusalAccepted',
  payload: z.object({ documentId: id }),
})
