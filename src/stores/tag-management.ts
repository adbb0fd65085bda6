/** Changes of the project's tags on their way, and what was refused: over the list as the record had it last. */
import { combine } from 'effector'
import type { ReplyOf } from '#contracts/call.ts'
import type {
  ChangedTagging,
  listManagedTags,
  ManagedCategory,
  ManagedTag,
} from '#contracts/tag-management.ts'
import {
  type TaggingChange,
  taggingAsked,
  taggingLeft,
  taggingSettled,
} from '../events/catalog/tag-management.ts'
import { putTab } from './by-tab.ts'
import { type FormSaves, formSent, formSettled } from './form-saves.ts'
import { on, projection } from './projection.ts'
import { $tabId } from './tab.ts'

interface Waiting {
  readonly formKey: string
  readonly change: TaggingChange
}

/** A change that was refused, and how the tag or category stands where somebody else has changed it. */
export interface RefusedTagging {
  readonly formKey: string
  readonly change: TaggingChange
  readonly message: string
  readonly changed: ChangedTagging | null
}

export interface TagManagementState {
  readonly waiting: readonly Waiting[]
  readonly saves: FormSaves
  /** By tab: the last one that was refused, until something else is done. */
  readonly refused: Readonly<Record<string, RefusedTagging | null>>
  /** By tag or category: its last versions, where each has become the next by a change of this browser's own. */
  readonly own: Readonly<Record<string, readonly number[]>>
  /** How many have gone through: whoever shows the list asks for it anew. */
  readonly saved: number
}

export const tagManagement = projection<TagManagementState>({
  name: 'tagManagement',
  version: 2,
  log: 'project',
  initial: { waiting: [], saves: {}, refused: {}, own: {}, saved: 0 },
  handlers: [
    on(taggingAsked, (state, { formKey, change }, { tabId }) => ({
      ...state,
      waiting: [...state.waiting, { formKey, change }],
      saves: formSent(state.saves, tabId, formKey),
      refused: putTab(state.refused, tabId, null),
    })),
    on(taggingSettled, (state, { formKey, message, changed, became }, { tabId }) => {
      const change = state.waiting.find((one) => one.formKey === formKey)?.change
      return {
        waiting: state.waiting.filter((one) => one.formKey !== formKey),
        saves: formSettled(state.saves, tabId, formKey, message),
        refused:
          message === null || change === undefined
            ? state.refused
            : putTab(state.refused, tabId, { formKey, change, message, changed }),
        own: change === undefined || became === undefined ? state.own : ownAfter(state.own, change, became),
        saved: message === null ? state.saved + 1 : state.saved,
      }
    }),
    on(taggingLeft, (state, { tabId }) => ({ ...state, refused: putTab(state.refused, tabId, null) })),
  ],
})

/** So many versions of one tag or category are known to be one's own. */
const ownKept = 20

/** What a change is about, where that has a version. */
function versioned(change: TaggingChange): { readonly key: string; readonly seen: number } | null {
  if (!('version' in change)) return null
  const { version: seen } = change
  return 'tagId' in change
    ? { key: `tag ${change.tagId}`, seen }
    : { key: `category ${change.tagCategoryId}`, seen }
}

function ownAfter(
  own: TagManagementState['own'],
  change: TaggingChange,
  { sent, now }: { readonly sent: number; readonly now: number },
): TagManagementState['own'] {
  const { key } = versioned(change) ?? {}
  if (key === undefined) return own
  const known = own[key] ?? []
  return { ...own, [key]: (known.at(-1) === sent ? [...known, now] : [sent, now]).slice(-ownKept) }
}

/**
 * The version over which a change is sent: the one that was seen, or what that has become since by changes of one's own alone.
 * Nobody is in conflict with oneself.
 */
export function versionToSend({ own }: Pick<TagManagementState, 'own'>, change: TaggingChange): number {
  const about = versioned(change)
  if (about === null) return 0
  const known = own[about.key] ?? []
  return known.includes(about.seen) ? (known.at(-1) ?? about.seen) : about.seen
}

export type TagList = ReplyOf<typeof listManagedTags>

export interface ShownCategory extends ManagedCategory {
  readonly tags: readonly ManagedTag[]
}

/** The list as it will be once what is on its way has arrived: nobody waits for what he has moved or switched himself. */
export function shownCategories(
  { categories, data }: TagList,
  waiting: readonly Waiting[],
): readonly ShownCategory[] {
  let shown: readonly ShownCategory[] = categories.map((category) => ({
    ...category,
    tags: data.filter((tag) => tag.tagCategoryId === category.tagCategoryId),
  }))
  for (const { change } of waiting) shown = changedBy(shown, change)
  return shown
}

function changedBy(shown: readonly ShownCategory[], change: TaggingChange): readonly ShownCategory[] {
  switch (change.what) {
    case 'moveCategory':
      return moved(shown, ({ tagCategoryId }) => tagCategoryId === change.tagCategoryId, change.position)
    case 'moveTag':
      return shown.map((category) => ({
        ...category,
        tags: moved(category.tags, ({ tagId }) => tagId === change.tagId, change.position),
      }))
    case 'changeCategory': {
      const { tagCategoryId, name, exclusive } = change
      return shown.map((category) =>
        category.tagCategoryId === tagCategoryId
          ? { ...category, name: name ?? category.name, exclusive: exclusive ?? category.exclusive }
          : category,
      )
    }
    case 'changeTag': {
      const { tagId, name, quickKey } = change
      return shown.map((category) => ({
        ...category,
        tags: category.tags.map((tag) =>
          tag.tagId === tagId
            ? { ...tag, name: name ?? tag.name, quickKey: quickKey === undefined ? tag.quickKey : quickKey }
            : tag,
        ),
      }))
    }
    // What is made or deleted is shown once the record says so.
    default:
      return shown
  }
}

function moved<T>(rows: readonly T[], is: (row: T) => boolean, position: number): readonly T[] {
  const row = rows.find(is)
  return row === undefined ? rows : rows.filter((one) => one !== row).toSpliced(position, 0, row)
}

/** What is on its way, of any tab, and what this tab has to be told. */
export const $tagging = combine(
  tagManagement.$state,
  $tabId,
  ({ waiting, saves, refused, saved }, tabId) => ({
    waiting,
    saved,
    save: saves[tabId] ?? null,
    refused: refused[tabId] ?? null,
  }),
)
