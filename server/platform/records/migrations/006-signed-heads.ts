/** The signed checkpoints of the audit chains: what each chain was at a time, said by a key that the database does not have. */
import type { Migration } from '../migrate.ts'

const refused = "'A signed head is never changed.'"

export const signedHeads: Migration = {
  number: 6,
  name: 'signed-heads',
  statements: ({ id, text, int }) => [
    `create table signed_head (
      signed_head_id ${id}, chain ${text} not null, seq ${int} not null, hash ${text} not null, at ${text} not null,
      key ${text} not null, signature ${text} not null, unique (chain, seq, key, hash))`,
  ],
  perDialect: {
    sqlite: [
      `create trigger signed_head_unchanged before update on signed_head
       begin select raise(abort, ${refused}); end`,
      `create trigger signed_head_kept before delete on signed_head
       begin select raise(abort, ${refused}); end`,
    ],
    postgres: [
      `create function signed_head_refuse() returns trigger language plpgsql as $$
       begin raise exception ${refused}; end $$`,
      `create trigger signed_head_unchanged before update or delete on signed_head
       for each row execute function signed_head_refuse()`,
      `create trigger signed_head_not_emptied before truncate on signed_head
       for each statement execute function signed_head_refuse()`,
    ],
  },
}
