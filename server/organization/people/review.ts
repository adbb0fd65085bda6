/** The access review: a line for each person and each project in which they have a role. */
import { Readable } from 'node:stream'
import { byteOrderMark, csvLine } from '#contracts/csv.ts'
import { lastSeenOf } from '../../platform/auth/last-seen.ts'
import { roleOf } from '../../platform/http/scope.ts'
import type { Reader } from '../../platform/records/records.ts'
import { grantedOf } from '../project/holders.ts'

const columns = [
  ...['Name', 'E-mail', 'Account role', 'Active', 'Second step', 'Last seen'],
  ...['Project', 'Role in project', 'Granted beside the role', 'Since', 'Given by'],
]
/** People of one piece. */
const atOnce = 200

/** A few people at a time on their way: however many a client has, little is held. Somebody without projects has one line. */
export const accessReview = (read: Reader, companyId: number): Readable =>
  Readable.from(linesOf(read, companyId))

async function* linesOf(read: Reader, companyId: number): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns)
  for (let after = 0; ; ) {
    const people = await read
      .selectFrom('app_user')
      .select(['user_id', 'name', 'email', 'role', 'active', 'totp_secret', 'seen_at'])
      .where('company_id', '=', companyId)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(atOnce)
      .execute()
    const last = people.at(-1)
    if (last === undefined) return
    after = last.user_id
    const ids = people.map(({ user_id }) => user_id)
    const seen = await lastSeenOf(read, people)
    const roles = Map.groupBy(
      await read
        .selectFrom('project_user as m')
        .innerJoin('project as p', 'p.project_id', 'm.project_id')
        .leftJoin('app_user as g', 'g.user_id', 'm.given_by')
        .select(['m.user_id', 'p.name', 'm.role', 'm.granted', 'm.given_at', 'g.name as giver'])
        .where('m.user_id', 'in', ids)
        .where('p.company_id', '=', companyId)
        .orderBy('p.name')
        .execute(),
      ({ user_id }) => user_id,
    )
    yield people
      .flatMap((one) => {
        const who = [
          ...[one.name, one.email, one.role, one.active === 1 ? 'yes' : 'no'],
          ...[one.totp_secret === null ? 'no' : 'yes', seen.get(one.user_id) ?? ''],
        ]
        const inProjects = roles.get(one.user_id) ?? []
        if (inProjects.length === 0) return [csvLine([...who, '', '', '', '', ''])]
        return inProjects.map(({ name, role, granted, given_at, giver }) =>
          csvLine([
            ...who,
            ...[name, role, [...grantedOf(roleOf(role), granted)].join(' ')],
            ...[given_at ?? '', giver ?? ''],
          ]),
        )
      })
      .join('')
  }
}
