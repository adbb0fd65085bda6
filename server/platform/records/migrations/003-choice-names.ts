/** Choices remember what they were called: who has a former name still means the same choice. */
import type { Migration } from '../migrate.ts'

export const choiceNames: Migration = {
  number: 3,
  name: 'choice-names',
  statements: ({ text }) => [`alter table field_choice add column former ${text} not null default '[]'`],
}
