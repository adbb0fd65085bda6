// @vitest-environment jsdom
/** Questions that are asked again and again. */
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { createWatch } from 'effector'
import type { ReactElement } from 'react'
import { afterEach, expect, it } from 'vitest'
import { dispatch } from '#src/commands/dispatch.ts'
import { usePoll, useRead } from '#src/features/ui/answer.ts'
import { clients, projects } from '#src/reads/company.ts'
import { type Desk, openDesk } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})

function Poll(): ReactElement {
  usePoll(projects.request({}), 100)
  return <p>polls</p>
}

it('are asked every five seconds at most without the network, and at once when it is back', async () => {
  desk = await openDesk()
  await desk.signIn('Reviewer')
  // What is asked without the network reaches nobody who could count it.
  let asked = 0
  createWatch({ unit: dispatch, scope: desk.app.scope, fn: () => void asked++ })
  const passing = async (ms: number) => {
    const before = asked
    await act(() => new Promise((go) => setTimeout(go, ms)))
    return asked - before
  }
  desk.mount(<Poll />)
  expect(await passing(1_000)).toBeGreaterThan(3)
  act(() => desk.setOnline(false))
  await passing(300)
  expect(await passing(1_500)).toBe(0)
  act(() => desk.setOnline(true))
  expect(await passing(1_000)).toBeGreaterThan(3)
})

function Clients(): ReactElement {
  const { value } = useRead(clients, {}, { every: 50 })
  return <p>{value === null ? 'waiting' : `${value.length} clients`}</p>
}

it('wait for the answer on a line that is slower than they are asked, instead of canceling it', async () => {
  const open: (() => void)[] = []
  let come = 0
  desk = await openDesk({
    'company.list': async () => {
      come += 1
      await new Promise<void>((go) => open.push(go))
      return { data: [], totalCount: 0 }
    },
  })
  await desk.signIn('Reviewer')
  const before = come
  desk.mount(<Clients />)
  await waitFor(() => expect(come).toBe(before + 1))
  await act(() => new Promise((go) => setTimeout(go, 500)))
  expect(come).toBe(before + 1)
  expect(screen.getByText('waiting')).toBeTruthy()
  for (const go of open.splice(0)) go()
  await screen.findByText('0 clients')
  await waitFor(() => expect(come).toBe(before + 2))
})
