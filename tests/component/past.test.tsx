// @vitest-environment jsdom
/** The window that shows the past: what stands in it, what it asks for, and that nothing done in it is recorded or sent. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { allSettled, scopeBind } from 'effector'
import { useUnit } from 'effector-react'
import { type ReactElement, Suspense } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { createTools } from '#src/app/past/tools.ts'
import { openTimeline } from '#src/app/timeline.ts'
import { areas } from '#src/areas.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import { endSession } from '#src/commands/session.ts'
import { enterPath, setTheme } from '#src/commands/shell.ts'
import { clients } from '#src/reads/company.ts'
import { PastWindow } from '#src/routes/past-window.tsx'
import { shell } from '#src/stores/shell.ts'
import { $past, $timeline, pastOpened, type TimelineTools } from '#src/stores/timeline.ts'
import { type Desk, openDesk } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})

const origin = 'http://affiant.test'

async function opened(): Promise<TimelineTools> {
  desk = await openDesk()
  await desk.signIn('SystemAdmin')
  const ports = {
    who: areas.who,
    newId: () => crypto.randomUUID(),
    origin,
    onFault: (fault: unknown) => faults.push(fault),
  }
  openTimeline(desk, ports)
  return createTools({ ...ports, app: desk.app, http: desk.http })
}
const faults: unknown[] = []
const live = () => {
  const door = desk.app.scope.getState($timeline)
  if (!door) throw new Error('no timeline')
  return door.live
}
/** Goes somewhere as a screen would say it; answers the seq of having gone there. */
async function walk(path: string): Promise<number> {
  const { envelopes } = await desk.app.dispatch(enterPath({ path }))
  return envelopes[0]?.seq ?? 0
}

