/** Projects of a test's own, for what would get in the way of other tests. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  beginUpload,
  chunkBytes,
  createSource,
  finishUpload,
  listSources,
  processSource,
  putChunk,
} from '#contracts/collect.ts'
import { listCompanies } from '#contracts/company.ts'
import { getJob, hasEnded, settledStates } from '#contracts/jobs.ts'
import { createCustodian, createProject } from '#contracts/project.ts'
import { Api } from './api.ts'
import type { RunningServer } from './server.ts'

export interface OwnProject {
  readonly name: string
  readonly projectId: number
  /** Asks as the client administrator who started it. */
  readonly api: Api
}

let made = 0

/**
 * A new project of the sample client, coded with the form that every project starts with, or with its tags. Client
 * administrators may do everything in it.
 */
export async function ownProject(
  server: Pick<RunningServer, 'url'>,
  name: string,
  { codingForms = true }: { readonly codingForms?: boolean } = {},
): Promise<OwnProject> {
  made += 1
  const api = await Api.of(server.url, 'clientadmin')
  const { data } = await api.call(listCompanies)
  const full = `${name} ${made}`
  const { projectId } = await api.call(createProject, {
    body: {
      companyId: data[0]?.company_id ?? 0,
      projectName: full,
      prefix: `T${made}-`,
      timeZone: 'America/Chicago',
      codingForms,
    },
  })
  return { name: full, projectId, api }
}

/**
 * Uploads a file into a source named after its custodian, which is made where there is none, and waits until
 * it has been read and can be found.
 */
export async function bringIn(
  { api, projectId: project }: Pick<OwnProject, 'api' | 'projectId'>,
  fileName: string,
  content: Buffer | string,
  custodian = 'Duarte, Ines',
): Promise<void> {
  const bytes = Buffer.from(content)
  const before = await api.count(project)
  const sourceId = await sourceOf(api, project, custodian)
  const body = { sourceId, fileName, size: bytes.length }
  const { uploadId } = await api.call(beginUpload, { project, body })
  const params = { uploadId }
  for (let offset = 0; offset < bytes.length; offset += chunkBytes) {
    const piece = bytes.subarray(offset, offset + chunkBytes)
    await api.call(putChunk, { project, params, query: { offset }, body: piece })
  }
  await api.call(finishUpload, { project, params, body: {} })
  const asked = { project, params: { sourceId }, body: { ifAutomatic: false } }
  const { jobId } = await api.call(processSource, asked)
  if (jobId === null) throw new Error('Nothing waits in the source.')
  for (; ; await wait(50)) {
    const { state, message, reconciliation } = await api.call(getJob, { project, query: { jobId } })
    // The index comes behind the records.
    const wanted = before + (reconciliation?.promoted ?? 0)
    if (hasEnded(state) && (await api.count(project)) >= wanted) return
    if (settledStates.includes(state) && !hasEnded(state))
      throw new Error(`The import is ${state}: ${message}`)
  }
}

async function sourceOf(api: Api, project: number, name: string): Promise<number> {
  const { data } = await api.call(listSources, { project })
  const known = data.find((source) => source.name === name)
  if (known !== undefined) return known.sourceId
  const { custodianId } = await api.call(createCustodian, { project, body: { name } })
  const body = { name, custodianId, autoProcess: true, autoPromote: true }
  return (await api.call(createSource, { project, body })).sourceId
}

/** A file in a folder of its own, for as long as the work with it lasts. */
export async function withFile<T>(
  name: string,
  bytes: Buffer | string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'affiant-mail-'))
  try {
    const path = join(folder, name)
    await writeFile(path, bytes)
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
