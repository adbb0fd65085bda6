/** Managing tags, for tests: asked for, and looked at by their names. */
import { documentHistory } from '#contracts/audit.ts'
import { ifMatchOf } from '#contracts/coding-versions.ts'
import * as managing from '#contracts/tag-management.ts'
import { applyTags } from '#contracts/tags.ts'
import type { TestUser } from './harness.ts'
import type { Matter } from './matter.ts'

/** What one does with the tags of a matter that is not coded with forms. `ids`: by name, of those that it begins with. */
export function taggingIn(matter: Matter, ids: Readonly<Record<string, number>>) {
  const { server, projectId: project, manager } = matter
  let keys = 0
  const key = () => `tag-command-${++keys}`
  const id = (name: string) => ids[name] ?? 0

  const list = async () => (await server.call(manager, managing.listManagedTags, { project })).data
  const tag = async (tagId: number) => {
    const found = (await list()).data.find((one) => one.tagId === tagId)
    if (found === undefined) throw new Error(`There is no tag ${tagId}.`)
    return found
  }
  const category = async (name: string) => {
    const found = (await list()).categories.find((one) => one.name === name)
    if (found === undefined) throw new Error(`There is no category ${name}.`)
    return found
  }
  const seen = (of: number, version: number) => ifMatchOf(new Map([[of, version]]))

  const change = async (
    name: string,
    to: { readonly name?: string; readonly quickKey?: number | null },
    said: { readonly version?: number; readonly as?: TestUser } = {},
  ) => {
    const tagId = id(name)
    const version = said.version ?? (await tag(tagId)).version
    const ifMatch = seen(tagId, version)
    return server.call(said.as ?? manager, managing.changeTag, { project, ifMatch, body: { tagId, ...to } })
  }
  const changeCategory = async (
    name: string,
    to: { readonly name?: string; readonly exclusive?: boolean },
  ) => {
    const { tagCategoryId, version } = await category(name)
    const ifMatch = seen(tagCategoryId, version)
    return server.call(manager, managing.changeTagCategory, {
      project,
      ifMatch,
      body: { tagCategoryId, ...to },
    })
  }
  const merge = (name: string, into: string, as = manager) =>
    server.call(as, managing.mergeTags, {
      project,
      key: key(),
      body: { tagId: id(name), intoTagId: id(into), correlationId: 'gesture-0001' },
    })
  const remove = async (name: string, by?: string, as = manager) => {
    const tagId = id(name)
    return server.call(as, managing.deleteTag, {
      project,
      key: key(),
      ifMatch: seen(tagId, (await tag(tagId)).version),
      query: { tagId, ...(by === undefined ? {} : { replacementTagId: id(by) }) },
    })
  }
  const removeCategory = async (name: string) => {
    const { tagCategoryId, version } = await category(name)
    return server.call(manager, managing.deleteTagCategory, {
      project,
      ifMatch: seen(tagCategoryId, version),
      query: { tagCategoryId },
    })
  }
  const apply = (
    documentId: number,
    add: readonly number[],
    removed: readonly number[] = [],
    as = matter.ana,
  ) =>
    server.call(as, applyTags, {
      project,
      key: key(),
      body: {
        documentId,
        add: [...add],
        remove: [...removed],
        undo: { kind: 'do', group: 'group-0001', targets: [] },
        correlationId: 'gesture-0001',
      },
    })
  /** The names of a document's tags, in order. */
  const on = async (documentId: number): Promise<string[]> =>
    (await server.call(manager, managing.documentTags, { project, query: { documentId } })).data.data.map(
      (one) => one.name,
    )
  const history = async (documentId: number) =>
    (await server.call(manager, documentHistory, { project, query: { documentId } })).data.data
      .filter(({ action }) => action === 'tags.changed')
      .map((row) => [row.field, row.oldValue, row.newValue, row.how])
  return {
    id,
    key,
    list,
    tag,
    category,
    seen,
    change,
    changeCategory,
    merge,
    remove,
    removeCategory,
    apply,
    on,
    history,
    /** Names of the tags by category, in their order. */
    order: async (): Promise<Record<string, string[]>> => {
      const { data, categories } = await list()
      return Object.fromEntries(
        categories.map((one) => [
          one.name,
          data.filter((each) => each.tagCategoryId === one.tagCategoryId).map((each) => each.name),
        ]),
      )
    },
  }
}
