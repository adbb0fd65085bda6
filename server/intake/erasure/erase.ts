/**
 * Deletes what a project holds once its deletion is due. Whatever ends the process in between, the next look goes on: what
 * there was is counted and written down before the first file goes, and each step after that does nothing the second time.
 *
 * Files go before the rows that name them, because only the rows say which they are. Nobody finds the project from the
 * moment of the counting on.
 */
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Certificate } from '#contracts/project-end.ts'
import { appendAudit } from '../../platform/audit/append.ts'
import { headOf } from '../../platform/audit/heads.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Services } from '../../platform/services.ts'
import { controlNumber } from '../../review/documents/control.ts'
import { folderOfProject } from '../../review/pages/kept.ts'
import { type OwnedTable, tablesOfProjects } from './tables-of-project.ts'

type Erasing = Pick<Services, 'records' | 'blobs' | 'search' | 'config' | 'now' | 'log'>

/** What was counted before anything went. */
const begun = z.object({
  projectName: z.string(),
  documents: z.int(),
  rows: z.record(z.string(), z.int()),
  filesDeleted: z.int(),
  filesShared: z.int(),
  filesHash: z.string(),
  documentsHash: z.string(),
})
type Begun = z.infer<typeof begun>

/** Rows of a table that go in one transaction. */
const piece = 2_000

/**
 * Deletes every project whose deletion is due; one that cannot be is tried again at the next look and keeps no other. `reached` hears of each step that is done (tests end it there).
 */
export async function eraseDue(services: Erasing, reached: (step: string) => void = () => {}): Promise<void> {
  const due = await services.records.read
    .selectFrom('project_deletion')
    .select(['deletion_id', 'project_id'])
    .where('due_at', '<=', instantOf(services.now()))
    .where('taken_back_at', 'is', null)
    .where('done_at', 'is', null)
    .orderBy('deletion_id')
    .execute()
  for (const { deletion_id: deletionId, project_id: projectId } of due)
    await erase(services, deletionId, projectId, reached).catch((error: unknown) =>
      services.log.error({ err: error, projectId, deletionId }, 'a project could not be deleted'),
    )
}

async function erase(
  services: Erasing,
  deletionId: number,
  projectId: number,
  reached: (step: string) => void,
): Promise<void> {
  const { records, search } = services
  const tables = await tablesOfProjects(records)
  const counted = await begin(services, tables, deletionId, projectId)
  if (counted === null) return
  reached('begun')
  await removeFiles(services, tables, projectId, reached)
  reached('files')
  for (const table of tables) {
    await removeRows(services, table, projectId)
    reached(table.table)
  }
  await search.forget(projectId)
  reached('index')
  await certify(services, deletionId, projectId, counted)
  services.log.info({ projectId, deletionId }, 'a project is deleted')
}

