/** Reports as CSV (RFC 4180): a line a log, then a line for each entry that differs. */
import { csvLine } from '#contracts/csv.ts'
import type { LogReport, OddEntry } from '#contracts/reconcile.ts'

const heads = [
  'line',
  'person',
  'role',
  'machine',
  'last reported',
  'ended',
  'checked at',
  'checked to row',
  'matched',
  'differs',
  'missing',
  'acknowledged, not checked',
  'unsent',
  'documents with unsaved edits',
  'program version',
  'clock offset ms',
  'command',
  'control number',
  'entry',
] as const

/** `numbers`: control numbers of documents, by id. */
export function reportsCsv(
  reports: readonly (LogReport & { readonly odd: readonly OddEntry[] })[],
  numbers: ReadonlyMap<number, string>,
): string {
  const lines = reports.flatMap((one) => {
    const { counts } = one
    const who = [one.userName, one.roleName, one.machine]
    const log = [
      'log',
      ...who,
      one.lastAt,
      one.ended ? 'yes' : 'no',
      one.reconciledAt ?? '',
      one.reconciledTo,
      ...[
        counts.matched,
        counts.differs,
        counts.missing,
        counts.acknowledged,
        counts.unsent,
        counts.localOnly,
      ],
      one.version,
      one.clockOffset ?? '',
    ]
    const blank = heads.slice(4, 16).map(() => '')
    return [
      log,
      ...one.odd.map((odd) => [
        'entry',
        ...who,
        ...blank,
        odd.command,
        numbers.get(odd.document ?? 0) ?? '',
        odd.state,
      ]),
    ]
  })
  return [heads, ...lines].map((line) => csvLine(heads.map((_, at) => line[at] ?? ''))).join('')
}
