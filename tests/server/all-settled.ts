import type { Services } from '#server/platform/services.ts'
/** Waits until no job is worked on or waits: what an import brings is analysed behind it. */

export async function allSettled({ records }: Pick<Services, 'records'>): Promise<void> {
  for (;;) {
    const left = await records.read
      .selectFrom('job')
      .select('job_id')
      .where((eb) => eb.or([eb('state', 'in', ['Queued', 'Running']), eb('lease_owner', 'is not', null)]))
      .limit(1)
      .executeTakeFirst()
    if (left === undefined) return
    await new Promise((wake) => setTimeout(wake, 20))
  }
}
