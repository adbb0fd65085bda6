// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CutList } from './cut-list.tsx'
import { system } from './system.ts'

afterEach(cleanup)

const show = (count: number) =>
  render(
    <ChakraProvider value={system}>
      <p data-testid="line">
        <CutList
          items={Array.from({ length: count }, (_, at) => `p${at + 1}`)}
          of="recipients"
          draw={(name) => name}
        />
      </p>
    </ChakraProvider>,
  )
const line = () => screen.getByTestId('line').textContent

it('shows the first of many names, says how many more there are, and shows them all when asked', () => {
  show(23)
  expect(line()).toBe('p1; p2; p3; p4 … 19 more')
  const button = screen.getByRole('button', { name: 'Show 19 more recipients' })
  expect(button.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button)
  expect(line()).toMatch(/p22; p23 show fewer$/)
  fireEvent.click(screen.getByRole('button', { name: 'Show fewer recipients' }))
  expect(line()).toBe('p1; p2; p3; p4 … 19 more')
})

it('cuts nothing off where that would take as much room as showing it', () => {
  show(5)
  expect(line()).toBe('p1; p2; p3; p4; p5')
  expect(screen.queryByRole('button')).toBeNull()
})
