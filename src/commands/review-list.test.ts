/** Searches for a tab that a link opens: what the link stands for is known to that tab, and no other list changes. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createDesk, type Desk } from '#tests/support/desk.ts'
import { open } from './review.ts'
import { search, searchAll, searchAllElsewhere, takeList } from './review-list.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})
const listOf = (tab = desk.tab) => tab.state().review.byTab[tab.tabId()]?.list ?? null

it('a tab that is opened lists what the link stands for; the one that opened it keeps its list and opens nothing', async () => {
  await desk.tab.dispatch(searchAll('cavern'))
  const before = listOf()
  const { envelopes } = await desk.tab.dispatch(
    searchAllElsewhere('key-of-link', 'pier', { filter: 'unreviewed' }),
  )
  expect(envelopes).toMatchObject([{ type: 'review.searchRequested', payload: { openAt: null } }])
  expect(listOf()?.query).toEqual(before?.query)
  const other = await desk.another()
  await expect.poll(() => other.state().review.byTab['key-of-link']?.list?.query.queryString).toBe('pier')
  await other.dispatch(takeList({ key: 'key-of-link' }))
  expect(listOf(other)).toMatchObject({
    query: { queryString: 'pier', includeFamily: false, objectId: null, type: null },
    filter: 'unreviewed',
    opening: 0,
  })
})

it('a tab with a list stays with it, and a link that nobody knows any more is refused', async () => {
  await desk.tab.dispatch(searchAll('cavern'))
  await desk.tab.dispatch(searchAllElsewhere('key-of-link', 'pier'))
  await desk.tab.dispatch(takeList({ key: 'key-of-link' }))
  expect(listOf()?.query.queryString).toBe('cavern')
  const { rejected } = await desk.tab.dispatch(takeList({ key: 'unknown' }))
  expect(rejected).toBe('Which documents were meant is not known any more.')
})

it('a document that was opened from another screen stays in view when the tab begins with its first search', async () => {
  await desk.tab.dispatch(open({ documentId: 7, position: null }))
  await desk.tab.dispatch(search({ queryString: '', openAt: 0, first: true }))
  expect(listOf()?.opening).toBeNull()
  const other = await desk.another()
  await other.dispatch(search({ queryString: '', openAt: 0, first: true }))
  expect(listOf(other)?.opening).toBe(0)
})
