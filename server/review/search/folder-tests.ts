/** What a query asks of folders, looked up: which documents are in those that the caller sees and the query names. */
import { folderPath, wayTo } from '#contracts/folder-tree.ts'
import { fieldMatches } from '#query/evaluate.ts'
import { fieldTests } from '#query/field-names.ts'
import type { FieldTest, Node } from '#query/tree.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { idBits } from '../documents/id-bits.ts'
import { visibleFolders } from '../folder-access/visible.ts'
import { type FieldStore, folderField, folderTestKey, type IndexedField } from './list.ts'

/** Different tests of one query: each is looked up in the records. */
const mostTests = 50

/**
 * The documents of each test, with those of folders inside the named ones. A folder is named by its name or by the way to it:
 * `Trial / Exhibits`. Throws for a name that no folder of the caller's has: nothing is found by a slip in silence.
 */
async function folderTests(ctx: ProjectContext, tree: Node): Promise<FieldStore> {
  const tests = new Map<string, FieldTest>()
  for (const { field, test } of fieldTests(tree))
    if (field === folderField) tests.set(folderTestKey(test), test)
  if (tests.size > mostTests)
    throw new ApiError(
      'query.invalid',
      `This query asks for ${tests.size} folders; ${mostTests} can be looked up. Ask for the folder that they are in, or for several by a wildcard (Folder:Exhibit*).`,
      { detail: folderField },
    )
  const folders = await visibleFolders(ctx, ctx.records.read)
  const known = folders.map(({ folderId, name }) => {
    return {
      ...{ folderId, names: [name, folderPath(folders, folderId)] },
      way: wayTo(folders, folderId).map((one) => one.folderId),
    }
  })
  const documents: Record<string, string> = {}
  for (const [key, test] of tests) {
    const isAny = test.op === 'isNull' || test.op === 'isNotNull'
    const named = new Set(
      known.flatMap(({ folderId, names }) => (isAny || fieldMatches(test, names, 'UTC') ? folderId : [])),
    )
    if (test.op === 'is' && named.size === 0)
      throw new ApiError(
        'query.invalid',
        `There is no folder “${test.value}”. The panel Folders lists yours.`,
        { detail: folderField },
      )
    documents[key] = await bitsOf(
      ctx,
      known.flatMap(({ folderId, way }) => (way.some((id) => named.has(id)) ? folderId : [])),
    )
  }
  return { in: 'folders', documents }
}

/** Fields with what the query asks of folders looked up, where it does. */
export async function withFolders(
  ctx: ProjectContext,
  fields: readonly IndexedField[],
  tree: Node,
): Promise<IndexedField[]> {
  const looked = fields.map(async (field) =>
    field.store.in === 'folders' ? { ...field, store: await folderTests(ctx, tree) } : field,
  )
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
