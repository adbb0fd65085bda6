// @vitest-environment jsdom
/** The screen Promote: what waits, and the way to where it is chosen. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const start = async (role: Parameters<Desk['signIn']>[0], answers: Answers = {}) => {
  desk = await openDesk(answers)
  await desk.signIn(role)
  return desk.show('/overview/promoexpo')
}
const flow = (waiting: number) => () => {
  const none = { items: 0, bytes: 0 }
  const total = { in: none, containers: none, duplicates: none, deNisted: none, exceptions: none }
  return {
    total: {
      ...total,
      inlineImages: none,
      filtered: none,
      promoted: none,
      waiting: { items: waiting, bytes: waiting },
      reconciliation: {
        imports: 1,
        unsettled: 0,
        notRead: { files: 0, bytes: 0 },
        open: 0,
        unexplained: 0,
        twice: 0,
      },
    },
    sources: [],
    custodians: [],
  }
}

describe('promotion by hand', () => {
  it('says how much waits, and leads to these documents on the Filter screen', async () => {
    const shown = await start('LitigationSupport', { 'stages.flow': flow(247) })
    await screen.findByText('247 documents are processed and not in review yet.')
    fireEvent.click(screen.getByRole('button', { name: 'Choose what is promoted' }))
    await waitFor(() => expect(shown.path()).toBe('/overview/filter'))
    await screen.findByRole('button', { name: 'Take away: State: Processed' })
  })

  it('says that nothing waits, and why', async () => {
    await start('LitigationSupport', { 'stages.flow': flow(0) })
    await screen.findByText('Nothing waits: what was processed is in review, or was filtered out.')
    expect(screen.queryByRole('button', { name: 'Choose what is promoted' })).toBeNull()
  })

  it('says why it could not be counted, and asks again', async () => {
    let lost = true
    await start('LitigationSupport', {
      'stages.flow': () => (lost ? new Refusal(503, 'The figures are being made.') : flow(3)()),
    })
    await screen.findByText('What waits could not be counted')
    lost = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('3 documents are processed and not in review yet.')
  })

  it('is not there for those who do not see what was collected', async () => {
    await start('Reviewer', { 'stages.flow': flow(247) })
    await screen.findByRole('heading', { name: 'Promote' })
    expect(screen.queryByText('Promotion to review')).toBeNull()
    expect(desk.asked.some(({ name }) => name === 'stages.flow')).toBe(false)
  })
})
