/** What reconciling the log asks of the record, and what its answers become: fetched with the first check. */
import { commands, maxCommands, maxOdd, report } from '#contracts/reconcile.ts'
import { sendReport, takeChecked } from '../commands/reconcile.ts'
import { addToast } from '../commands/toasts.ts'
import type { reportRequested } from '../events/catalog/reconcile.ts'
import type { PayloadOf } from '../events/define.ts'
import type { Envelope } from '../events/envelope.ts'
import { countUnsaved } from '../stores/coding.ts'
import { oddCounts, toCheck } from '../stores/reconcile.ts'
import type { RootState } from '../stores/root.ts'
import type { Outcome, RequestContext } from './define.ts'
import { verdictOf } from './reconcile-verdict.ts'

export async function checkLog({ call, state }: RequestContext): Promise<Outcome> {
  const asked = toCheck(state().reconcile, maxCommands)
  if (asked.length === 0) return { commands: [sendReport({})] }
  const body = { commandIds: asked.map(([id]) => id) }
  const found = await call(commands, { body, repeatable: true })
  const rows = new Map(found.commands.map((one) => [one.commandId, one.rows]))
  const verdicts = asked.map(
    ([commandId, entry]) => ({ commandId, state: verdictOf(entry, rows.get(commandId) ?? []) }) as const,
  )
  const matched = verdicts.flatMap(({ commandId, state }) => (state === 'matched' ? [commandId] : []))
  const odd = verdicts.flatMap(({ commandId, state }) => (state === 'matched' ? [] : [{ commandId, state }]))
  const known = state().reconcile.odd
  const fresh = odd.filter(({ commandId }) => known[commandId] === undefined).length
  return {
    commands: [
      takeChecked({ asOf: found.asOf, at: found.at, matched, odd }),
      ...(fresh > 0 ? [addToast(sayOdd(fresh))] : []),
      sendReport({}),
    ],
  }
}

/** Names no document: what it is called is its content. Its history tells which entries they are. */
const sayOdd = (count: number) => ({
  kind: 'warning' as const,
  message: `${count === 1 ? 'An entry' : `${count} entries`} of this browser's log and the record do not agree.`,
  detail: 'Your review manager sees which. The history of a document marks them.',
})

/** Counts and ids, no content. */
function reportOf({ reconcile, coding, session }: RootState) {
  const { acknowledged, matched, unsent, odd, asOf, at, offset } = reconcile
  return {
    version: session.version.slice(0, 100),
    clockOffset: offset,
    reconciledAt: at,
    reconciledTo: Math.max(0, asOf),
    counts: { acknowledged, matched, unsent, ...oddCounts(reconcile), localOnly: countUnsaved(coding) },
    odd: Object.entries(odd)
      .slice(0, maxOdd)
      .map(([command, { documentId: document, state }]) => ({ command, document, state })),
  }
}

export async function tellServer(
  { payload: { log }, clientId, seq }: Envelope<PayloadOf<typeof reportRequested>>,
  { call, state }: RequestContext,
): Promise<Outcome> {
  await call(report, { body: { ...reportOf(state()), log, browser: clientId, seq }, repeatable: true })
  return {}
}
