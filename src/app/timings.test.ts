import { describe, expect, it } from 'vitest'
import { createTimings } from './timings.ts'

function watch() {
  let time = 0
  let drawn: (() => void) | null = null
  const timings = createTimings({
    now: () => time,
    painted: (then) => {
      drawn = then
    },
  })
  return {
    timings,
    /** One command of these events: 2 ms to decide, 5 to append, 1 to fold. */
    run: (commandId: string, ids: readonly string[]) => {
      timings.decided(commandId, time, time + 2)
      timings.folded(
        ids.map((id) => ({ id, commandId })),
        time + 7,
        time + 8,
      )
      time += 8
    },
    draw: (ms: number) => {
      time += ms
      drawn?.()
    },
  }
}

describe('what events cost', () => {
  it('is known by event: decided, appended, folded, and drawn with the next frame', () => {
    const { timings, run, draw } = watch()
    run('command', ['one', 'two'])
    expect(timings.of('two')).toEqual({ decide: 2, append: 5, fold: 1, render: Number.NaN })
    draw(12)
    expect(timings.of('one')).toEqual({ decide: 2, append: 5, fold: 1, render: 12 })
    expect(timings.of('never')).toBeNull()
  })

  it('is not known of what other tabs have done, and forgets the oldest', () => {
    const { timings, run } = watch()
    timings.folded([{ id: 'foreign', commandId: 'elsewhere' }], 0, 1)
    expect(timings.of('foreign')).toBeNull()
    run('first', ['old'])
    for (let nth = 0; nth < 2_048; nth++) run(`command-${nth}`, [`event-${nth}`])
    expect(timings.of('old')).toBeNull()
    expect(timings.of('event-0')).not.toBeNull()
  })
})
