/**
 * The list of found documents against a server that answers late, badly or not at all, in a tab that is reloaded and
 * changes its project: every page that is looked at comes in the end.
 */
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import type { AnyCall } from '#contracts/call.ts'
import type { Areas } from '#src/app.ts'
import { join } from '#src/commands/join.ts'
import { openAt } from '#src/commands/review.ts'
import { requestPage, search } from '#src/commands/review-list.ts'
import { addToast } from '#src/commands/toasts.ts'
import { type Environment, sole } from '#src/effects/environment.ts'
import { CallFailed, callFailure } from '#src/effects/failure.ts'
import type { Http } from '#src/effects/http.ts'
import { reviewEffects } from '#src/effects/review.ts'
import type { ListState } from '#src/events/review/views.ts'
import { pageCache, pageKey } from '#src/stores/review.ts'
import { runs, property as test } from '#tests/runs.ts'
import { everyArea as areas } from '#tests/support/every-area.ts'
import { createBrowser, type Tab } from '#tests/support/tabs.ts'

const totalCount = 400
const pageSize = 50
const idOf = (position: number): number => 1_000 + position
const rowsOf = (page: number) =>
  Array.from({ length: pageSize }, (_, row) => ({ documentId: idOf((page - 1) * pageSize + row) }))

type How = 'good' | 'lost' | 'refused' | 'gone'

/** Holds each call until it is told how it ends. */
function holdingServer() {
  const open: ((how: How) => void)[] = []
  let snapshots = 0
  const replyTo = ({ name }: AnyCall, params: { page?: number }): unknown =>
    name === 'documents.search'
      ? {
          snapshotId: `snapshot-${++snapshots}`,
          totalCount,
          hitCount: totalCount,
          reading: '',
          notes: [],
          withoutText: 0,
          indexedAsOf: null,
          tookMs: 1,
          tree: null,
          page: 1,
          pageSize,
          data: rowsOf(1),
        }
      : { data: rowsOf(params.page ?? 0), totalCount, page: params.page }
  const failures = {
    lost: callFailure({ kind: 'network' }),
    refused: callFailure({ kind: 'status', status: 403 }),
    gone: callFailure({ kind: 'status', status: 404 }),
  }
  const http: Http = {
    call: ((contract: AnyCall, said: { signal: AbortSignal; params?: { page: number } }) =>
      new Promise((resolve, reject) => {
        said.signal.addEventListener('abort', () => reject(said.signal.reason))
        open.push((how) =>
          how === 'good'
            ? resolve(replyTo(contract, said.params ?? {}))
            : reject(new CallFailed(failures[how])),
        )
      })) as Http['call'],
  }
  const answer = (which: number, how: How) => {
    const [one] = open.splice(which % Math.max(1, open.length), 1)
    one?.(how)
  }
  return { http, open, answer }
}

const asked = new Set(['review.runSearch', 'review.fetchPage'])
const effects = reviewEffects.filter(({ name }) => asked.has(name) || name.startsWith('review.resume'))

/** Waits between tries take no time, but other work gets its turn. */
function quickEnvironment(): Environment {
  let now = 0
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      await new Promise((resolve) => setTimeout(resolve, 0))
      signal.throwIfAborted()
      now += ms
    },
    random: () => 0.5,
    online: () => true,
    hidden: () => false,
    subscribe: () => () => undefined,
    alone: sole,
  }
}

