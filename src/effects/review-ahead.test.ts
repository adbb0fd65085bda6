/** What stands next in the list is kept for going on without the network. */
import { describe, expect, it } from 'vitest'
import { documentDetail, documentRow } from '#tests/fixtures/documents.ts'
import { testEffects, testEnvironment } from '#tests/support/effects.ts'
import { placed } from '#tests/support/envelopes.ts'
import { documentOpened } from '../events/catalog/review.ts'
import type { RootState } from '../stores/root.ts'
import { CallFailed, callFailure } from './failure.ts'
import type { Http } from './http.ts'
import { noOfflineCache, type OfflineCache } from './offline-cache.ts'
import { reviewEffects } from './review.ts'

const pageSize = 25
const ids = (page: number) => Array.from({ length: pageSize }, (_, row) => (page - 1) * pageSize + row + 1)

/** A list of four pages of which the first has arrived; documents are numbered from 1 in its order. */
function world({ position = 0, has = [] as number[], refused = [] as number[], online = true } = {}) {
  const asked: string[] = []
  const kept: string[] = []
  const now = { position, online, gate: Promise.resolve() }
  const http: Http = {
    call: (async ({ name }: { name: string }, said: Record<string, unknown>) => {
      const query = said.query as { documentId?: number }
      const params = said.params as { page: number } | undefined
      asked.push(params ? `page ${params.page}` : String(query.documentId))
      expect(said.priority).toBe('low')
      await now.gate
      if (name === 'documents.page')
        return {
          data: ids(params?.page ?? 0).map((id) => documentRow(id)),
          totalCount: 100,
          page: 1,
          tree: null,
        }
      if (refused.includes(query.documentId ?? 0))
        throw new CallFailed(callFailure({ kind: 'status', status: 404 }))
      return documentDetail(query.documentId ?? 0)
    }) as unknown as Http['call'],
  }
  const port: OfflineCache = {
    ...noOfflineCache,
    offer: ({ key }) => kept.push(key),
    missing: async (_, keys) => keys.filter((key) => !has.map(String).includes(key)),
  }
  const state = () =>
    ({
      network: { online: now.online, waiting: 0 },
      review: {
        byTab: {
          'tab-1': {
            list: {
              snapshotId: 's',
              phase: 'answered',
              pageSize,
              totalCount: 100,
              ids: new Map([[1, ids(1)]]),
            },
            current: { documentId: now.position + 1, position: now.position },
          },
        },
      },
    }) as unknown as RootState
  const effects = testEffects({
    effects: reviewEffects.filter(({ name }) => name === 'review.keepAhead'),
    http,
    env: testEnvironment(),
    state,
    kept: port,
  })
  let nth = 0
  const open = () => {
    nth += 1
    const opened = { tabId: 'tab-1', documentId: now.position + 1, position: now.position, ahead: [] }
    effects.committed([placed(nth, { ...documentOpened(opened), tabId: 'tab-1', projectId: 3 })])
  }
  return { asked, kept, now, open, effects }
}
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => String(from + at))

describe('looking further ahead', () => {
  it('keeps the next twenty that are not here, one after the other, behind everything else', async () => {
    const { asked, kept, open, effects } = world({ has: [3, 4] })
    open()
    await effects.idle()
    const wanted = ['2', ...numbers(5, 21)]
    expect(asked).toEqual(wanted)
    expect(kept).toEqual(wanted)
    expect(effects.answers()).toEqual([])
  })

  it('goes over the edge of a page, and keeps that page too', async () => {
    const { asked, kept, open, effects } = world({ position: 20 })
    open()
    await effects.idle()
    expect(asked).toEqual(['page 2', ...numbers(22, 41)])
    expect(kept).toEqual(['s:25:2', ...numbers(22, 41)])
  })

  it('ends as soon as another document is opened, and goes on from there', async () => {
    const { asked, now, open, effects } = world()
    const gate = Promise.withResolvers<void>()
    now.gate = gate.promise
    open()
    await expect.poll(() => asked).toEqual(['2'])
    now.position = 30
    open()
    gate.resolve()
    await effects.idle()
    expect(asked.slice(1)).toEqual(['page 2', 'page 3', ...numbers(32, 51)])
  })

  it('passes over what this person may not see, and asks nobody without the network', async () => {
    const one = world({ refused: [2, 5] })
    one.open()
    await one.effects.idle()
    expect(one.kept).toEqual(['3', '4', ...numbers(6, 21)])
    const away = world({ online: false })
    away.open()
    await away.effects.idle()
    expect(away.asked).toEqual([])
    expect(away.effects.reports()).toEqual([])
  })
})
