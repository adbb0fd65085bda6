/**
 * Failed sign-ins are counted by address and by where they come from, so that nobody can lock somebody else out. What was
 * counted before came from anywhere: it stays until it is forgotten, so that its refusals come to be on the record.
 */
import type { Migration } from '../migrate.ts'

export const signInOrigins: Migration = {
  number: 32,
  name: 'signInOrigins',
  statements: ({ int, text }) => [
    `create table login_failure_by_origin (
      email ${text} not null, origin ${text} not null, failures ${int} not null, last_at ${text} not null,
      locked_until ${text}, refused ${int} not null default 0, primary key (email, origin))`,
    `insert into login_failure_by_origin (email, origin, failures, last_at, locked_until, refused)
      select email, 'anywhere', failures, last_at, locked_until, refused from login_failure`,
    'drop table login_failure',
    'alter table login_failure_by_origin rename to login_failure',
    'create index login_failure_last on login_failure (last_at)',
    `create table known_browser (
      user_id ${int} not null references app_user (user_id), secret_hash ${text} not null, seen_at ${text} not null,
      primary key (user_id, secret_hash))`,
    'create index known_browser_secret on known_browser (secret_hash)',
    `create table counted_entry (
      action ${text} not null, chain ${text} not null, network ${text} not null, hour ${text} not null,
      entries ${int} not null, unsaid ${int} not null, primary key (action, chain, network))`,
  ],
}