async function openDesk() {
  const server = holdingServer()
  const place = { userId: 7, projectId: 1 as number | null }
  const own: Areas = {
    ...areas,
    effects,
    who: () => ({ ...place, role: 'Reviewer', can: () => true }),
    place: () => place,
  }
  const browser = createBrowser(own)
  const session = new Map<string, string>()
  const openTab = async (): Promise<Tab> => {
    const tab = await browser.openTab({ session, env: quickEnvironment(), http: () => server.http })
    // What opens the account's log and the project's; then the tab takes its place, as after a reload.
    await tab.dispatch(addToast({ kind: 'success', message: 'Here' }))
    await tab.dispatch(join({}))
    return tab
  }
  let tab = await openTab()
  const breathe = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 0))
    await tab.settled()
  }
  const listOf = (): ListState | null => tab.state().review.byTab[tab.tabId()]?.list ?? null
  return {
    server,
    breathe,
    tab: () => tab,
    list: listOf,
    current: () => tab.state().review.byTab[tab.tabId()]?.current ?? null,
    reload: async () => {
      await tab.close()
      tab = await openTab()
    },
    goTo: async (projectId: number) => {
      place.projectId = projectId
      await tab.dispatch(addToast({ kind: 'success', message: 'Gone' }))
      await tab.dispatch(join({}))
    },
    /** What the list on the screen does: asks for what it shows and has not, unless it is on its way. */
    look: async (pages: readonly number[]) => {
      const list = listOf()
      if (list?.phase !== 'answered') return
      const there = tab.scope.getState(pageCache.$entries)
      for (const page of pages) {
        if (!there.has(pageKey(list.snapshotId, pageSize, page)) && !list.pending.has(page))
          await tab.dispatch(requestPage({ page }))
      }
    },
    missing: (pages: readonly number[]) => {
      const list = listOf()
      const there = tab.scope.getState(pageCache.$entries)
      return list === null
        ? [...pages]
        : pages.filter((page) => !there.has(pageKey(list.snapshotId, pageSize, page)))
    },
    close: () => browser.close(),
  }
}

const page = fc.integer({ min: 1, max: totalCount / pageSize })
const step = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('search' as const), text: fc.constantFrom('a', 'b') }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('look' as const), page }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('openAt' as const), position: fc.nat(totalCount - 1) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(),
      how: fc.constantFrom<How>('good', 'good', 'lost', 'refused', 'gone'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('change' as const), wait: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('breathe' as const) }) },
)

describe('the list of found documents', () => {
  test('[documents-demand-paging] has every page that is looked at in the end, whatever was lost on the way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 25 }),
        fc.uniqueArray(page, { minLength: 1, maxLength: 3 }),
        fc.nat(totalCount - 1),
        async (steps, view, target) => {
          const desk = await openDesk()
          await desk.tab().dispatch(search({ queryString: '', openAt: 0 }))
          for (const one of steps) {
            if (one.kind === 'search') await desk.tab().dispatch(search({ queryString: one.text, openAt: 0 }))
            else if (one.kind === 'look') await desk.look([one.page])
            else if (one.kind === 'openAt') await desk.tab().dispatch(openAt({ position: one.position }))
            else if (one.kind === 'answer') desk.server.answer(one.which, one.how)
            else if (one.kind === 'reload') await desk.reload()
            else if (one.kind === 'change') {
              await desk.goTo(2)
              if (one.wait) await desk.breathe()
              await desk.goTo(1)
            } else await desk.breathe()
          }
          // From now on the server is well, and the reader does nothing but look (and try again where told to).
          for (let round = 0; round < 12; round++) {
            while (desk.server.open.length > 0) desk.server.answer(0, 'good')
            await desk.breathe()
            if (desk.list()?.phase === 'failed') await desk.tab().dispatch(search({ queryString: 'again' }))
            await desk.look(view)
            await desk.breathe()
          }
          expect(desk.list()?.phase).toBe('answered')
          expect(desk.missing(view)).toEqual([])
          expect([...(desk.list()?.pending ?? [])]).toEqual([])
          // And whatever is gone to is opened.
          await desk.tab().dispatch(openAt({ position: target }))
          for (let round = 0; round < 4; round++) {
            while (desk.server.open.length > 0) desk.server.answer(0, 'good')
            await desk.breathe()
          }
          expect(desk.current()).toEqual({ documentId: idOf(target), position: target })
          expect(desk.tab().faults).toEqual([])
          await desk.close()
        },
      ),
      { numRuns: runs(60) },
    )
  }, 120_000)
})
