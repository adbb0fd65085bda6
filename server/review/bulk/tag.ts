/** One step of a bulk change of tags: some documents, in one transaction. */

import * as z from 'zod/mini'
import type { TagCategory } from '#contracts/tags.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { changed, entryOf, namedCategories, tagCategories } from '../tags/tags.ts'
import { tagChanges } from './changes.ts'
import { goesForth, type Replacing, replacingIn } from './replacing.ts'
import type { BulkRowTable } from './tables.ts'
import { type BulkWork, contextOf, howOf, leftRow, newStep, type Step } from './work.ts'
import { writtenRows } from './written.ts'

/** Who put a tag on a document, and when. */
interface Put {
  readonly byUser: number
  readonly at: string
}
/** The tags of a document. */
type Tags = ReadonlyMap<number, Put>

/** Tags documents, or takes back what was put on them and taken off. */
export async function tagStep(
  trx: Writer,
  work: BulkWork,
  documentIds: readonly number[],
  now: Date,
): Promise<Step> {
  const categories = await tagCategories(trx, work.projectId)
  const standing = await tagsOn(trx, documentIds)
  const step = newStep()
  const writing: Writing = { work, categories, step, at: instantOf(now), now, on: [], off: new Map() }
  const replacing = replacingIn(work)
  if (replacing !== null && goesForth(work)) replace(writing, replacing, documentIds, standing)
  else if (work.reverses === null) await tag(trx, writing, documentIds, standing)
  else await reverse(trx, writing, work.reverses, documentIds, standing)
  for (const [tagId, ids] of writing.off)
    await trx.deleteFrom('document_tag').where('tag_id', '=', tagId).where('document_id', 'in', ids).execute()
  await insertAll(trx, 'document_tag', writing.on)
  return step
}

type Standing = ReadonlyMap<number, Tags>

/** What a tag can still be put on with: it is there, and none is taking its place. */
const isFree = (categories: readonly TagCategory[]) => {
  const free = new Set(
    categories.flatMap(({ tags }) =>
      tags.filter((one) => one.leavesTo === undefined).map((one) => one.tagId),
    ),
  )
  return (tagId: number): boolean => free.has(tagId)
}

/** Puts tags on and takes tags off. Tags that have gone since it was asked for are put on nothing, and the receipt says so. */
async function tag(
  trx: Writer,
  writing: Writing,
  documentIds: readonly number[],
  standing: Standing,
): Promise<void> {
  const { work, categories, step } = writing
  const asked = tagChanges.parse(work.changes)
  const free = isFree(categories)
  const live = new Set(categories.flatMap(({ tags }) => tags.map((one) => one.tagId)))
  const fitting = { add: asked.add.filter(free), remove: asked.remove.filter((tagId) => live.has(tagId)) }
  const unfit = asked.add.filter((tagId) => !free(tagId))
  const named = unfit.length === 0 ? [] : await namedCategories(trx, work.projectId)
  for (const documentId of documentIds) {
    const before = standing.get(documentId) ?? none
    const after = changed(categories, new Set(before.keys()), fitting)
    put(writing, documentId, before, after, fitting)
    for (const { tagCategoryId, tags } of named) {
      const own = tags.map(({ tagId }) => tagId)
      const wanted = unfit.filter((tagId) => own.includes(tagId) && !before.has(tagId))
      if (wanted.length === 0) continue
      const value = own.filter((tagId) => after.has(tagId))
      step.rows.push(
        leftRow(work.jobId, {
          documentId,
          targetId: tagCategoryId,
          reason: 'refused',
          wanted,
          standing: { value, version: 0, byUser: null, at: null },
        }),
      )
    }
  }
}

/** One tag takes the place of another, where that is on. */
function replace(
  writing: Writing,
  { tagId, byTagId }: Replacing,
  documentIds: readonly number[],
  standing: Standing,
): void {
  for (const documentId of documentIds) {
    const before = standing.get(documentId) ?? none
    if (!before.has(tagId)) {
      writing.step.alreadySo += 1
      continue
    }
    const after = new Set(before.keys())
    after.delete(tagId)
    after.add(byTagId)
    put(writing, documentId, before, after, null)
  }
}

interface Writing {
  readonly work: BulkWork
  readonly categories: readonly TagCategory[]
  readonly step: Step
  readonly at: string
  readonly now: Date
  /** Rows that tags put on documents. */
  readonly on: {
    document_id: number
    tag_id: number
    project_id: number
    by_user: number
    at: string
  }[]
  /** By tag: the documents that it is taken off. */
  readonly off: Map<number, number[]>
}

const none: Tags = new Map()

