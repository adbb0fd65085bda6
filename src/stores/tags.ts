/** Tags of the open project, and each document's. */
import { combine } from 'effector'
import { tagsEnabled } from '#contracts/project.ts'
import { quickTagsName, type TagCategory } from '#contracts/tags.ts'
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
import { requestIdOf } from '../events/coding/mark.ts'
import { type DocumentTags, tagsNow } from '../events/tagging.ts'
import { type Buckets, getIn, noBuckets, putBounded } from './buckets.ts'
import { on, projection } from './projection.ts'
import { $currentDocument, $shown } from './review.ts'
import { choiceOf, selection } from './selection.ts'
import { $tabId } from './tab.ts'

export interface TagsState {
  /** In order; null until they have arrived once. */
  readonly categories: readonly TagCategory[] | null
  readonly asking: boolean
  readonly fault: string | null
  readonly documents: Buckets<DocumentTags>
  /** The documents with a refused change that nobody has dealt with, the first one first. */
  readonly refused: readonly number[]
}

/** So many documents a bucket with no change on its way and none refused: they can be fetched again. */
const keptPerBucket = 32

export const tagsIn = (state: Pick<TagsState, 'documents'>, documentId: number): DocumentTags | null =>
  getIn(state.documents, String(documentId)) ?? null

export const tags = projection<TagsState>({
  name: 'tags',
  version: 5,
  log: 'project',
  initial: { categories: null, asking: false, fault: null, documents: noBuckets, refused: [] },
  handlers: [
    on(categoriesRequested, (state) => ({ ...state, asking: true })),
    on(categoriesArrived, (state, { categories }) => ({ ...state, categories, asking: false, fault: null })),
    on(categoriesFailed, (state, { message }) => ({ ...state, asking: false, fault: message })),
    on(tagsInitialised, (state, { documentId, tagIds, etag }) =>
      inDocument(state, documentId, (doc) =>
        // The very answer that was there before our own change was confirmed: it was kept, and is old.
        doc.newer && doc.etag === etag ? doc : { ...doc, recorded: tagIds, etag, newer: false },
      ),
    ),
    on(changeRequested, (state, { documentId, on: put, off }, asked) =>
      inDocument(state, documentId, (doc) => ({
        ...doc,
        changes: [...doc.changes, { changeId: requestIdOf(asked), on: put, off }],
        refused: null,
      })),
    ),
    on(changeConfirmed, (state, { documentId, changeId, tagIds }) =>
      inDocument(state, documentId, (doc) => ({
        ...doc,
        recorded: tagIds,
        newer: true,
        changes: doc.changes.filter((change) => change.changeId !== changeId),
        refused: doc.refused?.changeId === changeId ? null : doc.refused,
      })),
    ),
    on(changeFailed, (state, { documentId, changeId, message, tagIds }) =>
      inDocument(state, documentId, (doc) => {
        const { on: put = [], off = [] } = doc.changes.find((change) => change.changeId === changeId) ?? {}
        const changes = doc.changes.filter((change) => change.changeId !== changeId)
        const told = tagIds === undefined ? doc : { ...doc, recorded: tagIds, newer: true }
        return { ...told, changes, refused: { changeId, on: put, off, message } }
      }),
    ),
    on(refusalAccepted, (state, { documentId }) =>
      inDocument(state, documentId, (doc) => ({ ...doc, refused: null })),
    ),
  ],
})

interface TagView {
  readonly tagId: number
  readonly name: string
  readonly on: boolean
  readonly quickKey: number | null
  /** The name of the tag that is taking its place. */
  readonly leavesTo: string | undefined
}
export interface TagsView {
  readonly documentId: number
  /** Tags can be changed: the project is not coded with forms. */
  readonly enabled: boolean
  readonly loaded: boolean
  readonly saving: boolean
  readonly refused: DocumentTags['refused']
  readonly categories: readonly {
    readonly tagCategoryId: number
    readonly name: string
    readonly exclusive: boolean
    readonly tags: readonly TagView[]
  }[]
  readonly quick: { readonly name: string; readonly tags: readonly TagView[] }
}

export function tagsView(state: TagsState, documentId: number, enabled: boolean): TagsView {
  const doc = tagsIn(state, documentId)
  const now = doc ? tagsNow(doc) : []
  const categories = [...(state.categories ?? [])].sort(byPosition).map((category) => ({
    tagCategoryId: category.tagCategoryId,
    name: category.name,
    exclusive: category.exclusive,
    tags: [...category.tags].sort(byPosition).map(({ tagId, name, quickKey, leavesTo }) => ({
      tagId,
      name,
      quickKey,
      leavesTo,
      on: now.includes(tagId),
    })),
  }))
  const quick = categories
    .flatMap((category) => category.tags)
    .filter((tag) => tag.quickKey !== null)
    .sort((a, b) => (a.quickKey ?? 0) - (b.quickKey ?? 0))
  return {
    documentId,
    enabled,
    loaded: doc !== null && state.categories !== null,
    saving: (doc?.changes.length ?? 0) > 0,
    refused: doc?.refused ?? null,
    categories,
    quick: { name: quickTagsName, tags: quick },
  }
}

/**
 * A document's tags with their categories, for the list's marks: as this browser knows them, else as the row says.
 * The same document and categories give the same list, so that rows which have not changed are not drawn again.
 */
export function taggedNow(state: TagsState, documentId: number, known: readonly number[]): Tagged {
  const doc = tagsIn(state, documentId)
  const held = summaries.get(doc ?? known)
  if (held?.categories === state.categories) return held.tagged
  const on = doc ? tagsNow(doc) : known
  const tagged = (state.categories ?? []).flatMap((category) =>
    category.tags.flatMap((tag) =>
      on.includes(tag.tagId) ? [{ field: category.name, value: tag.name }] : [],
    ),
  )
  summaries.set(doc ?? known, { categories: state.categories, tagged })
  return tagged
}
type Tagged = { readonly field: string; readonly value: string }[]
const summaries = new WeakMap<object, { categories: TagsState['categories']; tagged: Tagged }>()

/** Whether the project that this tab shows has tags: its feature `codingforms` is off. */
export const $tagsEnabled = combine(selection.$state, $tabId, (state, tabId) => {
  const { projectId } = choiceOf(state, tabId)
  const project = projectId === null ? undefined : state.projects[projectId]
  return project !== undefined && tagsEnabled(project.features)
})
/**
 * The tags of the document that this tab shows. They load for as long as the document is not here, although they may be
 * known: nobody tags what he does not see.
 */
export const $tagsView = combine(
  tags.$state,
  $shown,
  $tagsEnabled,
  $currentDocument,
  (state, { current }, enabled, document) => {
    if (current === null) return null
    const view = tagsView(state, current.documentId, enabled)
    return document === null ? { ...view, loaded: false } : view
  },
)

const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position

function inDocument(
  state: TagsState,
  documentId: number,
  change: (doc: DocumentTags) => DocumentTags,
): TagsState {
  const before = tagsIn(state, documentId) ?? {
    documentId,
    recorded: [],
    changes: [],
    etag: '',
    newer: false,
    refused: null,
  }
  const settled = (doc: DocumentTags) => doc.changes.length === 0 && doc.refused === null
  const after = change(before)
  const documents = putBounded(state.documents, String(documentId), after, keptPerBucket, settled)
  if ((before.refused === null) === (after.refused === null)) return { ...state, documents }
  const others = state.refused.filter((one) => one !== documentId)
  return { ...state, documents, refused: after.refused === null ? others : [...others, documentId] }
}
