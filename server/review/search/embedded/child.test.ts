import { afterEach, describe, expect, it } from 'vitest'
import { Child } from './child.ts'

const entry = new URL('../../../../tests/fixtures/odd-child.ts', import.meta.url)

describe('a search process', () => {
  const child = new Child({ entry, idleMs: 60_000, memoryMb: 100 })
  afterEach(() => child.stop())

  interface Echo {
    value: unknown
    pid: number
    environment: string[]
  }
  const echo = async (value: unknown): Promise<Echo> =>
    (await child.ask({ act: 'echo', value }, 20_000)) as Echo

  it('starts when it is asked, answers with typed arrays as they are, and knows nothing of our environment', async () => {
    expect(child.running).toBe(false)
    const ids = Int32Array.from([3, 1, 2])
    const answer = await echo(ids)
    expect(answer.value).toEqual(ids)
    expect(answer.environment).not.toContain('PATH')
    expect((await echo(1)).pid).toBe(answer.pid)
    await child.stop()
    expect(child.running).toBe(false)
  })

  it('is killed at the deadline even in the middle of a call, and the next request gets a new one', async () => {
    const { pid } = await echo(1)
    await expect(child.ask({ act: 'hang' }, 200)).rejects.toMatchObject({ reason: 'timeout' })
    const after = await echo(2)
    expect(after.value).toBe(2)
    expect(after.pid).not.toBe(pid)
    expect(() => process.kill(pid, 0)).toThrow()
  })

  it('stops what it is busy with at its next step when it is told so, and lives on', async () => {
    const { pid } = await echo(1)
    const working = child.ask({ act: 'work' }, 20_000)
    child.giveUp()
    await expect(working).rejects.toMatchObject({ reason: 'Stopped' })
    // What was stopped is that request, and not the ones behind it.
    expect(await echo(2)).toMatchObject({ value: 2, pid })
    const again = child.ask({ act: 'work' }, 300)
    await expect(again).rejects.toMatchObject({ reason: 'timeout' })
  })

  it('hands over what was thrown, and says when it died', async () => {
    await expect(child.ask({ act: 'throw' }, 20_000)).rejects.toMatchObject({
      reason: 'RangeError',
      code: 'ODD',
      message: 'out of range',
    })
    await expect(child.ask({ act: 'die' }, 20_000)).rejects.toMatchObject({ reason: 'exit' })
    expect((await echo(3)).value).toBe(3)
  })

  it('ends when nobody asks it any more', async () => {
    const short = new Child({ entry, idleMs: 50, memoryMb: 100 })
    await short.ask({ act: 'echo' }, 20_000)
    await expect.poll(() => short.running).toBe(false)
  })
})
