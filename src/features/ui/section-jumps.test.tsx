// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Page, Section } from './page.tsx'
import { system } from './system.ts'

const scrolledTo = vi.fn()
beforeEach(() => {
  // jsdom cannot scroll.
  Element.prototype.scrollIntoView = scrolledTo
})
afterEach(cleanup)

const page = (second: boolean) => (
  <ChakraProvider value={system}>
    <Page title="Process" jumps>
      <Section title="Jobs">one</Section>
      {second && <Section title="Exceptions">two</Section>}
      <Section title="Settings">three</Section>
    </Page>
  </ChakraProvider>
)
const names = () =>
  within(screen.getByRole('navigation', { name: 'Sections of this page' })).getAllByRole('button')
const current = () => names().filter((one) => one.getAttribute('aria-current') === 'location')

it('names the sections that are there in their order, those that come later too', () => {
  const { rerender } = render(page(false))
  expect(names().map((one) => one.textContent)).toEqual(['Jobs', 'Settings'])
  rerender(page(true))
  expect(names().map((one) => one.textContent)).toEqual(['Jobs', 'Exceptions', 'Settings'])
  rerender(page(false))
  expect(names().map((one) => one.textContent)).toEqual(['Jobs', 'Settings'])
})

it('moves the focus to the heading of the section, and says that it is the current one', () => {
  render(page(true))
  for (const title of ['Exceptions', 'Jobs']) {
    fireEvent.click(screen.getByRole('button', { name: title }))
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: title, level: 2 }))
    expect(current().map((one) => one.textContent)).toEqual([title])
    expect(scrolledTo.mock.contexts.at(-1)).toBe(document.activeElement?.closest('section'))
  }
})

it('is not there on a page that does not ask for it', () => {
  render(
    <ChakraProvider value={system}>
      <Page title="Jobs">
        <Section title="Jobs">one</Section>
      </Page>
    </ChakraProvider>,
  )
  expect(screen.queryByRole('navigation')).toBeNull()
})