/** Writes what became of a document's tags: a row of the receipt and of the trail for each category that changed. */
function put(
  { work, categories, step, at, now, on, off }: Writing,
  documentId: number,
  before: Tags,
  after: ReadonlySet<number>,
  asked: { readonly add: readonly number[]; readonly remove: readonly number[] } | null,
): void {
  const { jobId, projectId, user, undo, correlationId } = work
  const had = new Set(before.keys())
  for (const category of categories) {
    const own = category.tags.map(({ tagId }) => tagId)
    const onNow = own.filter((tagId) => after.has(tagId) && !had.has(tagId))
    const offNow = own.filter((tagId) => had.has(tagId) && !after.has(tagId))
    if (onNow.length === 0 && offNow.length === 0) {
      if (asked && own.some((tagId) => asked.add.includes(tagId) || asked.remove.includes(tagId)))
        step.alreadySo += 1
      continue
    }
    for (const tagId of onNow)
      on.push({ document_id: documentId, tag_id: tagId, project_id: projectId, by_user: user.userId, at })
    for (const tagId of offNow) {
      const documents = off.get(tagId) ?? []
      documents.push(documentId)
      off.set(tagId, documents)
    }
    step.rows.push({
      job_id: jobId,
      document_id: documentId,
      target_id: category.tagCategoryId,
      outcome: 'written',
      before: JSON.stringify(own.filter((tagId) => had.has(tagId))),
      before_version: 0,
      after: JSON.stringify(own.filter((tagId) => after.has(tagId))),
      after_version: 0,
      by_user: user.userId,
      at,
    })
    step.entries.push({
      ...entryOf(contextOf(work, now), { documentId, correlationId }, category, had, after),
      how: howOf(work),
      undo,
      jobId,
    })
    step.changed.add(documentId)
    step.written += 1
  }
}

/** What is left of one category of one document. */
interface Leaving {
  readonly row: BulkRowTable
  readonly reason: 'changed' | 'refused'
  readonly wanted: readonly number[]
  readonly standing: readonly number[]
}

async function reverse(
  trx: Writer,
  writing: Writing,
  reverses: number,
  documentIds: readonly number[],
  standing: Standing,
): Promise<void> {
  const { work, categories, step } = writing
  const rows = await writtenRows(trx, reverses, documentIds)
  const replacing = replacingIn(work)
  const free = isFree(categories)
  const byId = new Map(categories.map((category) => [category.tagCategoryId, category]))
  const heirs = await heirsOf(trx, work.projectId, categories)
  const left: Leaving[] = []
  for (const [documentId, own] of Map.groupBy(rows, (row) => row.document_id)) {
    const before = standing.get(documentId) ?? none
    const after = new Set(before.keys())
    const kept = replacing !== null && !isReplaced(replacing, own, before)
    for (const row of own) {
      const category = byId.get(row.target_id)
      const tags = category?.tags.map(({ tagId }) => tagId) ?? []
      const stands = tags.filter((tagId) => before.has(tagId))
      const back =
        category === undefined
          ? // The category is gone with its tags: only what it had can be missed.
            { on: [], off: [], left: idsIn(row.before).length > 0 ? ('refused' as const) : null }
          : kept
            ? { on: [], off: [], left: 'changed' as const }
            : possible(
                category,
                withHeirs(takenBack(category, row, before), row, before, heirs),
                stands,
                free,
              )
      for (const tagId of back.on) after.add(tagId)
      for (const tagId of back.off) after.delete(tagId)
      if (back.left !== null)
        left.push({ row, reason: back.left, wanted: idsIn(row.before), standing: stands })
      else if (back.on.length === 0 && back.off.length === 0) step.alreadySo += 1
    }
    put(writing, documentId, before, after, null)
  }
  const lastBy = await lastChanges(trx, left)
  for (const { row, reason, wanted, standing: tags } of left)
    step.rows.push(
      leftRow(work.jobId, {
        documentId: row.document_id,
        targetId: row.target_id,
        reason,
        wanted,
        standing: { value: tags, version: 0, ...lastBy(row) },
      }),
    )
}

/** The tag that took another's place is on as it was put on, or was on before: nobody has decided about it since. */
function isReplaced({ byTagId }: Replacing, rows: readonly BulkRowTable[], now: Tags): boolean {
  const standing = now.get(byTagId)
  if (standing === undefined) return false
  const row = rows.find((one) => idsIn(one.after).includes(byTagId) && !idsIn(one.before).includes(byTagId))
  return row === undefined || (standing.byUser === row.by_user && standing.at === row.at)
}

interface Back {
  readonly on: readonly number[]
  readonly off: readonly number[]
  readonly left: 'changed' | 'refused' | null
}

/** Of what goes back, what still can: a tag that is gone is put on nothing, nor a second one where a document has one only. */
function possible(
  { exclusive }: TagCategory,
  back: Back,
  standing: readonly number[],
  free: (tagId: number) => boolean,
): Back {
  const on = back.on.filter(free)
  if (exclusive) {
    const after = new Set([...standing.filter((tagId) => !back.off.includes(tagId)), ...on])
    if (after.size > 1) return { on: [], off: [], left: 'refused' }
  }
  return on.length < back.on.length ? { ...back, on, left: 'refused' } : back
}

