/** Asks the record what became of this browser's commands, and reports how the log stands. */
import { commands, mostCommands, mostOdd, readReport, report, reports } from '#contracts/reconcile.ts'
import { sendReport, takeChecked } from '../commands/reconcile.ts'
import { addToast } from '../commands/toasts.ts'
import {
  checkRequested,
  reportOpened,
  reportRequested,
  reportsRequested,
} from '../events/catalog/reconcile.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { countUnsaved } from '../stores/coding.ts'
import { oddCounts, toCheck } from '../stores/reconcile.ts'
import { logReports, openReportKey, openReports, reportsKey } from '../stores/reconcile-reports.ts'
import type { RootState } from '../stores/root.ts'
import { effect } from './define.ts'

const retry = { times: 3, base: 1_000, cap: 30_000 } as const

const checkLog = effect({
  name: 'reconcile.check',
  on: checkRequested,
  strategy: 'first',
  scope: 'project',
  retry,
  request: async (_, { call, state }) => {
    const asked = toCheck(state().reconcile, mostCommands)
    if (asked.length === 0) return null
    const body = { commandIds: asked.map(([id]) => id) }
    // What compares comes with the first look: until then no screen needs it.
    const [{ verdictOf }, found] = await Promise.all([
      import('./reconcile-verdict.ts'),
      call(commands, { body, repeatable: true }),
    ])
    const rows = new Map(found.commands.map((one) => [one.commandId, one.rows]))
    const verdicts = asked.map(
      ([commandId, entry]) => ({ commandId, state: verdictOf(entry, rows.get(commandId) ?? []) }) as const,
    )
    return {
      asOf: found.asOf,
      at: found.at,
      matched: verdicts.flatMap(({ commandId, state }) => (state === 'matched' ? [commandId] : [])),
      odd: verdicts.flatMap(({ commandId, state }) => (state === 'matched' ? [] : [{ commandId, state }])),
    }
  },
  done: (_, taken, { reconcile: { odd } }) => {
    if (taken === null) return { commands: [sendReport({})] }
    const fresh = taken.odd.filter(({ commandId }) => odd[commandId] === undefined).length
    return { commands: [takeChecked(taken), ...(fresh > 0 ? [addToast(sayOdd(fresh))] : []), sendReport({})] }
  },
  // It is asked again in a while.
  fail: () => ({}),
})

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
      .slice(0, mostOdd)
      .map(([command, { documentId: document, state }]) => ({ command, document, state })),
  }
}

const tellServer = effect({
  name: 'reconcile.report',
  on: reportRequested,
  strategy: 'latest',
  scope: 'project',
  retry,
  request: ({ payload: { log }, clientId, seq }, { call, state }) =>
    call(report, { body: { ...reportOf(state()), log, browser: clientId, seq }, repeatable: true }),
  done: () => ({}),
  fail: () => ({}),
})

const fetchReports = effect({
  name: 'reconcile.fetchReports',
  on: reportsRequested,
  strategy: 'latest',
  retry,
  request: ({ payload: { projectId } }, { call }) => call(reports, { projectId }),
  done: ({ payload: { projectId } }, { data }) => ({
    cache: [write(logReports, reportsKey(projectId), data), write(failures, reportsKey(projectId), null)],
  }),
  fail: ({ payload: { projectId } }, failure) =>
    failure.kind === 'canceled'
      ? {}
      : { cache: [write(failures, reportsKey(projectId), failureOf(failure))] },
})

const fetchReport = effect({
  name: 'reconcile.fetchReport',
  on: reportOpened,
  strategy: 'latest',
  retry,
  request: ({ payload: { projectId, reportId } }, { call }) =>
    call(readReport, { projectId, params: { reportId } }),
  done: ({ payload: { reportId } }, opened) => ({
    cache: [
      write(openReports, openReportKey(reportId), opened),
      write(failures, openReportKey(reportId), null),
    ],
  }),
  fail: ({ payload: { reportId } }, failure) =>
    failure.kind === 'canceled'
      ? {}
      : { cache: [write(failures, openReportKey(reportId), failureOf(failure))] },
})

export const reconcileEffects = [checkLog, tellServer, fetchReports, fetchReport]
