/**
 * Looking back on how a project was coded: what a tab looks at, and what it asked. Ids, instants and the choices that a
 * list is narrowed to; what the record answers is cache.
 */
import * as z from 'zod/mini'
import { how } from '#contracts/audit.ts'
import { id, instant } from '#contracts/ids.ts'
import { event } from '../define.ts'

/** An instant; where one change is meant among those of the same instant, its row of the chain as well. */
export const pastMoment = z.strictObject({ at: instant, seq: z.nullable(z.int().check(z.nonnegative())) })
export type PastMoment = z.infer<typeof pastMoment>

/** The server takes so many at most. */
const ids = z.array(id).check(z.maxLength(200))

/** Which changes are looked at; empty lists and nulls leave nothing out. */
export const lookFilter = z.strictObject({
  userIds: ids,
  fieldIds: ids,
  tagCategoryIds: ids,
  how: z.array(how).check(z.maxLength(8)),
  documentId: z.nullable(id),
  /** Of documents of this batch. */
  batchId: z.nullable(id),
  from: z.nullable(instant),
  to: z.nullable(instant),
})
export type LookFilter = z.infer<typeof lookFilter>

const subject = { is: z.enum(['field', 'tags']), subjectId: id }

/**
 * Which documents the list as of the playhead shows: with any coding, with that of a field or category, with a choice, or
 * those of a batch: all, reviewed or not.
 */
export const lookList = z.union([
  z.strictObject({ is: z.enum(['all', 'coded', 'notCoded']) }),
  z.strictObject({ ...subject, coded: z.boolean() }),
  z.strictObject({ ...subject, value: z.union([z.string(), z.boolean()]) }),
  z.strictObject({ is: z.literal('batch'), batchId: id, reviewed: z.nullable(z.boolean()) }),
])
export type LookList = z.infer<typeof lookList>

export const lookPane = z.enum(['activity', 'asof', 'batches', 'compare', 'reviewers'])
export type LookPane = z.infer<typeof lookPane>

export const lookView = z.strictObject({
  pane: lookPane,
  filter: lookFilter,
  /** Null: now. */
  playhead: z.nullable(pastMoment),
  /** The second playhead; null: nothing is compared. */
  other: z.nullable(pastMoment),
  documentId: z.nullable(id),
  list: lookList,
})
export type LookView = z.infer<typeof lookView>

/** Everything, now. */
export const firstLook: LookView = {
  pane: 'activity',
  filter: {
    userIds: [],
    fieldIds: [],
    tagCategoryIds: [],
    how: [],
    documentId: null,
    batchId: null,
    from: null,
    to: null,
  },
  playhead: null,
  other: null,
  documentId: null,
  list: { is: 'all' },
}

export const stepBy = z.union([z.literal(1), z.literal(-1)])

const own = { log: 'project', retention: 'session' } as const
const tabId = z.string()

/** Version 1 of what has a filter knew no batches. */
export const unbatched = <T extends object>(narrowed: T): T =>
  'filter' in narrowed ? { ...narrowed, filter: { ...Object(narrowed.filter), batchId: null } } : narrowed

/** A tab looks at this now. */
export const looked = event({
  ...own,
  type: 'reconstruct.looked',
  payload: z.strictObject({ tabId, view: lookView }),
  stream: (p) => `reconstruct:${p.tabId}`,
  version: 2,
  upcasts: [(first) => ({ ...Object(first), view: unbatched(Object(first).view) })],
})

/** The change before or after the playhead is looked for among those that the filter means. */
export const stepSought = event({
  ...own,
  type: 'reconstruct.stepSought',
  payload: z.strictObject({
    tabId,
    by: stepBy,
    filter: lookFilter,
  }),
  stream: (p) => `reconstruct:${p.tabId}:step`,
  version: 2,
  upcasts: [(first) => unbatched(Object(first))],
})
