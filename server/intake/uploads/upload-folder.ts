/** The folder of unfinished uploads, and what is thrown away of it. */

import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Services } from '../../platform/services.ts'
import { recordStale } from './upload-trail.ts'

/** Made when it is not there. */
export async function uploadFolder({ config }: Pick<Services, 'config'>): Promise<string> {
  const folder = join(config.dataDir, 'uploads')
  await mkdir(folder, { recursive: true })
  return folder
}

/** Where the bytes of an upload are. */
export const uploadPath = async (services: Pick<Services, 'config'>, uploadId: string): Promise<string> =>
  join(await uploadFolder(services), uploadId)

/** Days without a new byte after which an unfinished upload is thrown away. */
const staleDays = 7

/** Drops uploads that nobody goes on with, and files that no upload names. */
export async function clearStale(services: Pick<Services, 'config' | 'records' | 'now'>): Promise<void> {
  const folder = await uploadFolder(services)
  const before = services.now().getTime() - staleDays * 86_400_000
  const rows = await services.records.read.selectFrom('upload').selectAll().execute()
  const changed = async (name: string): Promise<number> =>
    await stat(join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    )
  for (const row of rows) {
    if (Math.max(Date.parse(row.created_at), await changed(row.upload_id)) > before) continue
    await services.records.write('bulk', async (trx) => {
      const gone = await trx
        .deleteFrom('upload')
        .where('upload_id', '=', row.upload_id)
        .returningAll()
        .executeTakeFirst()
      if (gone !== undefined) await recordStale(trx, gone, services.now())
    })
    await rm(join(folder, row.upload_id), { force: true })
  }
  const named = new Set(rows.map((row) => row.upload_id))
  for (const name of await readdir(folder)) {
    if (!named.has(name.replace(/\.keep$/, '')) && (await changed(name)) <= before)
      await rm(join(folder, name), { force: true })
  }
}
