/** Roles in projects from before it was kept since when they are: the trail tells. */
import { afterEach, describe, expect, it } from 'vitest'
import { appendAudit } from '#server/platform/audit/append.ts'
import { migrate } from '#server/platform/records/migrate.ts'
import { invitations as step } from '#server/platform/records/migrations/037-invitations.ts'
import { migrations } from '#server/platform/records/migrations/all.ts'
import { addMatter } from '#tests/fixtures/record-documents.ts'
import { freshRecords, type TestRecords } from './database.ts'
import { dialects } from './harness.ts'

const at = '2026-01-05T10:00:00.000Z'

describe.each(dialects)('roles from before it was kept since when they are, on %s', (dialect) => {
  let old: TestRecords
  afterEach(() => old.close())

  it('have the day and the giver of the last row about them, where there is one', async () => {
    old = await freshRecords(dialect, migrations.indexOf(step))
    const { records } = old
    const { projectId, userId } = await addMatter(records, at)
    const second = await records.write('interactive', async (trx) => {
      const {
        user_id: _,
        seen_at: __,
        ...like
      } = await trx.selectFrom('app_user').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
      const { user_id } = await trx
        .insertInto('app_user')
        .values({ ...like, email: 'second@x.example' })
        .returning('user_id')
        .executeTakeFirstOrThrow()
      await trx.deleteFrom('project_user').where('project_id', '=', projectId).execute()
      for (const member of [userId, user_id])
        await trx
          .insertInto('project_user')
          .values({ project_id: projectId, user_id: member, role: 'Reviewer' })
          .execute()
      await appendAudit(
        trx,
        `project:${projectId}`,
        (['ReviewManager', 'Reviewer'] as const).map((role, nth) => ({
          at: new Date(Date.parse(at) + nth * 60_000),
          user: { userId: user_id, name: 'Second', role: 'ClientAdmin' },
          action: 'user.projectRoleGiven',
          projectId,
          facts: { userId, role },
        })),
      )
      return user_id
    })
    await migrate(records, migrations)
    const rows = await records.read
      .selectFrom('project_user')
      .select(['user_id', 'given_at', 'given_by'])
      .where('project_id', '=', projectId)
      .orderBy('user_id')
      .execute()
    expect(rows).toEqual([
      { user_id: userId, given_at: '2026-01-05T10:01:00.000Z', given_by: second },
      { user_id: second, given_at: null, given_by: null },
    ])
  })
})
