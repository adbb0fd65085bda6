import { describe, expect, it } from 'vitest'
import { Searchers } from './searchers.ts'

const asked = {
  tree: null,
  includeFamily: false,
  sort: 'documentId',
  viewer: 'parentsAndChildren',
  filter: 'all',
  formFields: [],
  timeZone: 'UTC',
  noise: [],
  fields: [],
} as const

describe('searches that wait for a process', () => {
  it('are told so when their turn does not come, and leave the line', async () => {
    const searchers = new Searchers({ size: 1, deadlineMs: 50, idleMs: 60_000 })
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const holding = searchers.exclusively('some.sqlite', () => held)
    const waiting = [searchers.find('some.sqlite', asked), searchers.find('other.sqlite', asked)]
    for (const find of waiting)
      await expect(find).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('Too many searches'),
      })
    letGo()
    await holding
    // Nobody who has gone away is in the way of who comes next.
    await searchers.exclusively('some.sqlite', async () => {})
    await searchers.stop()
  })

  it('are dropped when nobody waits for them any more', async () => {
    const searchers = new Searchers({ size: 1, deadlineMs: 20_000, idleMs: 60_000 })
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const holding = searchers.exclusively('some.sqlite', () => held)
    const gone = new AbortController()
    const find = searchers.find('some.sqlite', asked, { userId: 1, signal: gone.signal })
    gone.abort()
    await expect(find).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('given up'),
    })
    letGo()
    await holding
    await searchers.stop()
  })

  it('are not begun for somebody who had gone away before they came', async () => {
    const searchers = new Searchers({ size: 1, deadlineMs: 20_000, idleMs: 60_000 })
    const before = process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
    const find = searchers.find('none.sqlite', asked, { userId: 1, signal: AbortSignal.abort() })
    await expect(find).rejects.toMatchObject({ message: expect.stringContaining('given up') })
    expect(process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap')).toHaveLength(before)
    await searchers.stop()
  })

  it('of one person go one after the other, so that a process is left for somebody else', async () => {
    const searchers = new Searchers({ size: 2, deadlineMs: 20_000, idleMs: 60_000 })
    const processes = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
    const before = processes()
    const { signal } = new AbortController()
    const finds = [1, 2, 3].map(() => searchers.find('none.sqlite', asked, { userId: 1, signal }))
    await Promise.allSettled(finds)
    expect(processes() - before).toBe(1)
    await searchers.stop()
  })
})
