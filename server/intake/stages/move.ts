/** One step of a job that moves families: all that changes with them, in its transaction. */

import type { Selectable } from 'kysely'
import { appendAudit } from '../../platform/audit/append.ts'
import type { AuditEntry } from '../../platform/audit/entry.ts'
import type { JobRun } from '../../platform/jobs/jobs.ts'
import { checkedOnly, instantOf, slices } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import { lowestNumber } from '../../review/documents/control.ts'
import type { DocumentTable } from '../../review/documents/tables.ts'
import type { Family } from './families.ts'
import { untouched } from './rollback.ts'
import { countOf, moves, type StageWork } from './work.ts'

interface Step extends StageWork {
  readonly step: readonly Family[]
  readonly reached: { readonly items_done: number; readonly items_total: number; readonly cursor: string }
  readonly now: Date
}

type Member = Pick<
  Selectable<DocumentTable>,
  'document_id' | 'family_id' | 'job_id' | 'custodian_id' | 'sha256'
>

/** Moves the families that stand where the job takes them from; answers how many documents it has moved. */
export async function moveFamilies(trx: Writer, run: JobRun, asked: Step): Promise<number> {
  const { what, step, reached, now } = asked
  const { from, to } = moves[what]
  const at = instantOf(now)
  // Taken first: on PostgreSQL it makes imports and these jobs take turns, for the numbers and for the reconciliation.
  const { last_control } = await trx
    .updateTable('project')
    .set((eb) => ({ last_control: eb.ref('last_control') }))
    .where('project_id', '=', run.projectId)
    .returning('last_control')
    .executeTakeFirstOrThrow()
  const standing: Member[] = await trx
    .selectFrom('document')
    .select(['document_id', 'family_id', 'job_id', 'custodian_id', 'sha256'])
    .$if(asked.of !== undefined, (query) => query.where('promote_job', '=', asked.of ?? null))
    .where(
      'family_id',
      'in',
      step.map(({ familyId }) => familyId),
    )
    .where('state', '=', from)
    .where(checkedOnly('project_id'), '=', run.projectId)
    .orderBy('family_id')
    .orderBy('ordinal')
    .execute()
  const members = what === 'rollback' ? await untouched(trx, standing) : standing
  if (members.length > 0) {
    const controls = what === 'promote' ? await number(trx, run.projectId, members, last_control) : null
    if (what === 'rollback') await takeNumbers(trx, run.projectId, members)
    await restate(trx, members, {
      state: to,
      promoted_at: what === 'promote' ? at : null,
      promote_job: what === 'promote' ? run.jobId : null,
      filter_job: what === 'filter' ? run.jobId : null,
    })
    await moveInReconciliation(trx, members, countOf[from], countOf[to])
    await insertAll(
      trx,
      'index_queue',
      members.map(({ document_id }) => ({ project_id: run.projectId, document_id, what: 'facts' })),
    )
    await trx
      .updateTable('project')
      .set({ last_activity_at: at })
      .where('project_id', '=', run.projectId)
      .execute()
    await appendAudit(trx, `project:${run.projectId}`, await entriesOf(trx, run, asked, members, controls))
  }
  await trx
    .updateTable('job')
    .set((eb) => ({ ...reached, [countOf[to]]: eb(countOf[to], '+', members.length) }))
    .where('job_id', '=', run.jobId)
    .execute()
  return members.length
}

/** Gives the next control numbers, family by family; what is promoted keeps its own for ever. */
async function number(
  trx: Writer,
  projectId: number,
  members: readonly Member[],
  last: number,
): Promise<ReadonlyMap<number, number>> {
  await trx
    .updateTable('project')
    .set({ last_control: last + members.length })
    .where('project_id', '=', projectId)
    .execute()
  const controls = new Map(members.map(({ document_id }, i) => [document_id, last + 1 + i]))
  for (const [documentId, control] of controls)
    await trx.updateTable('document').set({ control }).where('document_id', '=', documentId).execute()
  return controls
}

/** Numbers without meaning; those that were given are not given again. */
async function takeNumbers(trx: Writer, projectId: number, members: readonly Member[]): Promise<void> {
  let control = await lowestNumber(trx, projectId)
  for (const { document_id } of members) {
    control -= 1
    await trx.updateTable('document').set({ control }).where('document_id', '=', document_id).execute()
  }
}

async function restate(
  trx: Writer,
  members: readonly Member[],
  to: Pick<Selectable<DocumentTable>, 'state' | 'promoted_at' | 'promote_job' | 'filter_job'>,
): Promise<void> {
  const ids = members.map(({ document_id }) => document_id)
  for (const slice of slices(ids, 1))
    await trx.updateTable('document').set(to).where('document_id', 'in', slice).execute()
}

/** In the reconciliation of each import that brought them; always in one order, so that no two wait for each other. */
async function moveInReconciliation(
  trx: Writer,
  members: readonly Member[],
  from: (typeof countOf)[keyof typeof countOf],
  to: (typeof countOf)[keyof typeof countOf],
): Promise<void> {
  const byJob = Map.groupBy(members, ({ job_id }) => job_id)
  for (const [jobId, { length }] of [...byJob].sort(([a], [b]) => a - b))
    await trx
      .updateTable('job')
      .set((eb) => ({ [from]: eb(from, '-', length), [to]: eb(to, '+', length) }))
      .where('job_id', '=', jobId)
      .execute()
}

const actions = {
  promote: 'document.promoted',
  rollback: 'document.takenBack',
  filter: 'document.filteredOut',
  restore: 'document.restored',
} as const

async function entriesOf(
  trx: Writer,
  run: JobRun,
  { what, role, now }: Step,
  members: readonly Member[],
  controls: ReadonlyMap<number, number> | null,
): Promise<AuditEntry[]> {
  const user = await trx
    .selectFrom('job as j')
    .innerJoin('app_user as u', 'u.user_id', 'j.created_by')
    .select(['u.user_id', 'u.name'])
    .where('j.job_id', '=', run.jobId)
    .executeTakeFirstOrThrow()
  return members.map((member) => ({
    at: now,
    user: { userId: user.user_id, name: user.name, role },
    action: actions[what],
    projectId: run.projectId,
    documentId: member.document_id,
    how: what === 'rollback' ? 'rollback' : 'bulk',
    jobId: run.jobId,
    facts:
      controls === null
        ? { familyId: member.family_id }
        : {
            control: controls.get(member.document_id),
            familyId: member.family_id,
            custodianId: member.custodian_id,
            sha256: member.sha256,
          },
  }))
}
