/** Places of searches are words of documents: they are kept for some days, and not as long as the documents. */
import { termRedactionLimits } from '#contracts/term-redactions.ts'
import { breathe } from '../../platform/records/breathe.ts'
import { instantOf } from '../../platform/records/dialect.ts'
import type { Records } from '../../platform/records/records.ts'

/** A search at a time: others' writes come in between. */
export async function forgetPlaces(records: Records, now: Date): Promise<void> {
  const before = instantOf(new Date(now.getTime() - termRedactionLimits.days * 86_400_000))
  for (;;) {
    const old = await records.read
      .selectFrom('term_redaction')
      .select('job_id')
      .where('asked_at', '<', before)
      .where('forgotten_at', 'is', null)
      .orderBy('asked_at')
      .executeTakeFirst()
    if (old === undefined) return
    await records.write('bulk', async (trx) => {
      for (const table of ['term_redaction_place', 'term_redaction_document'] as const)
        await trx.deleteFrom(table).where('job_id', '=', old.job_id).execute()
      await trx
        .updateTable('term_redaction')
        .set({ places: 0, forgotten_at: instantOf(now) })
        .where('job_id', '=', old.job_id)
        .execute()
    })
    await breathe()
  }
}
