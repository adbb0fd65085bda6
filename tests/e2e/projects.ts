/** Projects of a test's own, for what would get in the way of other tests. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listCompanies } from '#contracts/company.ts'
import { createProject } from '#contracts/project.ts'
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
 * A new project of the sample client, coded with the form that every project starts with. Client administrators may do
 * everything in it.
 */
export async function ownProject(server: RunningServer, name: string): Promise<OwnProject> {
  made += 1
  const api = await Api.signIn(server.url, 'clientadmin')
  const { data } = await api.call(listCompanies)
  const full = `${name} ${made}`
  const { projectId } = await api.call(createProject, {
    body: {
      companyId: data[0]?.company_id ?? 0,
      projectName: full,
      prefix: `T${made}-`,
      timeZone: 'America/Chicago',
      codingForms: true,
    },
  })
  return { name: full, projectId, api }
}

/** Brings a file in on the command line and waits until it has been read. */
export async function bringIn(
  server: RunningServer,
  project: string,
  fileName: string,
  bytes: Buffer | string,
  custodian = 'Duarte, Ines',
): Promise<void> {
  await withFile(fileName, bytes, async (path) => {
    const { code, err } = await server.affiant([
      'import',
      path,
      '--project',
      project,
      '--custodian',
      custodian,
    ])
    if (code !== 0) throw new Error(`The import ended with ${code}: ${err}`)
  })
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
