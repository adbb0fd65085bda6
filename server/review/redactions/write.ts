/** Writes what was decided, with its rows of the trail, in the transaction of the caller. */
import { slices } from '../../platform/records/dialect.ts'
import { insertAll } from '../../platform/records/insert.ts'
import type { Writer } from '../../platform/records/records.ts'
import type { Act, NewRow } from './decide.ts'
import { grownBy } from './gestures.ts'
import { boxesIn } from './of-document.ts'
import { type Drawer, entryOf, recordGesture } from './trail.ts'

/** Answers the number that the document's redactions have now. */
export async function writeActs(
  trx: Writer,
  drawer: Drawer,
  {
    acts,
    inForce,
    ...of
  }: {
    readonly documentId: number
    readonly gesture: string
    readonly acts: readonly Act[]
    /** In force before. */
    readonly inForce: number
    /** Before. */
    readonly revision: number
  },
): Promise<number> {
  if (acts.length === 0) return of.revision
  const entries = acts.map((act) =>
    entryOf(drawer, of, act, {
      field: `Page ${act.after.page}`,
      facts: { page: act.after.page, kind: act.after.kind, origin: act.after.origin },
      lookOf: shapeOf,
      isChecked: (before, after) =>
        before.sha256 !== after.sha256 || before.pages_version !== after.pages_version,
    }),
  )
  await insertAll(
    trx,
    'redaction',
    acts.flatMap(({ done, after }) => (done === 'added' ? [after] : [])),
  )
  await Promise.all([
    ...acts.flatMap(({ done, before, after }) => {
      if (before === null || isWhole(done)) return []
      const { boxes, label, reason, sha256, pages_version, version, changed_by, changed_at } = after
      return trx
        .updateTable('redaction')
        .set({ boxes, label, reason, sha256, pages_version, version, changed_by, changed_at })
        .where('redaction_id', '=', before.redaction_id)
        .execute()
    }),
    ...[...Map.groupBy(acts, ({ after }) => standingOf(after)).values()].map((alike) =>
      standAlike(trx, alike),
    ),
  ])
  const isNews = grownBy(acts, inForce) > 0 !== inForce > 0
  return await recordGesture(trx, drawer, { ...of, isNews, entries })
}

const isWhole = (done: Act['done']): boolean => done === 'removed' || done === 'restored'

type Standing = Pick<NewRow, 'version' | 'changed_by' | 'changed_at' | 'removed_by' | 'removed_at'>

const standingOf = ({ version, changed_by, changed_at, removed_by, removed_at }: Standing): string =>
  JSON.stringify([version, changed_by, changed_at, removed_by, removed_at])

/** What is removed or put back together stands alike: a job does that with thousands, and somebody's save waits for each statement. */
async function standAlike(trx: Writer, acts: readonly Act[]): Promise<void> {
  const ids = acts.flatMap(({ done, before }) =>
    before !== null && isWhole(done) ? before.redaction_id : [],
  )
  const [first] = acts
  if (first === undefined) return
  const { version, changed_by, changed_at, removed_by, removed_at } = first.after
  for (const slice of slices(ids, 1))
    await trx
      .updateTable('redaction')
      .set({ version, changed_by, changed_at, removed_by, removed_at })
      .where('redaction_id', 'in', slice)
      .execute()
}

const shapeOf = ({ boxes, label }: Pick<NewRow, 'boxes' | 'label'>) => ({ boxes: boxesIn(boxes), label })
