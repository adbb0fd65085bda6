/** An import whose parsing processes relieve each other: what the first one knew of the source is not forgotten. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ParseRequest } from '#server/intake/processing/protocol.ts'
import { work } from '#server/intake/processing/worker.ts'
import type { ChildPool } from '#server/platform/jobs/pool.ts'
import { mbox, message } from '#tests/fixtures/mail.ts'
import { costlyDialects } from './harness.ts'
import { type Intake, startIntake } from './intake.ts'

describe.each(costlyDialects)('an import in many shifts, on %s', (dialect) => {
  let intake: Intake
  beforeEach(async () => {
    intake = await startIntake(dialect)
  }, 60_000)
  afterEach(() => intake.close())

  const job = () =>
    intake.server.services.records.read
      .selectFrom('job')
      .select(['items_done', 'items_total', 'promoted'])
      .where('kind', '=', 'import')
      .executeTakeFirstOrThrow()

  it('says from its first item to its last how many there are', async () => {
    const totals: (number | null)[] = []
    let shifts = 0
    // Each ends behind one item; the next begins when that has been written.
    const children: ChildPool = {
      alive: 0,
      stop: async () => {},
      run: async <T>(_module: URL, task: unknown, options: Parameters<ChildPool['run']>[2] = {}) => {
        const done = shifts++
        await vi.waitFor(async () => expect((await job()).items_done).toBe(done))
        if (done > 0) totals.push((await job()).items_total)
        return (await work(
          { ...(task as ParseRequest), shiftMs: -1 },
          {
            at: (name) => options.onAt?.(name),
            emit: async (part) => options.onPart?.(part),
          },
        )) as T
      },
    }
    const messages = ['One', 'Two', 'Three'].map((subject) => message({ id: subject, subject }))
    await intake.importHere(intake.write('box.mbox', mbox(messages)), { children })
    expect(totals.slice(0, 3)).toEqual([4, 4, 4])
    expect(await job()).toMatchObject({ items_done: 4, items_total: 4, promoted: 3 })
  })
})
