/** Tagging documents, in projects that are not coded with forms. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { tagsEnabled } from '#contracts/project.ts'
import type { TagCategory } from '#contracts/tags.ts'
import {
  categoriesArrived,
  categoriesFailed,
  categoriesRequested,
  changeConfirmed,
  changeFailed,
  changeRequested,
  refusalAccepted,
  tagsInitialised,
} from '../events/catalog/tags.ts'
import type { Done, Draft } from '../events/envelope.ts'
import { changeOf, type DocumentTags, tagsNow } from '../events/tagging.ts'
import { tagsMoved } from '../events/tags-moved.ts'
import { getIn } from '../stores/buckets.ts'
import type { RootState } from '../stores/root.ts'
import { batchInList, inLostBatch } from './batch-standing.ts'
import { addressed, isUnconfirmed, leftMeanwhile, notAllowed, notEditable } from './coding-context.ts'
import {
  type CommandInput,
  command,
  type DecideContext,
  isRejection,
  type Rejection,
  reject,
} from './define.ts'

export const loadTags = command({
  type: 'tags.load',
  capture: 'never',
  payload: z.object({}),
  decide: () => [categoriesRequested({})],
  label: () => 'Look for tags',
})

export const receiveTags = command({
  type: 'tags.receive',
  capture: 'never',
  payload: categoriesArrived.payload,
  decide: (_, payload) => [categoriesArrived(payload)],
  label: ({ categories }) => `Tag categories: ${categories.length}`,
})

export const failTags = command({
  type: 'tags.fail',
  capture: 'never',
  payload: categoriesFailed.payload,
  decide: (_, payload) => [categoriesFailed(payload)],
  label: () => 'The tags could not be fetched',
})

/** What the record has for a document. Changes on their way stay on top of it. */
export const initialiseTags = command({
  type: 'tags.initialise',
  capture: 'never',
  payload: tagsInitialised.payload,
  decide: (_, payload) => [tagsInitialised(payload)],
  label: () => "Load the document's tags",
})

/** Puts tags on and takes tags off; without a document, the one that stands in this window. */
export const applyTags = command({
  type: 'tags.apply',
  capture: 'step',
  payload: z.object({ documentId: z.optional(id), add: z.array(id), remove: z.array(id) }),
  decide: (state, { documentId, add, remove }, ctx) => {
    const open = editableTags(state, documentId, ctx)
    return isRejection(open) ? open : changeDrafts(open, add, remove)
  },
  inverse: takeBack,
  label: ({ add, remove }, { tags }) => {
    const name = (tagId: number) => tagOf(tags.categories ?? [], tagId)?.name ?? 'a tag'
    const on = add.length > 0 ? `Tag ${add.map(name).join(', ')}` : ''
    const off = remove.length > 0 ? `Remove tag ${remove.map(name).join(', ')}` : ''
    return [on, off].filter((part) => part !== '').join('; ') || 'Change tags'
  },
})

/**
 * Puts tags back to what they were before a step: what went `on` comes off, what went `off` comes on. Where somebody else
 * has decided in an exclusive category since, nothing is done and the reason names both; with `overwrite` the reviewer has
 * decided for what was before.
 */
export const putBack = command({
  type: 'tags.putBack',
  capture: 'step',
  payload: z.object({
    documentId: id,
    on: z.array(id),
    off: z.array(id),
    overwrite: z.optional(z.boolean()),
  }),
  decide: (state, { documentId, on, off, overwrite = false }, ctx) => {
    const open = inLostBatch(state, ctx) ?? openTags(state, documentId, ctx)
    if (isRejection(open)) return open
    const drafts = changeDrafts(open, off, on)
    if (isRejection(drafts) || drafts.length === 0 || overwrite) return drafts
    const rows = getIn(state.audit.documents, String(documentId))?.rows ?? []
    const moved = tagsMoved(open.categories, open.doc, { on, off }, rows)
    return moved.length > 0 ? reject(moved.map((one) => one.message).join(' ')) : drafts
  },
  inverse: takeBack,
  label: ({ on, off }, { tags }) => {
    const name = (tagId: number) => tagOf(tags.categories ?? [], tagId)?.name ?? 'a tag'
    return `Put back tags: ${[...on, ...off].map(name).join(', ')}`
  },
})

/** Quick tags, `t` then 1–9: puts the tag on, or takes it off where it is on. */
export const quickTag = command({
  type: 'tags.quick',
  capture: 'step',
  payload: z.object({
    /** The document that stood there when the key was pressed. */
    documentId: z.optional(id),
    key: z.int().check(z.minimum(1), z.maximum(9)),
    /** The document itself was not on the screen, though its tags were known. */
    unseen: z.optional(z.boolean()),
  }),
  decide: (state, { documentId, key, unseen }, ctx) => {
    if (unseen) return reject('The document is not loaded yet: nobody tags what he does not see.')
    const open = leftMeanwhile(state, documentId, ctx) ?? editableTags(state, documentId, ctx)
    if (isRejection(open)) return open
    const tag = quickTagOf(open.categories, key)
    if (!tag) return reject(`There is no quick tag ${key}.`)
    return tagsNow(open.doc).includes(tag.tagId)
      ? changeDrafts(open, [], [tag.tagId])
      : changeDrafts(open, [tag.tagId], [])
  },
  inverse: takeBack,
  label: ({ key }, { tags }) => `Quick tag ${quickTagOf(tags.categories ?? [], key)?.name ?? key}`,
})

