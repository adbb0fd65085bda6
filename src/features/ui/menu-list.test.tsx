// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MenuList } from './menu-list.tsx'
import { system } from './system.ts'

/** What waits for the next frame, so that a test can close the menu before it. */
let frames: FrameRequestCallback[] = []
beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => {
    frames[frame - 1] = () => {}
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  frames = []
})

describe('a menu', () => {
  it('that is closed before it was given the focus leaves the focus on its button', async () => {
    render(
      <ChakraProvider value={system}>
        <MenuList
          begins="first"
          trigger={<button type="button">Account</button>}
          groups={[{ items: [{ id: 'out', label: 'Log out', run: () => {} }] }]}
        />
      </ChakraProvider>,
    )
    const list = await screen.findByRole('menu')
    fireEvent.keyDown(list, { key: 'Escape' })
    await waitFor(() => expect(screen.getByRole('button')).toBe(document.activeElement))
    for (const frame of frames.splice(0)) frame(performance.now())
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button'))
  })
})
