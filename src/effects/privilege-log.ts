/** What is written into the privilege log on its way to the record, in order and once each; its settings and its versions. */
import * as z from 'zod/mini'
import {
  type LogRow,
  logRow,
  makeLogVersion,
  privilegeLogSettings,
  saveLogRows,
  saveLogSettings,
} from '#contracts/privilege-log.ts'
import { confirmSave, failSave, refuseSave, settleLogForm } from '../commands/privilege-log.ts'
import { addToast } from '../commands/toasts.ts'
import {
  cellsWritten,
  settingsAsked,
  versionAsked,
  type WrittenCells,
} from '../events/catalog/privilege-log.ts'
import { requestIdOf } from '../events/coding/mark.ts'
import * as reads from '../reads/privilege-log.ts'
import { write } from '../stores/cache.ts'
import { savedRows } from '../stores/privilege-log.ts'
import { effect, type Outcome } from './define.ts'
import type { CallFailure } from './failure.ts'
import { cacheValue } from './outcomes.ts'

/** With a refusal: rows that were written since they were seen, as they are now. */
const moved = z.object({ rows: z.array(logRow) })

/** What somebody wrote into these cells; null: nobody has, and what the record says is shown. */
const writtenIn = ({ derived, values }: LogRow, sources: readonly string[]): WrittenCells =>
  Object.fromEntries(sources.map((source) => [source, source in derived ? (values[source] ?? null) : null]))

const policy = { scope: 'project', strategy: 'queue', retry: { times: 3, base: 300, cap: 5_000 } } as const

const refused = (formKey: string, { message, status }: CallFailure): Outcome => ({
  commands: [settleLogForm({ formKey, message, stale: status === 409 })],
})

const done = (formKey: string) => settleLogForm({ formKey, message: null, stale: false })

export const privilegeLogEffects = [
  effect({
    ...policy,
    name: 'privilegeLog.send',
    on: cellsWritten,
    delivery: 'once',
    timeout: 20_000,
    retry: { times: 5, base: 300, cap: 30_000 },
    request: (asked, { call, state }) => {
      const { known } = state().privilegeLog
      return call(saveLogRows, {
        body: {
          changes: asked.payload.changes.map(({ documentId, version, values }) => ({
            documentId,
            // A save that waited for another one of this browser has seen what that one wrote.
            version: Math.max(version, known[documentId]?.own ?? 0),
            values,
          })),
          correlationId: asked.correlationId,
        },
        idempotencyKey: requestIdOf(asked),
      })
    },
    done: (asked, { data }) => ({
      cache: data.map((row) => write(savedRows, String(row.documentId), row)),
      commands: [
        confirmSave({
          saveId: requestIdOf(asked),
          rows: data.map(({ documentId, version }) => ({ documentId, version })),
        }),
      ],
    }),
    fail: (asked, failure) => {
      const saveId = requestIdOf(asked)
      // Cut off, it is unknown and not failed: the outbox asks again by the same key.
      if (failure.kind === 'canceled') return {}
      const rows = failure.status === 409 ? (moved.safeParse(failure.data).data?.rows ?? []) : []
      if (rows.length === 0) return { commands: [failSave({ saveId, message: failure.message })] }
      const { changes } = asked.payload
      return {
        cache: rows.map((row) => write(savedRows, String(row.documentId), row)),
        commands: [
          refuseSave({
            saveId,
            rows: rows.map((row) => ({
              ...{ documentId: row.documentId, version: row.version },
              ...{ by: row.written?.by ?? '', at: row.written?.at ?? '' },
              cells: writtenIn(
                row,
                changes.flatMap((one) => (one.documentId === row.documentId ? Object.keys(one.values) : [])),
              ),
            })),
          }),
        ],
      }
    },
  }),
  effect({
    ...policy,
    name: 'privilegeLog.sendSettings',
    on: settingsAsked,
    request: ({ payload: { version } }, { call, secret }) =>
      call(saveLogSettings, {
        body: { version, settings: privilegeLogSettings.parse(JSON.parse(secret('settings'))) },
      }),
    done: ({ payload: { formKey } }, saved) => ({
      ...cacheValue(reads.privilegeLogSettings.cache, reads.privilegeLogSettings.key({}), saved),
      commands: [done(formKey)],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
  effect({
    ...policy,
    name: 'privilegeLog.sendVersion',
    on: versionAsked,
    timeout: 300_000,
    request: ({ payload: { name } }, { call }) => call(makeLogVersion, { body: { name } }),
    done: ({ payload: { formKey } }, { name }) => ({
      commands: [
        done(formKey),
        addToast({ kind: 'success', message: `The version ${name} is made` }),
        reads.privilegeLogVersions.request({}),
        reads.privilegeLogGaps.request({}),
      ],
    }),
    fail: ({ payload: { formKey } }, failure) => refused(formKey, failure),
  }),
]
