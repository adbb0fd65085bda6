/** Documents picked in the list, and changes of many: asked for, begun by the record, ended. */
import * as z from 'zod/mini'
import { bulkDocuments, bulkKind, fieldChange } from '#contracts/bulk-changes.ts'
import { id } from '#contracts/ids.ts'
import { jobAction, jobState } from '#contracts/jobs.ts'
import { event } from '../define.ts'

const view = {
  log: 'project',
  retention: 'session',
  stream: ({ tabId }: { tabId: string }) => `view:${tabId}`,
} as const

/** Documents were marked or not any more: picked ones, or, where the whole result is, those left out of it. */
export const picked = event({
  ...view,
  type: 'bulk.picked',
  payload: z.object({
    tabId: z.string(),
    snapshotId: z.string(),
    on: z.array(id),
    off: z.array(id),
    /** Where a range begins. */
    anchor: z.int(),
  }),
})

export const resultPicked = event({
  ...view,
  type: 'bulk.resultPicked',
  payload: z.object({ tabId: z.string(), snapshotId: z.string() }),
})

export const picksCleared = event({
  ...view,
  type: 'bulk.picksCleared',
  payload: z.object({ tabId: z.string() }),
})

export const panelTurned = event({
  ...view,
  type: 'bulk.panelTurned',
  payload: z.object({ tabId: z.string(), open: z.boolean() }),
})

/** What becomes of each of them. */
export const bulkChange = z.union([
  z.object({ what: z.literal('coding'), formId: id, changes: z.array(fieldChange) }),
  z.object({ what: z.literal('tags'), add: z.array(id), remove: z.array(id) }),
  z.object({ what: z.literal('folders'), folderId: id, how: z.enum(['fileIn', 'takeOut']) }),
])
export type BulkChangeAsked = z.infer<typeof bulkChange>

const bulkAsk = z.union([
  z.object({
    what: z.literal('change'),
    documents: bulkDocuments,
    families: z.boolean(),
    change: bulkChange,
  }),
  /** An earlier one is taken back, or put forth again. */
  z.object({ what: z.literal('reverse'), kind: z.enum(['undo', 'redo']), jobId: id }),
  /** What is right in a file of values that was looked at. */
  z.object({ what: z.literal('overlay'), overlayId: id }),
  /** One tag takes the place of another: two are merged, or the one, as it was seen, is deleted. */
  z.object({
    what: z.literal('replaceTag'),
    how: z.enum(['merge', 'delete']),
    tagId: id,
    byTagId: id,
    version: z.int(),
  }),
  /** A list that was looked at names the documents that are filed in a folder. */
  z.object({ what: z.literal('folderFile'), folderId: id, fileId: id }),
])

const change = {
  log: 'project',
  retention: 'audit',
  stream: ({ bulkId }: { bulkId: string }) => `bulk:${bulkId}`,
} as const

export const bulkRequested = event({
  ...change,
  type: 'bulk.requested',
  version: 4,
  payload: z.object({
    bulkId: z.string(),
    tabId: z.string(),
    title: z.string(),
    count: z.int(),
    ask: bulkAsk,
  }),
  // Files of values could not be asked for; nor, later, that one tag takes the place of another; nor, later, folders.
  upcasts: [(first) => first, (second) => second, (third) => third],
})

/** It is on the record, and this job does it. */
export const bulkBegun = event({
  ...change,
  type: 'bulk.begun',
  version: 2,
  payload: z.object({
    bulkId: z.string(),
    jobId: id,
    /** By what the record knows the request; null: the version that wrote this did not say. */
    requestId: z.nullable(z.string()),
    /** The row of the record that says so; none where another command's job has done it already. */
    auditIds: z.array(id),
  }),
  upcasts: [(first) => ({ ...Object(first), requestId: null, auditIds: [] })],
})

export const bulkRefused = event({
  ...change,
  type: 'bulk.refused',
  payload: z.object({ bulkId: z.string(), message: z.string() }),
})

export const bulkEnded = event({
  ...change,
  type: 'bulk.ended',
  payload: z.object({
    bulkId: z.string(),
    jobId: id,
    kind: bulkKind,
    state: jobState,
    written: z.int(),
    documents: z.int(),
    left: z.int(),
  }),
})

/** A look at how far a change is. */
export const progressAsked = event({
  log: 'project',
  retention: 'session',
  type: 'bulk.progressAsked',
  payload: z.object({ bulkId: z.string(), jobId: id }),
  stream: ({ bulkId }) => `bulk:${bulkId}:progress`,
})

export const bulkControlled = event({
  log: 'project',
  retention: 'audit',
  type: 'bulk.controlled',
  payload: z.object({ jobId: id, action: jobAction }),
  stream: ({ jobId }) => `bulk:receipt:${jobId}`,
})
