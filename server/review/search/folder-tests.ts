/** What a query asks of folders, looked up: which documents are in those that the caller sees and the query names. */
import { folderPath, wayTo } from '#contracts/folder-tree.ts'
import { fieldMatches } from '#query/evaluate.ts'
import { fieldTests } from '#query/field-names.ts'
import type { FieldTest, Node } from '#query/tree.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idBits } from '../documents/id-bits.ts'
import { visibleFolders } from '../folder-access/visible.ts'
import { type FieldStore, folderField, type IndexedField, recordsTestKey } from './list.ts'
import { numberTests } from './number-tests.ts'

/** Different tests of one query: each is looked up in the records. */
const mostTests = 50

/** A folder of the caller's, as a query may name it. */
interface KnownFolder {
  readonly folderId: number
  readonly names: readonly [name: string, path: string]
  /** The folders that lead to it, and itself. */
  readonly way: readonly number[]
}

async function knownFolders(ctx: ProjectContext): Promise<KnownFolder[]> {
  const folders = await visibleFolders(ctx, ctx.records.read)
  return folders.map(({ folderId, name }) => ({
    ...{ folderId, names: [name, folderPath(folders, folderId)] },
    way: wayTo(folders, folderId).map((one) => one.folderId),
  }))
}

/** Folders that a result is counted by. */
const mostCounted = 500

/**
 * The documents of each folder that the caller sees, by the way to it, as a query that names it finds them: with those of the folders
 * in it.
 */
export async function countedFolders(ctx: ProjectContext): Promise<FieldStore> {
  const known = await knownFolders(ctx)
  const paths = new Set(known.map(({ names: [, path] }) => path))
  if (paths.size > mostCounted)
    throw new ApiError(
      'request.invalid',
      `This project has ${paths.size} folders; results are counted by ${mostCounted} at most. The panel Folders counts each.`,
      { detail: folderField },
    )
  const filed = await filedIn(ctx, known)
  const documents = [...paths].flatMap((path): [string, string][] => {
    const named = namedBy({ op: 'is', value: path }, known)
    const ids = new Set(below(named, known).flatMap((folderId) => filed.get(folderId) ?? []))
    return ids.size === 0 ? [] : [[path, idBits([...ids].sort((a, b) => a - b))]]
  })
  return { in: 'folders', documents: Object.fromEntries(documents) }
}

async function filedIn(
  ctx: ProjectContext,
  known: readonly KnownFolder[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (known.length === 0) return new Map()
  const rows = await ctx.records.read
    .selectFrom('document_folder')
    .select(['folder_id', 'document_id'])
    .where(
      'folder_id',
      'in',
      known.map(({ folderId }) => folderId),
    )
    .execute()
  const filed = new Map<number, number[]>()
  for (const { folder_id, document_id } of rows) {
    const ids = filed.get(folder_id)
    if (ids === undefined) filed.set(folder_id, [document_id])
    else ids.push(document_id)
  }
  return filed
}

/** The folders that a test names. */
function namedBy(test: FieldTest, known: readonly KnownFolder[]): ReadonlySet<number> {
  const isAny = test.op === 'isNull' || test.op === 'isNotNull'
  return new Set(
    known.flatMap(({ folderId, names }) => (isAny || fieldMatches(test, names, 'UTC') ? folderId : [])),
  )
}

/** They and those in them. */
const below = (named: ReadonlySet<number>, known: readonly KnownFolder[]): number[] =>
  known.flatMap(({ folderId, way }) => (way.some((id) => named.has(id)) ? folderId : []))

/**
 * The documents of each test, with those of folders inside the named ones. A folder is named by its name or by the way to it:
 * `Trial / Exhibits`. Throws for a name that no folder of the caller's has: nothing is found by a slip in silence.
 */
async function folderTests(ctx: ProjectContext, tree: Node): Promise<FieldStore> {
  const tests = new Map<string, FieldTest>()
  for (const { field, test } of fieldTests(tree))
    if (field === folderField) tests.set(recordsTestKey(test), test)
  if (tests.size > mostTests)
    throw new ApiError(
      'query.invalid',
      `This query asks for ${tests.size} folders; ${mostTests} can be looked up. Ask for the folder that they are in, or for several by a wildcard (Folder:Exhibit*).`,
      { detail: folderField },
    )
  const known = await knownFolders(ctx)
  const documents: Record<string, string> = {}
  for (const [key, test] of tests) {
    const named = namedBy(test, known)
    if (test.op === 'is' && named.size === 0)
      throw new ApiError(
        'query.invalid',
        `There is no folder “${test.value}”. The panel Folders lists yours.`,
        { detail: folderField },
      )
    documents[key] = await bitsOf(ctx, below(named, known))
  }
  return { in: 'folders', documents }
}

/** Fields with what the query asks of folders and of Bates numbers looked up, where it does. */
export async function withLookedUp(
  ctx: ProjectContext,
  fields: readonly IndexedField[],
  tree: Node,
): Promise<IndexedField[]> {
  const looked = fields.map(async (field) => {
    if (field.store.in === 'folders') return { ...field, store: await folderTests(ctx, tree) }
    if (field.store.in === 'numbers') return { ...field, store: await numberTests(ctx, tree) }
    return field
  })
  return await Promise.all(looked)
}

async function bitsOf(ctx: ProjectContext, folderIds: readonly number[]): Promise<string> {
  if (folderIds.length === 0) return ''
  const rows = await ctx.records.read
    .selectFrom('document_folder')
    .select('document_id')
    .distinct()
    .where('folder_id', 'in', folderIds)
    .orderBy('document_id')
    .execute()
  return idBits(rows.map(({ document_id }) => document_id))
}
