/** Sets of documents as they are asked for: what is in one for the caller now, and how it is called where it is kept. */
import type { DocumentSet, KeptSet } from '#contracts/document-sets.ts'
import type { SearchQuery } from '#contracts/documents.ts'
import type { ProjectContext } from '../../platform/http/context.ts'
import { isShared as isSharedFolder, visibleFolders } from '../folder-access/visible.ts'
import { isShared } from '../own-or-shared/own-or-shared.ts'
import { find } from './find.ts'
import { insideOf, narrowed } from './inside.ts'
import { reportOf, sampleOf, termOf } from './kept-sets.ts'
import { readQuery } from './query.ts'
import { searchOf } from './saved-searches.ts'

/** Their ids, ascending. */
export async function documentsOfSet(
  ctx: ProjectContext,
  { query, viewer, filter }: DocumentSet,
): Promise<Int32Array> {
  const inside = await insideOf(ctx, query)
  return narrowed(await find(ctx, { query, viewer, filter }), inside).ids.toSorted()
}

export async function asKept(ctx: ProjectContext, set: DocumentSet): Promise<KeptSet> {
  const { reading } = await readQuery(ctx, set.query)
  return { ...set, inside: await nameOf(ctx, set.query), reading }
}

/** Of what is searched in: what is kept is seen by others, and what somebody has for themselves is named to nobody. */
async function nameOf(ctx: ProjectContext, { objectId, type }: SearchQuery): Promise<string | null> {
  const { read } = ctx.records
  if (objectId === null) return null
  switch (type) {
    case 'folder':
    case 'folderOnly': {
      const folder = (await visibleFolders(ctx, read)).find(({ folderId }) => folderId === objectId)
      return folder !== undefined && isSharedFolder(folder) ? folder.name : 'A folder'
    }
    case 'savedSearch': {
      const search = await searchOf(ctx, read, objectId)
      return isShared(search) ? search.name : 'A saved search'
    }
    case 'sample':
      return (await sampleOf(ctx, read, objectId)).name
    case 'termReport':
      return (await reportOf(ctx, read, objectId)).name
    case 'uniqueHits':
      return (await termOf(ctx, read, objectId)).report.name
    case 'load':
      return 'A load'
    default:
      return 'A batch'
  }
}