describe('the past', () => {
  it('stands in a scope of its own: nothing done there is recorded, sent, or seen in the present', async () => {
    const tools = await opened()
    await desk.app.dispatch(setTheme({ theme: 'dark' }))
    const seq = await walk('/overview/collect')
    const [lit] = (await desk.app.dispatch(setTheme({ theme: 'light' }))).envelopes
    await walk('/overview')
    await desk.rest()
    const tabId = desk.app.tabId()
    const { past, standing } = await tools.lookBack(live(), { log: 'account', seq, tabId })
    expect(standing).toMatchObject({
      path: '/overview/collect',
      whole: true,
      label: 'Go to /overview/collect',
    })
    expect(past.scope.getState(shell.$state).theme).toBe('dark')
    expect(desk.app.scope.getState(shell.$state).theme).toBe('light')

    let refused = 0
    past.onRefused(() => refused++)
    const head = await desk.app.log('account')?.head()
    const asked = desk.asked.length
    await allSettled(dispatch, { scope: past.scope, params: setTheme({ theme: 'light' }) })
    await allSettled(dispatch, { scope: past.scope, params: enterPath({ path: '/client' }) })
    await desk.rest()
    // What a screen says by itself is passed over; what a person does is answered.
    expect(refused).toBe(1)
    expect(past.scope.getState(shell.$state).theme).toBe('dark')
    expect(await desk.app.log('account')?.head()).toBe(head)
    expect(desk.asked).toHaveLength(asked)

    expect((await past.go({ log: 'account', seq: lit?.seq ?? 0, tabId })).path).toBe('/overview/collect')
    expect(past.scope.getState(shell.$state).theme).toBe('light')
    past.close()
    expect(faults).toEqual([])
  })

  it('asks for content again, by reads only, and keeps what comes to itself', async () => {
    const tools = await opened()
    const seq = await walk('/client')
    const tabId = desk.app.tabId()
    const { past } = await tools.lookBack(live(), { log: 'account', seq, tabId })
    scopeBind(clients.cache.clear, { scope: past.scope })()
    const known = desk.app.scope.getState(clients.cache.$entries).size
    const before = desk.asked.length
    const head = await desk.app.log('account')?.head()
    await allSettled(dispatch, { scope: past.scope, params: clients.request({}) })
    await waitFor(() => expect(past.scope.getState(clients.cache.$entries).has(clients.key({}))).toBe(true))
    expect(desk.asked.slice(before).map(({ name }) => name)).toEqual(['company.list'])
    expect(desk.app.scope.getState(clients.cache.$entries).size).toBe(known)
    expect(await desk.app.log('account')?.head()).toBe(head)
    past.close()
  })

  it('of a session from another server asks for nothing', async () => {
    const tools = await opened()
    const seq = await walk('/client')
    const source = { ...live(), imported: { ...about, origin: 'http://elsewhere.test' } }
    const { past } = await tools.lookBack(source, { log: 'account', seq, tabId: desk.app.tabId() })
    const before = desk.asked.length
    await allSettled(dispatch, { scope: past.scope, params: clients.request({}) })
    await desk.rest()
    expect(desk.asked).toHaveLength(before)
    expect(past.scope.getState(clients.cache.$entries).size).toBe(0)
    past.close()
  })

  it('fills the window under a bar that says so, steps by event, refuses what would change it, and is left by Escape', async () => {
    const tools = await opened()
    const collect = await walk('/overview/collect')
    const hub = await walk('/overview/datahub')
    // The timeline indexes the log; the bar steps through that index.
    desk.show('/client/eventlog')
    await screen.findByRole('tree', { name: 'Events' })
    cleanup()
    const at = await tools.lookBack(live(), { log: 'account', seq: hub, tabId: desk.app.tabId() })
    desk.mount(<Whole />)
    act(() => scopeBind(pastOpened, { scope: desk.app.scope })(at))
    const bar = await screen.findByRole('region', { name: 'The past' })
    expect(bar.textContent).toMatch(/^Looking at \d\d:\d\d:\d\d\. Go to \/overview\/datahub/)
    await screen.findByRole('heading', { level: 1, name: 'Data hub' }, { timeout: 8000 })

    fireEvent.keyDown(document.body, { key: '[' })
    await screen.findByRole('heading', { level: 1, name: 'Collect' }, { timeout: 8000 })
    expect(hub - collect).toBe(1)
    fireEvent.click(within(bar).getByRole('button', { name: 'One event on' }))
    await screen.findByRole('heading', { level: 1, name: 'Data hub' }, { timeout: 8000 })

    const head = await desk.app.log('account')?.head()
    fireEvent.click(await screen.findByRole('tab', { name: 'Jobs' }))
    expect(await within(bar).findByText('You are looking at the past.')).toBeTruthy()
    // A link of the past leads nowhere.
    const link = screen.getByRole('link', { name: /Overview/ })
    expect(fireEvent.click(link)).toBe(false)
    expect(fireEvent(link, new MouseEvent('auxclick', { bubbles: true, cancelable: true }))).toBe(false)
    expect(screen.getByRole('heading', { level: 1, name: 'Data hub' })).toBeTruthy()
    expect(await desk.app.log('account')?.head()).toBe(head)

    fireEvent.keyDown(document.body, { key: 'Escape' })
    await waitFor(() => expect(desk.app.scope.getState($past)).toBeNull())
    expect(screen.queryByTestId('past')).toBeNull()
  })

  it('is left when the session ends', async () => {
    const tools = await opened()
    const at = await tools.lookBack(live(), {
      log: 'account',
      seq: await walk('/client'),
      tabId: desk.app.tabId(),
    })
    desk.mount(<Whole />)
    act(() => scopeBind(pastOpened, { scope: desk.app.scope })(at))
    await screen.findByRole('region', { name: 'The past' })
    await act(() => desk.app.dispatch(endSession({ reason: 'expired', elsewhere: false })))
    await waitFor(() => expect(desk.app.scope.getState($past)).toBeNull())
  })
})

const about = {
  name: 'session.ndjson',
  by: 'Rita Vale',
  exportedAt: '2026-03-02T10:00:00.000Z',
  program: '0.1.0',
  origin,
  part: 'all',
  clockAhead: null,
  events: 1,
  fault: null,
  quarantined: [],
}

function Whole(): ReactElement | null {
  const past = useUnit($past)
  return past && <Suspense>{<PastWindow {...past} />}</Suspense>
}
