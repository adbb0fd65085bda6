/** How browsers' logs stand against the record, as they report it: the newest word of each log, and some before it. */
import type { Migration } from '../migrate.ts'

export const reconciliation: Migration = {
  number: 7,
  name: 'reconciliation',
  statements: ({ id, text, int }) => [
    `create table client_log (
      client_log_id ${id}, project_id ${int} not null references project (project_id),
      user_id ${int} not null references app_user (user_id), browser ${text} not null, log ${text} not null,
      machine ${text} not null, seq ${int} not null, version ${text} not null, clock_offset ${int},
      reconciled_at ${text}, reconciled_to ${int} not null, acknowledged ${int} not null, matched ${int} not null,
      differs ${int} not null, missing ${int} not null, unsent ${int} not null, local_only ${int} not null,
      odd ${text} not null, first_at ${text} not null, last_at ${text} not null,
      unique (project_id, user_id, browser, log))`,
    `create table client_log_report (
      client_log_id ${int} not null references client_log (client_log_id), seq ${int} not null, at ${text} not null,
      acknowledged ${int} not null, matched ${int} not null, differs ${int} not null, missing ${int} not null,
      unsent ${int} not null, local_only ${int} not null, primary key (client_log_id, seq))`,
  ],
}
