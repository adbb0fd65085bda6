/**
 * Where an import's parser works: its source, which it may read, and a folder, which it may write. Both lie in folders of
 * the matter, so that the process that has read one of its sources goes on with the next; another matter's it never sees.
 */
import { link, mkdir, rm, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Blobs } from '../blobs/blobs.ts'
import type { Access } from '../jobs/confinement.ts'

export interface Staging {
  /** Path of the source. */
  readonly source: string
  /** Folder for what is unpacked. */
  readonly work: string
  readonly access: Access
}

export async function layOut(
  { blobs, spool }: { readonly blobs: Blobs; readonly spool: string },
  { projectId, jobId }: { readonly projectId: number; readonly jobId: number },
  sha256: string,
): Promise<Staging> {
  const matter = join(spool, `project-${projectId}`)
  const [sources, works] = [join(matter, 'sources'), join(matter, 'work')]
  const staging: Staging = {
    source: join(sources, `import-${jobId}`),
    work: join(works, `import-${jobId}`),
    access: { read: [sources], write: [works] },
  }
  await clear(staging)
  await mkdir(dirname(staging.source), { recursive: true })
  await mkdir(staging.work, { recursive: true })
  const file = blobs.pathOf(sha256)
  // One file under two names costs nothing; not every disk can.
  await link(file, staging.source).catch(() => symlink(file, staging.source))
  return staging
}

export async function clear({ source, work }: Staging): Promise<void> {
  await rm(source, { force: true })
  await rm(work, { recursive: true, force: true })
}
