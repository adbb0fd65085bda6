/** What a query asks of folders, looked up: which documents are in those that the caller sees and the query names. */
import { subtreeOf, wayTo } from '#contracts/folder-tree.ts'
import { fieldMatches } from '#query/evaluate.ts'
import type { FieldTest, Node } from '#query/tree.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { ApiError } from '../../platform/http/error.ts'
import { visibleFolders } from '../folder-access/visible.ts'
import { type FieldStore, folderField, folderTestKey } from './list.ts'

/**
 * The documents of each test, with those of folders inside the named ones. A folder is named by its name or by the way to it:
 * `Trial / Exhibits`. Throws for a name that no folder of the caller's has: nothing is found by a slip in silence.
 */
export async function folderTests(ctx: ProjectContext, tree: Node): Promise<FieldStore> {
  const folders = await visibleFolders(ctx, ctx.records.read)
  const documents: Record<string, string> = {}
  for (const test of testsIn(tree)) {
    const named = folders.filter((folder) => {
      const way = wayTo(folders, folder.folderId).map(({ name }) => name)
      return fieldMatches(test, [folder.name, way.join(' / ')], 'UTC')
    })
    if (test.op === 'is' && named.length === 0)
      throw new ApiError(
        'query.invalid',
        `There is no folder “${test.value}”. The panel Folders lists yours.`,
        {
          detail: folderField,
        },
      )
    const ids = new Set(
      (test.op === 'isNull' || test.op === 'isNotNull' ? folders : named).flatMap(({ folderId }) =>
        subtreeOf(folders, folderId),
      ),
    )
    documents[folderTestKey(test)] = await bitsOf(ctx, [...ids])
  }
  return { in: 'folders', documents }
}

/** By document id, lowest first, as base64. */
async function bitsOf(ctx: ProjectContext, folderIds: readonly number[]): Promise<string> {
  if (folderIds.length === 0) return ''
  const rows = await ctx.records.read
    .selectFrom('document_folder')
    .select('document_id')
    .distinct()
    .where('folder_id', 'in', folderIds)
    .orderBy('document_id')
    .execute()
  const bits = new Uint8Array(((rows.at(-1)?.document_id ?? 0) >> 3) + 1)
  for (const { document_id: id } of rows) bits[id >> 3] = (bits[id >> 3] ?? 0) | (1 << (id & 7))
  return Buffer.from(bits).toString('base64')
}

function testsIn(node: Node): FieldTest[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.parts.flatMap(testsIn)
    case 'not':
      return testsIn(node.part)
    case 'field':
      return node.field === folderField ? [node.test] : []
    default:
      return []
  }
}
