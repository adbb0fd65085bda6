/** Import from the server's own disk (the command line): a file as it is, a folder as one tar of its files. */

import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { create } from 'tar'
import { instantAt } from '#contracts/ids.ts'
import { type Job, settledStates } from '#contracts/jobs.ts'
import { custodianName } from '#contracts/project.ts'
import { custodianId } from '../../organization/project/custodians.ts'
import { codeOf } from '../../platform/error-code.ts'
import { ApiError, notFound } from '../../platform/http/error.ts'
import { presentJob, selectJobs } from '../../platform/jobs/present.ts'
import { isStorageFull } from '../../platform/records/dialect.ts'
import type { Services } from '../../platform/services.ts'
import { isSystemFault } from '../processing/archives/archive.ts'
import { addSourceFile } from '../sources/source-files.ts'
import { sourceNamed } from '../sources/sources.ts'
import { startImport } from '../sources/start-import.ts'

export interface PathImport {
  readonly path: string
  readonly projectId: number
  /** Added to the project where it has none of that name. */
  readonly custodian: string
  /** Who imports; the first active system administrator where nobody is named. */
  readonly userId?: number
  /** Who really is at the keyboard, for the trail: the user is only whom it is done for. */
  readonly via?: string
}

/** Keeps what is at the path and queues its import. The job is done by whoever runs jobs on these records. */
export async function importPath(services: Services, asked: PathImport): Promise<{ jobId: number }> {
  const { records, blobs, spool, now } = services
  const custodianNamed = custodianName.safeParse(asked.custodian)
  if (!custodianNamed.success)
    throw new ApiError('request.invalid', "The custodian's name must have 1 to 100 characters.", {
      detail: 'custodian',
    })
  const path = resolve(asked.path)
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new ApiError('notFound', `There is nothing at ${asked.path}.`)
    throw unreadable(error)
  })
  const user = await importer(services, asked.userId)
  const project = await records.read
    .selectFrom('project')
    .select('project_id')
    .where('project_id', '=', asked.projectId)
    .executeTakeFirst()
  if (project === undefined) throw notFound('project')
  const copy = join(spool, `import-${randomUUID()}`)
  await mkdir(spool, { recursive: true })
  try {
    if (found.isDirectory()) await packFolder(path, copy)
    else await copyFile(path, copy)
  } catch (error) {
    await rm(copy, { force: true })
    throw unreadable(error)
  }
  const { size } = await stat(copy)
  const kept = await blobs.adopt(copy, await hashOf(copy))
  const via = asked.via === undefined ? {} : { via: asked.via }
  const fileName = found.isDirectory() ? `${basename(path)}.tar` : basename(path)
  const jobId = await records.write('interactive', async (trx) => {
    const custodian = await custodianId(
      trx,
      { now, ...via },
      { ...user, companyId: null },
      asked.projectId,
      custodianNamed.data,
    )
    const { projectId } = asked
    const sourceId = await sourceNamed(trx, now(), {
      ...{ projectId, custodianId: custodian, name: custodianNamed.data, createdBy: user.userId },
    })
    // A packed folder has been changed by nobody; what is in it has its own dates.
    const modifiedAt = found.isDirectory() ? null : instantAt(found.mtimeMs)
    const file = { projectId, sourceId, path: [fileName], sha256: kept.sha256, size, modifiedAt }
    await addSourceFile(trx, now(), file)
    return await startImport(trx, services, { projectId, sourceId, user, ...via })
  })
  if (jobId === null) throw new Error('What was just collected waits for nobody.')
  services.jobs.wake()
  return { jobId }
}

/** How a job stands. */
export type JobStanding = Pick<Job, 'state' | 'itemsDone' | 'itemsTotal' | 'exceptions' | 'message'>

/** Waits until a job has settled; `onStanding` hears how it stands meanwhile. */
export async function settledJob(
  { records }: Pick<Services, 'records'>,
  jobId: number,
  onStanding: (standing: JobStanding) => void = () => {},
  everyMs = 100,
  signal?: AbortSignal,
): Promise<JobStanding> {
  for (;;) {
    const row = await selectJobs(records.read).where('j.job_id', '=', jobId).executeTakeFirst()
    if (row === undefined) throw notFound('job')
    const standing = presentJob(row, () => true)
    onStanding(standing)
    if (settledStates.includes(standing.state)) return standing
    signal?.throwIfAborted()
    await new Promise((done) => setTimeout(done, everyMs))
  }
}

async function importer(
  { records }: Pick<Services, 'records'>,
  userId: number | undefined,
): Promise<{ userId: number; name: string; role: string }> {
  let users = records.read.selectFrom('app_user').select(['user_id', 'name', 'role']).where('active', '=', 1)
  users = userId === undefined ? users.where('role', '=', 'SystemAdmin') : users.where('user_id', '=', userId)
  const user = await users.orderBy('user_id').limit(1).executeTakeFirst()
  if (user === undefined)
    throw new ApiError('notFound', 'There is no user to import for. Add a SystemAdmin first.')
  return { userId: user.user_id, name: user.name, role: user.role }
}

/** All files of a folder in the order of their names, so that the same folder gives the same source. */
async function packFolder(folder: string, target: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    // Links are not followed; packed as what they are, they come to the exceptions.
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort((a, b) => (a < b ? -1 : 1))
  if (files.length === 0) throw new ApiError('request.invalid', 'The folder has no files.')
  // Opened before anything can fail: what is opened meanwhile would come to be after it was removed.
  const file = await open(target, 'w')
  try {
    // A leading "@" would mean an archive to take entries from.
    const packed = create(
      { cwd: folder, portable: true, follow: false, linkCache: new NoLinks() },
      files.map((name) => `./${name}`),
    )
    // Heard from the beginning: a fault that comes before anybody reads would be nobody's, and end the process.
    const failed = new Promise<never>((_, reject) => packed.on('error', reject))
    await Promise.race([file.writeFile(packed), failed])
  } finally {
    await file.close()
  }
}

/** Remembers no file: one of two names (mail servers copy so) is packed under both, and not as a link to itself. */
class NoLinks extends Map<`${number}:${number}`, string> {
  override set(): this {
    return this
  }
}

/** What the person at the keyboard can do something about, in words. */
function unreadable(error: unknown): unknown {
  if (isStorageFull(error))
    return new ApiError('storage.full', 'The disk of the server is full. Nothing was imported.')
  if (!isSystemFault(error)) return error
  const path = error instanceof Error && 'path' in error ? ` ${String(error.path)}` : ''
  return new ApiError('unavailable', `This cannot be read (${codeOf(error)}):${path}. Nothing was imported.`)
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk)
  return hash.digest('hex')
}
