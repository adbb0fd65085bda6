/** Who did something about an exception, and when, beside it: the trail tells it of what was accepted before. */
import type { Migration } from '../migrate.ts'

/** By the id of the exception that an entry of the trail names. */
const accepted = (exceptionId: string): string => `
  update exception set resolved_by = a.user_id, resolved_at = a.at
  from (select user_id, at, cast(${exceptionId} as bigint) as exception_id
        from audit where action = 'exception.accepted') as a
  where exception.exception_id = a.exception_id and exception.resolution = 'accepted'`

export const whoResolved: Migration = {
  number: 28,
  name: 'whoResolved',
  statements: ({ int, text }) => [
    `alter table exception add column resolved_by ${int} references app_user (user_id)`,
    `alter table exception add column resolved_at ${text}`,
  ],
  perDialect: {
    sqlite: [accepted("json_extract(text, '$.facts.exceptionId')")],
    postgres: [accepted("text::json -> 'facts' ->> 'exceptionId'")],
  },
}