/**
 * Which tags of a category go back, and whether some stay because somebody has decided since. Tags of a category that takes
 * several are each a decision of their own; where only one can be on, that is one decision.
 */
function takenBack(category: TagCategory, row: BulkRowTable, now: Tags): Back {
  const [before, after] = [idsIn(row.before), idsIn(row.after)]
  const own = category.tags.map(({ tagId }) => tagId)
  const putOn = after.filter((tagId) => !before.includes(tagId))
  const takenOff = before.filter((tagId) => !after.includes(tagId))
  const isOurs = (tagId: number): boolean =>
    now.get(tagId)?.byUser === row.by_user && now.get(tagId)?.at === row.at
  if (category.exclusive) {
    const standing = own.filter((tagId) => now.has(tagId))
    if (sameIds(standing, before)) return { on: [], off: [], left: null }
    const untouched = sameIds(standing, after) && putOn.every(isOurs)
    return untouched ? { on: takenOff, off: putOn, left: null } : { on: [], off: [], left: 'changed' }
  }
  const theirs = putOn.filter((tagId) => now.has(tagId) && !isOurs(tagId))
  return {
    on: takenOff.filter((tagId) => !now.has(tagId)),
    off: putOn.filter((tagId) => now.has(tagId) && isOurs(tagId)),
    left: theirs.length > 0 ? 'changed' : null,
  }
}

/** Of tags that were merged into others: which ones may stand in their place by now. */
async function heirsOf(
  trx: Writer,
  projectId: number,
  categories: readonly TagCategory[],
): Promise<(tagId: number) => readonly number[]> {
  const live = new Set(categories.flatMap(({ tags }) => tags.map(({ tagId }) => tagId)))
  const merges = await trx
    .selectFrom('tag_merge')
    .select(['tag_id', 'into_tag_id'])
    .where('project_id', '=', projectId)
    .execute()
  const heirs = (tagId: number, seen: readonly number[]): readonly number[] =>
    live.has(tagId)
      ? [tagId]
      : merges.flatMap(({ tag_id, into_tag_id }) =>
          tag_id === tagId && !seen.includes(into_tag_id) ? heirs(into_tag_id, [...seen, into_tag_id]) : [],
        )
  return (tagId) => (live.has(tagId) ? [] : heirs(tagId, [tagId]))
}

/** What was put on was merged into another tag since, and that is on: what it came to stands, and is another's decision now. */
function withHeirs(
  back: Back,
  row: BulkRowTable,
  now: Tags,
  heirs: (tagId: number) => readonly number[],
): Back {
  const before = idsIn(row.before)
  const putOn = idsIn(row.after).filter((tagId) => !before.includes(tagId))
  const stands = putOn.some((tagId) => heirs(tagId).some((heir) => now.has(heir)))
  return stands ? { ...back, left: 'changed' } : back
}

const idsIn = (column: string): number[] => z.array(z.int()).parse(JSON.parse(column))
const sameIds = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((tagId) => other.includes(tagId))

async function tagsOn(trx: Writer, documentIds: readonly number[]): Promise<Map<number, Tags>> {
  const tags = new Map<number, Map<number, Put>>()
  if (documentIds.length === 0) return tags
  const rows = await trx
    .selectFrom('document_tag')
    .select(['document_id', 'tag_id', 'by_user', 'at'])
    .where('document_id', 'in', documentIds)
    .execute()
  for (const row of rows) {
    const own = tags.get(row.document_id) ?? new Map<number, Put>()
    tags.set(row.document_id, own.set(row.tag_id, { byUser: row.by_user, at: row.at }))
  }
  return tags
}

const facts = z.object({ facts: z.object({ tagCategoryId: z.int() }) })

/** Who changed each category last, and when: a tag that is gone has no row that could say so, but the trail has. */
async function lastChanges(trx: Writer, left: readonly Leaving[]) {
  const by = new Map<string, { byUser: number | null; at: string }>()
  const keyOf = (documentId: number, categoryId: number): string => `${documentId}:${categoryId}`
  if (left.length > 0) {
    const rows = await trx
      .selectFrom('audit')
      .select(['document_id', 'user_id', 'at', 'text'])
      .where('document_id', 'in', [...new Set(left.map(({ row }) => row.document_id))])
      .where('action', '=', 'tags.changed')
      .orderBy('audit_id')
      .execute()
    for (const { document_id, user_id, at, text } of rows) {
      const said = facts.safeParse(JSON.parse(text))
      if (said.success && document_id !== null)
        by.set(keyOf(document_id, said.data.facts.tagCategoryId), { byUser: user_id, at })
    }
  }
  return (row: BulkRowTable): { readonly byUser: number | null; readonly at: string | null } =>
    by.get(keyOf(row.document_id, row.target_id)) ?? { byUser: null, at: null }
}
