// @vitest-environment jsdom
/** Figures that lead to what they count. */
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CommandInput } from '#src/commands/define.ts'
import { dispatch } from '#src/commands/dispatch.ts'
import type { Lead } from './lead.tsx'
import { BarList } from './page.tsx'
import { system } from './system.ts'

const said: CommandInput[] = []
let unwatch: () => void
beforeEach(() => {
  said.length = 0
  unwatch = dispatch.watch((input) => void said.push(input))
})
afterEach(() => {
  unwatch()
  cleanup()
})

const Where = () => <p>At {useLocation().pathname}</p>
function shown(onGo: Lead['onGo'], name = 'Mann, Kay', elsewhere?: Lead['elsewhere']): HTMLElement {
  render(
    <ChakraProvider value={system}>
      <MemoryRouter initialEntries={['/overview']}>
        <BarList
          label="Documents by custodian"
          rows={[
            { name, count: 3, lead: { to: '/list', ...(onGo && { onGo }), ...(elsewhere && { elsewhere }) } },
          ]}
        />
        <Where />
      </MemoryRouter>
    </ChakraProvider>,
  )
  return screen.getByRole('link')
}

it('go to the list once it is known what it lists', async () => {
  const known = Promise.withResolvers<void>()
  fireEvent.click(shown(() => known.promise))
  await Promise.resolve()
  expect(screen.getByText('At /overview')).toBeDefined()
  known.resolve()
  await screen.findByText('At /list')
  expect(said).toEqual([])
})

it('stay, and say so, where that cannot be had: the list of before is not what was counted', async () => {
  fireEvent.click(shown(() => Promise.reject(new TypeError('Failed to fetch'))))
  await waitFor(() => expect(said).toMatchObject([{ type: 'toasts.add', payload: { kind: 'error' } }]))
  expect(screen.getByText('At /overview')).toBeDefined()
})

it.each(['ctrlKey', 'metaKey', 'shiftKey'])(
  'leave the list of this tab as it is where another is opened: %s',
  (key) => {
    let gone = 0
    fireEvent.click(
      shown(() => gone++),
      { [key]: true },
    )
    expect(gone).toBe(0)
    expect(screen.getByText('At /overview')).toBeDefined()
  },
)

it.each([
  ['a click with Ctrl', (link: HTMLElement) => fireEvent.click(link, { ctrlKey: true })],
  ['a click with Cmd', (link: HTMLElement) => fireEvent.click(link, { metaKey: true })],
  [
    'the middle button',
    (link: HTMLElement) => fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 })),
  ],
  ['the menu of links', (link: HTMLElement) => fireEvent.contextMenu(link)],
])('tell another tab what they count, at the address that it opens: %s', (_, act) => {
  let [here, told] = [0, 0]
  const elsewhere = { to: '/list?list=key', onGo: () => told++ }
  const link = shown(() => here++, 'Mann, Kay', elsewhere)
  expect(link.getAttribute('href')).toBe('/list?list=key')
  act(link)
  expect([here, told]).toEqual([0, 1])
})

it('go to the page itself in this tab, whatever another one opens', async () => {
  let told = 0
  fireEvent.click(shown(() => {}, 'Mann, Kay', { to: '/list?list=key', onGo: () => told++ }))
  await screen.findByText('At /list')
  expect(told).toBe(0)
})

it('name whom they count without letting the name turn what stands around it', () => {
  const link = shown(undefined, 'Kay\u202enaM')
  expect(link.innerHTML).toBe('<bdi>Kay[U+202E]naM</bdi>')
  expect(screen.getByRole('rowheader').title).toBe('Kay[U+202E]naM')
})
