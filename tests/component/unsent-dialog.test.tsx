// @vitest-environment jsdom
/** What is asked where work stands in the way of a logout. */
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UnsentDialog } from '#src/features/shell/unsent-dialog.tsx'
import { type Desk, openDesk } from '#tests/support/screens.tsx'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(async () => {
  cleanup()
  expect(desk.faults).toEqual([])
  await desk.close()
})

const none = { count: 0, unsaved: 0, looks: 0, unchecked: false }
const buttons = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

describe('the question before a logout', () => {
  it.each([
    [{ ...none, count: 2 }, '2 changes not sent yet', 'Try to send again'],
    [{ ...none, looks: 1 }, '1 record of reading not sent yet', 'Try to send again'],
    [{ ...none, unchecked: true }, 'Unsent work could not be checked', 'Check again'],
  ])('says what would be lost, or that it is not known: %o', async (found, title, again) => {
    await act(async () => void desk.mount(<UnsentDialog {...found} />))
    const dialog = screen.getByRole('dialog', { name: title })
    expect(buttons()).toEqual(expect.arrayContaining(['Discard and log out', again, 'Stay signed in']))
    expect(dialog.textContent?.includes('could not read all of it')).toBe(found.unchecked)
    expect(dialog.querySelector('ul') === null).toBe(found.unchecked)
  })
})
