/** A project that mail is brought into: by the server's own runner, or step by step under the eyes of a test. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { importKind } from '#server/intake/import/import.ts'
import { defaultLimits, type Limits } from '#server/intake/processing/limits.ts'
import { addSourceFile } from '#server/intake/sources/source-files.ts'
import { sourceNamed } from '#server/intake/sources/sources.ts'
import { startImport } from '#server/intake/sources/start-import.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import type { DialectName } from '#server/platform/records/dialect.ts'
import { startServer, type TestServer, type TestUser } from './harness.ts'

export interface Intake {
  readonly server: TestServer
  /** Manages the project. */
  readonly user: TestUser
  readonly project: number
  readonly folder: string
  /** Writes a file into the folder; answers its path. */
  readonly write: (name: string, bytes: Buffer) => string
  /**
   * Does an import's work here, out of the queue's sight, with other limits than the product's or other children; answers
   * the job's id. Rejects as the job's work does.
   */
  readonly importHere: (path: string, other?: Others) => Promise<number>
  /** Has what failed tried again in the same way. */
  readonly repeatHere: (jobId: number, other?: Others) => Promise<void>
  readonly close: () => Promise<void>
}

interface Others {
  readonly limits?: Partial<Limits> | undefined
  readonly children?: ChildPool | undefined
  /** Further files that the job takes, in order. */
  readonly behind?: readonly string[] | undefined
}

interface Named {
  readonly name: string
  readonly bytes: Buffer
}

/** Has one job take some files, in order; answers its id. `paused`: the queue leaves it alone. */
export async function queueFiles(
  { services }: TestServer,
  {
    project,
    user,
    files,
    paused = false,
  }: {
    readonly project: number
    readonly user: TestUser
    readonly files: readonly Named[]
    readonly paused?: boolean
  },
): Promise<number> {
  const { records, blobs } = services
  const kept: { name: string; sha256: string; size: number }[] = []
  for (const { name, bytes } of files) kept.push({ name, ...(await blobs.put(bytes)) })
  return await records.write('interactive', async (trx) => {
    const { custodian_id } = await trx
      .insertInto('custodian')
      .values({ project_id: project, name: 'Beside the queue' })
      .returning('custodian_id')
      .executeTakeFirstOrThrow()
    const of = { projectId: project, custodianId: custodian_id, createdBy: user.userId }
    const sourceId = await sourceNamed(trx, new Date(), { ...of, name: 'Beside the queue' })
    for (const { name, sha256, size } of kept) {
      const file = { projectId: project, sourceId, path: [name], sha256, size, modifiedAt: null }
      await addSourceFile(trx, new Date(), file)
    }
    const person = { userId: user.userId, name: user.email, role: 'ProjectManager' }
    const id = await startImport(trx, services, { projectId: project, sourceId, user: person })
    if (id === null) throw new Error('Nothing waits.')
    if (paused) await trx.updateTable('job').set({ state: 'Paused' }).where('job_id', '=', id).execute()
    return id
  })
}

/** `env`: settings besides those that all tests have; `alone`: on a server that nobody had before. */
export async function startIntake(
  dialect: DialectName,
  env: Record<string, string> = {},
  alone = false,
): Promise<Intake> {
  const folder = mkdtempSync(join(tmpdir(), 'affiant-intake-'))
  const server = await startServer({ dialect, env, alone })
  const companyId = await server.company()
  const project = await server.project(companyId)
  const user = await server.user({ role: 'ProjectManager', companyId })
  await server.member(project, user.userId, 'ProjectManager')

  async function importHere(path: string, { limits, children, behind = [] }: Others = {}): Promise<number> {
    const files: Named[] = []
    for (const one of [path, ...behind]) files.push({ name: basename(one), bytes: readFileSync(one) })
    const jobId = await queueFiles(server, { project, user, files, paused: true })
    await work(jobId, false, { limits, children })
    return jobId
  }

  async function work(jobId: number, retry: boolean, { limits, children }: Others): Promise<void> {
    const { input, cursor } = await server.services.records.read
      .selectFrom('job')
      .select(['input', 'cursor'])
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
    const services = { ...server.services, ...(children === undefined ? {} : { children }) }
    await importKind(services, { ...defaultLimits, ...limits }).run({
      jobId,
      projectId: project,
      input: JSON.parse(input),
      cursor: JSON.parse(cursor),
      retry,
      retryOnly: null,
      signal: new AbortController().signal,
      beat: async () => {},
      hold: async () => {},
    })
  }

  return {
    server,
    user,
    project,
    folder,
    write: (name, bytes) => {
      const path = join(folder, name)
      writeFileSync(path, bytes)
      return path
    },
    importHere,
    repeatHere: (jobId, other = {}) => work(jobId, true, other),
    close: async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
