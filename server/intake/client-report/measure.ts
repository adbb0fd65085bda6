/**
 * What each project holds, as its row of the running month. The record does not say what was held at a moment of the past:
 * months before the first measurement have no bytes and no documents.
 */
import { instantOf } from '../../platform/records/dialect.ts'
import type { Services } from '../../platform/services.ts'

export const monthOf = (at: Date): string => instantOf(at).slice(0, 7)

/** Measures all projects that are not deleted, one after the other. */
export async function measureProjects({ records, now }: Pick<Services, 'records' | 'now'>): Promise<void> {
  const projects = await records.read
    .selectFrom('project')
    .select('project_id')
    .where('deleted_at', 'is', null)
    .orderBy('project_id')
    .execute()
  for (const { project_id } of projects) {
    const held = await records.read
      .selectFrom('project as p')
      .select((eb) => [
        eb
          .selectFrom('document as d')
          .select((of) => of.fn.countAll<number>().as('n'))
          .whereRef('d.project_id', '=', 'p.project_id')
          .as('documents'),
        // A file that several documents are is stored once.
        eb
          .selectFrom('blob as b')
          .select((of) => of.fn.sum<number>('b.size').as('n'))
          .where('b.sha256', 'in', (of) =>
            of
              .selectFrom('document')
              .select('sha256')
              .where('project_id', '=', project_id)
              .union(of.selectFrom('source_file').select('sha256').where('project_id', '=', project_id)),
          )
          .as('bytes'),
      ])
      .where('p.project_id', '=', project_id)
      .executeTakeFirst()
    if (held === undefined) continue
    const { documents, bytes } = held
    const at = now()
    const measured = {
      ...{ documents: Number(documents ?? 0), bytes: Number(bytes ?? 0), measured_at: instantOf(at) },
    }
    await records.write('bulk', async (trx) => {
      // Deleted while it was measured, it has no row any more that this one could belong to.
      const there = await trx
        .selectFrom('project')
        .select('project_id')
        .where('project_id', '=', project_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (there === undefined) return
      await trx
        .insertInto('project_month')
        .values({ project_id, month: monthOf(at), ...measured })
        .onConflict((conflict) => conflict.columns(['project_id', 'month']).doUpdateSet(measured))
        .execute()
    })
  }
}
