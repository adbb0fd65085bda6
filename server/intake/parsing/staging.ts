/**
 * Where an import's parser works: its sources, which it may read, and a folder, which it may write. Both lie in folders of
 * the matter, so that the process that has read one of its sources goes on with the next; another matter's it never sees.
 */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { UsedHashList } from '#contracts/hash-lists.ts'
import type { Blobs } from '../../platform/blobs/blobs.ts'
import { lend } from '../../platform/blobs/lend.ts'
import type { Access } from '../../platform/jobs/confinement.ts'
import { nameOf } from '../hash-lists/hash-lists.ts'
import type { SplitSet } from '../processing/archives/split.ts'
import type { KnownRequest } from '../processing/hash-lists/known-files.ts'
import type { FileBeside } from '../processing/mail/join-beside.ts'
import type { ParseRequest, SourceFile } from '../processing/protocol.ts'
import type { BesideFiles } from '../sources/beside-files.ts'
import type { JobFile } from '../sources/source-files.ts'
import type { SplitFiles } from '../sources/split-files.ts'

export interface Staging {
  /** Folder of the sources. */
  readonly sources: string
  /** Folder of the lists of known files. */
  readonly lists: string
  /** Folder for what is unpacked. */
  readonly work: string
  readonly access: Access
}

export async function layOut(
  spool: string,
  { projectId, name }: { readonly projectId: number; readonly name: string },
): Promise<Staging> {
  const matter = join(spool, `project-${projectId}`)
  const [sources, works] = [join(matter, 'sources'), join(matter, 'work')]
  const staging: Staging = {
    sources: join(sources, name),
    lists: join(sources, `${name}-lists`),
    work: join(works, name),
    access: { read: [sources], write: [works] },
  }
  await clear(staging)
  await mkdir(staging.sources, { recursive: true })
  await mkdir(staging.work, { recursive: true })
  return staging
}

/**
 * Puts files in place of those that are there, and with them all parts of the archives that they are parts of, and what
 * stands beside messages.
 */
export async function putSources(
  { sources }: Staging,
  blobs: Blobs,
  files: readonly JobFile[],
  split: SplitFiles,
  beside: BesideFiles,
): Promise<Pick<ParseRequest, 'sources' | 'sets'>> {
  await rm(sources, { recursive: true, force: true })
  await mkdir(sources, { recursive: true })
  const put: SourceFile[] = []
  /** Where each set of these files stands among those that are put. */
  const places = new Map<number, number>()
  const byId = new Map<number, string>()
  const putBeside = async (index: number): Promise<Pick<SourceFile, 'beside'>> => {
    const files: FileBeside[] = []
    for (const { file: one, part, name } of beside.of.get(index) ?? []) {
      const file = join(sources, `beside-${one.sourceFileId}`)
      await lend(blobs.pathOf(one.sha256), file)
      files.push({ part, name, file, path: one.path, size: one.size, modifiedAt: one.modifiedAt })
    }
    return files.length === 0 ? {} : { beside: files }
  }
  for (const { index, sourceFileId, sha256, path, size, modifiedAt, becomes } of files) {
    const file = join(sources, String(index))
    await lend(blobs.pathOf(sha256), file)
    byId.set(sourceFileId, file)
    const part = split.partOf.get(index)
    if (part !== undefined && !places.has(part.set)) places.set(part.set, places.size)
    const set = part === undefined ? undefined : places.get(part.set)
    const own = part === undefined || set === undefined ? {} : { part: { set, number: part.number } }
    const place = becomes === null ? {} : { place: becomes.path }
    put.push({ index, file, path, size, modifiedAt, ...place, ...own, ...(await putBeside(index)) })
  }
  const sets: SplitSet[] = []
  for (const [number, place] of places) {
    const found = split.sets[number]
    if (found === undefined) continue
    const parts: SplitSet['parts'][number][] = []
    for (const { number: nth, name, sourceFileId, sha256, size } of found.parts) {
      const file = byId.get(sourceFileId) ?? join(sources, `part-${sourceFileId}`)
      if (!byId.has(sourceFileId)) await lend(blobs.pathOf(sha256), file)
      parts.push({ number: nth, name, file, size })
    }
    sets[place] = { kind: found.kind, whole: found.whole, parts }
  }
  return { sources: put, sets }
}

/** Puts lists of known files in their place. */
export async function putLists(
  { lists }: Staging,
  blobs: Blobs,
  used: readonly UsedHashList[],
): Promise<KnownRequest['lists']> {
  await rm(lists, { recursive: true, force: true })
  await mkdir(lists, { recursive: true })
  const put: KnownRequest['lists'][number][] = []
  for (const list of used) {
    const file = join(lists, String(list.hashListId))
    await lend(blobs.pathOf(list.sha256), file)
    put.push({ hashListId: list.hashListId, name: nameOf(list), file })
  }
  return put
}

export async function clear({ sources, lists, work }: Staging): Promise<void> {
  await rm(sources, { recursive: true, force: true })
  await rm(lists, { recursive: true, force: true })
  await rm(work, { recursive: true, force: true })
}