/** Counts, and makes the project one that nobody finds. Null where a hold was set, or it was taken back, in this moment. */
async function begin(
  { records, now }: Erasing,
  tables: readonly OwnedTable[],
  deletionId: number,
  projectId: number,
): Promise<Begun | null> {
  const known = await records.read
    .selectFrom('project_deletion')
    .select('begun')
    .where('deletion_id', '=', deletionId)
    .executeTakeFirstOrThrow()
  if (known.begun !== null) return begun.parse(JSON.parse(known.begun))
  return await records.write('bulk', async (trx) => {
    const project = await trx
      .selectFrom('project')
      .select(['name', 'prefix', 'archived_at'])
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    const held = await trx
      .selectFrom('project_hold')
      .select('hold_id')
      .where('project_id', '=', projectId)
      .where('released_at', 'is', null)
      .executeTakeFirst()
    const standing = await trx
      .selectFrom('project_deletion')
      .select('taken_back_at')
      .where('deletion_id', '=', deletionId)
      .executeTakeFirst()
    if (project.archived_at === null || held !== undefined || standing?.taken_back_at !== null) return null
    const rows: Record<string, number> = {}
    for (const { table, of } of tables) {
      const { rows: found } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(table)} where ${of(projectId)}`.execute(trx)
      const n = Number(found[0]?.n ?? 0)
      if (n > 0) rows[table] = n
    }
    const controls = await trx
      .selectFrom('document')
      .select('control')
      .where('project_id', '=', projectId)
      .execute()
    const { all, own } = await filesOf(trx, tables, projectId)
    const counted: Begun = {
      projectName: project.name,
      documents: controls.length,
      rows,
      filesDeleted: own.length,
      filesShared: all.length - own.length,
      filesHash: hashOfLines(all),
      documentsHash: hashOfLines(controls.map(({ control }) => controlNumber(project.prefix, control))),
    }
    await trx
      .updateTable('project_deletion')
      .set({ begun: JSON.stringify(counted) })
      .where('deletion_id', '=', deletionId)
      .execute()
    await trx
      .updateTable('project')
      .set({ deleted_at: instantOf(now()), name: `Deleted project ${projectId}` })
      .where('project_id', '=', projectId)
      .execute()
    return counted
  })
}

const hashOfLines = (lines: readonly string[]): string =>
  createHash('sha256')
    .update(
      [...lines]
        .sort()
        .map((line) => `${line}\n`)
        .join(''),
    )
    .digest('hex')

/** The stored files that a project names, with what a production was about to keep, and those of them that nothing of another project names. */
async function filesOf(
  trx: Writer,
  tables: readonly OwnedTable[],
  projectId: number,
): Promise<{ readonly all: string[]; readonly own: string[] }> {
  const naming = tables.filter(({ names }) => names)
  const named = sql.join(
    naming.map(({ table, of }) => sql`select sha256 from ${sql.table(table)} where ${of(projectId)}`),
    sql` union `,
  )
  const { rows } = await sql<{ sha256: string }>`
    select b.sha256 from blob as b where b.sha256 in (${named})
    union select sha256 from production_document where project_id = ${projectId} and sha256 is not null
    order by sha256`.execute(trx)
  const all = rows.map(({ sha256 }) => sha256)
  const shared = new Set<string>()
  for (const { table, of } of naming) {
    const { rows: others } = await sql<{ sha256: string }>`
      select distinct sha256 from ${sql.table(table)}
      where not coalesce(${of(projectId)}, false) and sha256 in (${named})`.execute(trx)
    for (const { sha256 } of others) shared.add(sha256)
  }
  return { all, own: all.filter((sha256) => !shared.has(sha256)) }
}

/** Whether something of another project names a file. */
async function isShared(
  trx: Writer,
  tables: readonly OwnedTable[],
  projectId: number,
  sha256: string,
): Promise<boolean> {
  for (const { table, of } of tables.filter(({ names }) => names)) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)}
      where sha256 = ${sha256} and not coalesce(${of(projectId)}, false) limit 1`.execute(trx)
    if (rows.length > 0) return true
  }
  return false
}

/** Files, what was made of them to be shown, and what was on its way. What other projects use too is theirs. */
async function removeFiles(
  { records, blobs, config }: Erasing,
  tables: readonly OwnedTable[],
  projectId: number,
  reached: (step: string) => void,
): Promise<void> {
  const below = (...path: readonly string[]): Promise<void> =>
    rm(join(config.dataDir, ...path), { recursive: true, force: true })
  const { own } = await records.write('bulk', (trx) => filesOf(trx, tables, projectId))
  for (const sha256 of own) {
    // The row goes first: what was brought in again meanwhile has made it anew, and keeps its file.
    const isFree = await records.write('bulk', async (trx) => {
      if (await isShared(trx, tables, projectId, sha256)) return false
      await trx.deleteFrom('blob').where('sha256', '=', sha256).execute()
      return true
    })
    if (!isFree) continue
    await blobs.remove(sha256)
    await below('sheets', sha256)
    await below('pages', sha256.slice(0, 2), sha256)
    reached(sha256)
  }
  // Laid out, or redacted: under names of their own, which are in no row.
  await below('pages', folderOfProject(projectId))
  reached('pages')
  const uploads = await records.read
    .selectFrom('upload')
    .select('upload_id')
    .where('project_id', '=', projectId)
    .execute()
  for (const { upload_id } of uploads) await below('uploads', upload_id)
  const lists = await records.read
    .selectFrom('hash_list')
    .select('hash_list_id')
    .where('project_id', '=', projectId)
    .execute()
  for (const { hash_list_id } of lists) await below('hash-lists', String(hash_list_id))
}

/** The rows of one table, piece by piece, so that nobody waits long for their turn. */
async function removeRows(
  { records }: Erasing,
  { table, of, self, rowName }: OwnedTable,
  projectId: number,
): Promise<void> {
  const name = sql.table(table)
  const mine = of(projectId)
  const inPieces = async (
    change: (which: ReturnType<typeof sql>) => ReturnType<typeof sql>,
    which = mine,
  ) => {
    if (rowName === null) {
      await records.write('bulk', (trx) => change(sql`${which}`).execute(trx))
      return
    }
    const row = sql.raw(rowName)
    for (;;) {
      const { numAffectedRows = 0n } = await records.write('bulk', (trx) =>
        change(sql`${row} in (select ${row} from ${name} where ${which} limit ${sql.lit(piece)})`).execute(
          trx,
        ),
      )
      if (numAffectedRows < BigInt(piece)) return
    }
  }
  if (self !== null) {
    const column = sql.ref(self)
    await inPieces(
      (which) => sql`update ${name} set ${column} = null where ${which}`,
      sql<boolean>`${mine} and ${column} is not null`,
    )
  }
  await inPieces((which) => sql`delete from ${name} where ${which}`)
}

/** The last step: the certificate, and the row of the chain that names it by its hash. */
async function certify(
  { records, now }: Erasing,
  deletionId: number,
  projectId: number,
  counted: Begun,
): Promise<void> {
  await records.write('bulk', async (trx) => {
    const row = await trx
      .selectFrom('project_deletion as d')
      .innerJoin('project as p', 'p.project_id', 'd.project_id')
      .innerJoin('company as c', 'c.company_id', 'p.company_id')
      .innerJoin('app_user as a', 'a.user_id', 'd.asked_by')
      .innerJoin('app_user as b', 'b.user_id', 'd.approved_by')
      .select(['d.asked_by', 'd.asked_at', 'd.approved_by', 'd.approved_at', 'd.done_at', 'p.prefix'])
      .select(['p.company_id', 'c.name as company', 'a.name as asker', 'b.name as approver'])
      .where('d.deletion_id', '=', deletionId)
      .executeTakeFirstOrThrow()
    if (row.done_at !== null) return
    const at = now()
    const chain = `project:${projectId}` as const
    const certificate: Certificate = {
      ...{ deletionId, projectId, prefix: row.prefix },
      ...{ companyId: row.company_id, companyName: row.company },
      ...counted,
      askedBy: { userId: row.asked_by, userName: row.asker },
      askedAt: row.asked_at,
      approvedBy: { userId: row.approved_by ?? 0, userName: row.approver },
      approvedAt: row.approved_at ?? '',
      doneAt: instantOf(at),
      auditHead: await headOf(trx, chain),
    }
    const text = JSON.stringify(certificate)
    await trx
      .updateTable('project_deletion')
      .set({ done_at: instantOf(at), certificate: text })
      .where('deletion_id', '=', deletionId)
      .execute()
    const facts = {
      deletionId,
      documents: counted.documents,
      filesDeleted: counted.filesDeleted,
      certificateHash: createHash('sha256').update(text).digest('hex'),
    }
    const entry = { at, user: null, action: 'project.deleted', projectId, facts }
    await appendAudit(trx, chain, [entry])
  })
}
