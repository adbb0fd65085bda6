import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDesk, type Desk, documentId, fields } from '#tests/support/desk.ts'
import type { Tab } from '#tests/support/tabs.ts'
import { setValue } from '../commands/coding.ts'
import { save } from '../commands/coding-saves.ts'
import { reportNetwork } from '../commands/effects.ts'
import type { Election } from '../events/log/leader.ts'
import { startReconciler } from './reconciler.ts'

let desk: Desk
const stops: (() => void)[] = []
beforeEach(async () => {
  desk = await createDesk()
})
afterEach(async () => {
  for (const stop of stops.splice(0)) stop()
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})

/** The loop in a tab, with a clock that the test moves; and who leads is the test's as well. */
function started(tab: Tab = desk.tab) {
  let now = 1_000_000
  let leads = true
  const stood: string[] = []
  const sleepers = new Set<() => void>()
  const elect: Election = (name) => {
    stood.push(name)
    return {
      leads: () => leads,
      subscribe: () => () => undefined,
      resign: () => {
        stood.splice(stood.indexOf(name), 1)
      },
    }
  }
  const faults: unknown[] = []
  const stop = startReconciler({
    app: tab,
    env: {
      now: () => now,
      random: () => 0.5,
      sleep: (_, signal) =>
        new Promise((resolve, reject) => {
          sleepers.add(resolve)
          signal.addEventListener('abort', () => {
            sleepers.delete(resolve)
            reject(signal.reason)
          })
        }),
    },
    elect,
    onFault: (fault) => faults.push(fault),
  })
  stops.push(stop)
  let stopped = false
  return {
    stood,
    faults,
    stop: () => {
      stopped = true
      stop()
    },
    sleeping: () => sleepers.size,
    lead: (does: boolean) => {
      leads = does
    },
    /** So many seconds go by, a look of the loop every five. */
    pass: async (seconds: number) => {
      for (let gone = 0; gone < seconds; gone += 5) {
        now += 5_000
        const due = [...sleepers]
        sleepers.clear()
        for (const wake of due) wake()
        // The turn's own reads come before what it dispatches: it is over when the loop sleeps again.
        if (due.length > 0 && !stopped)
          await vi.waitFor(() => expect(sleepers.size).toBeGreaterThan(0), { interval: 1 })
        await desk.quiet(tab)
      }
    },
  }
}

const code = async (value: string, tab = desk.tab): Promise<string> => {
  await tab.dispatch(setValue({ documentId, fieldId: fields.responsive.fieldId, value }))
  const { commandId } = await tab.dispatch(save({ documentId }))
  await desk.quiet(tab)
  return commandId
}
const looks = () => desk.record.asked.filter(({ call }) => call === 'reconcile.commands').length
const reported = () => desk.record.reports.length

describe('when the log is held against the record', () => {
  it('reports soon after it was opened, and then every ten minutes where nothing happens', async () => {
    const { pass, faults } = started()
    expect(reported()).toBe(0)
    await pass(15)
    expect(reported()).toBe(1)
    await pass(500)
    expect(reported()).toBe(1)
    await pass(120)
    expect(reported()).toBe(2)
    expect(faults).toEqual([])
  })

  it('waits for half a minute of quiet after the last acknowledgement, but under work without rest no longer than five', async () => {
    const { pass } = started()
    await pass(15)
    await code('Yes')
    await pass(20)
    await code('No')
    await pass(20)
    expect(looks()).toBe(0)
    await pass(15)
    expect(looks()).toBe(1)
    expect(desk.tab.state().reconcile).toMatchObject({ acknowledged: 0, matched: 2 })

    for (let turn = 0; turn < 14; turn++) {
      await code(turn % 2 === 0 ? 'Yes' : 'No')
      await pass(20)
    }
    expect(looks()).toBe(1)
    await code('Unclear')
    await pass(20)
    await code('Yes')
    await pass(20)
    expect(looks()).toBe(2)
  })

  it('is one tab’s work, and goes on where that one has ended', async () => {
    const { pass, lead, stood } = started()
    lead(false)
    await pass(60)
    expect(reported()).toBe(0)
    expect(stood).toEqual([`affiant:reconcile:${desk.tab.log('project')?.name}`])
    lead(true)
    await pass(10)
    expect(reported()).toBe(1)
  })

  it('asks nobody without the network, and is not long in coming once it is back', async () => {
    const { pass } = started()
    await pass(15)
    await desk.tab.dispatch(reportNetwork({ online: false, waiting: 0 }))
    await pass(700)
    expect(reported()).toBe(1)
    await desk.tab.dispatch(reportNetwork({ online: true, waiting: 0 }))
    await pass(15)
    expect(reported()).toBe(2)
  })

  it('looks up everything anew, from the log itself, where the record was put back', async () => {
    const first = await code('Yes')
    const second = await code('No')
    const { pass } = started()
    await pass(15)
    expect(desk.tab.state().reconcile).toMatchObject({ matched: 2, wentBack: false })
    desk.record.rows.length = 0
    await code('Unclear')
    // The look that finds it is followed by the next one, without waiting for work or for a beat.
    await pass(90)
    const { wentBack, odd, acknowledged } = desk.tab.state().reconcile
    expect({ wentBack, acknowledged }).toEqual({ wentBack: false, acknowledged: 0 })
    expect(Object.keys(odd).sort()).toEqual([first, second].sort())
  })

  it('ends when it is told to, and stands for nothing any more', async () => {
    const { pass, stop, stood, sleeping } = started()
    await pass(15)
    stop()
    expect(stood).toEqual([])
    await pass(700)
    expect(sleeping()).toBe(0)
    expect(reported()).toBe(1)
  })
})
