/**
 * Where an import's parser works: its sources, which it may read, and a folder, which it may write. Both lie in folders of
 * the matter, so that the process that has read one of its sources goes on with the next; another matter's it never sees.
 */
import { link, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '../blobs/blobs.ts'
import type { Access } from '../jobs/confinement.ts'
import type { SourceFile } from '../processing/protocol.ts'
import type { JobFile } from './source-files.ts'

export interface Staging {
  /** Folder of the sources. */
  readonly sources: string
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
    work: join(works, name),
    access: { read: [sources], write: [works] },
  }
  await clear(staging)
  await mkdir(staging.sources, { recursive: true })
  await mkdir(staging.work, { recursive: true })
  return staging
}

/** Puts files in place of those that are there. */
export async function putSources(
  { sources }: Staging,
  blobs: Blobs,
  files: readonly JobFile[],
): Promise<SourceFile[]> {
  await rm(sources, { recursive: true, force: true })
  await mkdir(sources, { recursive: true })
  const put: SourceFile[] = []
  for (const { index, sha256, path, size, modifiedAt } of files) {
    const file = join(sources, String(index))
    const kept = blobs.pathOf(sha256)
    // One file under two names costs nothing; not every disk can.
    await link(kept, file).catch(() => symlink(kept, file))
    put.push({ index, file, path, size, modifiedAt })
  }
  return put
}

export async function clear({ sources, work }: Staging): Promise<void> {
  await rm(sources, { recursive: true, force: true })
  await rm(work, { recursive: true, force: true })
}
