/**
 * Invitations of people; when somebody was seen last, which sessions know for a week only; and since when, and by whom,
 * somebody has a role in a project. Of roles given before, that is read from the audit log.
 */
import type { Migration } from '../migrate.ts'

/** The rows about people, of which the log has few among many. */
const ofPeople = `a.action >= 'user.' and a.action < 'user/' and a.action = 'user.projectRoleGiven'`

const since = (userOf: string): string[] =>
  (['given_at', 'given_by'] as const).map(
    (column) => `update project_user set ${column} = (
      select ${column === 'given_at' ? 'a.at' : 'a.user_id'} from audit a
      where a.chain = 'project:' || project_user.project_id and ${ofPeople} and ${userOf} = project_user.user_id
      order by a.seq desc limit 1)`,
  )

export const invitations: Migration = {
  number: 37,
  name: 'invitations',
  statements: ({ id, int, text }) => [
    `create table invitation (
      invitation_id ${id}, company_id ${int} not null references company (company_id), email ${text} not null,
      name ${text} not null, role ${text} not null, projects ${text} not null, secret_hash ${text} not null unique,
      made_by ${int} references app_user (user_id), made_at ${text} not null, ends_at ${text} not null,
      sent_at ${text}, failed_at ${text}, asked_at ${text}, accepted_at ${text},
      user_id ${int} references app_user (user_id), revoked_at ${text}
    )`,
    'create index invitation_company on invitation (company_id, email)',
    `create index invitation_waiting on invitation (invitation_id)
      where sent_at is null and accepted_at is null and revoked_at is null`,
    `alter table app_user add column seen_at ${text}`,
    `update app_user set seen_at = (
      select max(s.seen_at) from session s where s.user_id = app_user.user_id and s.stage <> 'mfa')`,
    `alter table project_user add column given_at ${text}`,
    `alter table project_user add column given_by ${int} references app_user (user_id)`,
    `create index audit_of_people on audit (chain, seq) where action >= 'user.' and action < 'user/'`,
  ],
  perDialect: {
    sqlite: since(`json_extract(a.text, '$.facts.userId')`),
    postgres: since(`cast(a.text::json -> 'facts' ->> 'userId' as bigint)`),
  },
}