export const confirmTags = command({
  type: 'tags.confirm',
  capture: 'never',
  payload: changeConfirmed.payload,
  decide: (state, payload) => {
    const { documentId, changeId } = payload
    return isUnconfirmed(state, documentId, changeId) ? [changeConfirmed(payload)] : []
  },
  label: () => 'The tags are saved',
})

export const failTagChange = command({
  type: 'tags.failChange',
  capture: 'never',
  payload: changeFailed.payload,
  decide: (state, payload) => (isAwaited(state, payload) ? [changeFailed(payload)] : []),
  label: ({ message }) => `Tags not saved: ${message}`,
})

/** Leaves it at what the record has, where it refused a change. */
export const acceptRefusal = command({
  type: 'tags.acceptRefusal',
  capture: 'never',
  payload: refusalAccepted.payload,
  decide: ({ tags }, { documentId }) =>
    getIn(tags.documents, String(documentId))?.refused
      ? [refusalAccepted({ documentId })]
      : reject('No change of this document was refused.'),
  label: () => 'Leave the tags as the record has them',
})

interface OpenTags {
  readonly doc: DocumentTags
  readonly categories: readonly TagCategory[]
  /** The batch that is worked on. */
  readonly batchId: number | undefined
}

function openTags(
  state: RootState,
  documentId: number | undefined,
  ctx: DecideContext,
): OpenTags | Rejection {
  if (!ctx.can('tag.apply')) return notAllowed(state, ctx, 'tagging')
  const project = ctx.projectId === null ? undefined : state.selection.projects[ctx.projectId]
  if (project && !tagsEnabled(project.features))
    return reject('This project is coded with forms: its tags cannot be changed.')
  const wanted = addressed(state, documentId, ctx.tabId)
  if (wanted === null) return reject('Open a document first.')
  const doc = getIn(state.tags.documents, String(wanted))
  const { categories } = state.tags
  return doc && categories
    ? { doc, categories, batchId: batchInList(state, ctx) }
    : reject('The tags of this document are not loaded yet.')
}

/** The tags of a document that can be changed here and now, and is meant: see `notEditable`. */
function editableTags(
  state: RootState,
  documentId: number | undefined,
  ctx: DecideContext,
): OpenTags | Rejection {
  const open = openTags(state, documentId, ctx)
  return isRejection(open) ? open : (notEditable(state, open.doc.documentId, ctx) ?? open)
}

function changeDrafts(
  { doc, categories, batchId }: OpenTags,
  add: readonly number[],
  remove: readonly number[],
): readonly Draft[] | Rejection {
  if ([...add, ...remove].some((tagId) => !tagOf(categories, tagId))) return reject('There is no such tag.')
  const { on, off } = changeOf(categories, tagsNow(doc), add, remove)
  if (on.length === 0 && off.length === 0) return []
  return [
    changeRequested({
      documentId: doc.documentId,
      on: [...on],
      off: [...off],
      seen: [...tagsNow(doc)],
      ...(batchId === undefined ? {} : { batchId }),
    }),
  ]
}

/** What went on comes off, and the other way round, the others of an exclusive category included. */
function takeBack(done: readonly Done[]): CommandInput | null {
  const on = new Set<number>()
  const off = new Set<number>()
  let documentId: number | undefined
  for (const { payload } of done) {
    const change = changeRequested.payload.safeParse(payload).data
    if (!change) continue
    documentId = change.documentId
    for (const tagId of change.on) if (!off.delete(tagId)) on.add(tagId)
    for (const tagId of change.off) if (!on.delete(tagId)) off.add(tagId)
  }
  if (documentId === undefined || on.size + off.size === 0) return null
  return { type: 'tags.putBack', payload: { documentId, on: [...on], off: [...off] } }
}

const tagOf = (categories: readonly TagCategory[], tagId: number) =>
  categories.flatMap((category) => category.tags).find((tag) => tag.tagId === tagId)
const quickTagOf = (categories: readonly TagCategory[], key: number) =>
  categories.flatMap((category) => category.tags).find((tag) => tag.quickKey === key)

function isAwaited(
  { tags }: RootState,
  { documentId, changeId }: { documentId: number; changeId: string },
): boolean {
  const doc = getIn(tags.documents, String(documentId))
  return doc?.changes.some((change) => change.changeId === changeId) ?? false
}
