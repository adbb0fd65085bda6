/** All real documents as one collection: a folder of the server, brought into one project as people bring one. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { collectFolder, createSource } from '#contracts/collect.ts'
import { createCustodian } from '#contracts/project.ts'
import type { TestServer, TestUser } from './harness.ts'

/** A file as the disk has it. */
export interface FileOnDisk {
  /** Below the folder, with `/` between. */
  readonly path: string
  readonly size: number
  readonly sha256: string
}

/** Every file below a folder, found without the product. */
export function filesOnDisk(folder: string): FileOnDisk[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const whole = join(entry.parentPath, entry.name)
      const bytes = readFileSync(whole)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      return { path: relative(folder, whole).split(sep).join('/'), size: bytes.length, sha256 }
    })
}

/** What kind of file each real document is, by other means than the product's. */
export function corpusTypes(): ReadonlyMap<string, string> {
  const table = readFileSync(new URL('../fixtures/corpus-kinds.tsv', import.meta.url), 'utf8')
  return new Map(
    table
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([path = '', , , category = '']) => [path, category]),
  )
}

/** Asks for the first folder that the server may collect from, as a source that does all by itself; the job's id. */
export async function collectAll(server: TestServer, user: TestUser, project: number): Promise<number> {
  const asked = { project, body: { name: 'Everybody' } }
  const { custodianId } = (await server.call(user, createCustodian, asked)).data
  const body = { name: 'All real documents', custodianId, autoProcess: true, autoPromote: true }
  const { sourceId } = (await server.call(user, createSource, { project, body })).data
  const params = { sourceId }
  return (await server.call(user, collectFolder, { project, params, body: { root: 0, path: [] } })).data.jobId
}
