// @vitest-environment jsdom
/** Words of the query in the cells of a spreadsheet. */
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { SheetHit } from '#contracts/sheets.ts'
import { hitsIn } from '#query/hits.ts'
import { sheetKey } from '#src/reads/sheets.ts'
import { findings } from '#src/stores/sheets-cache.ts'
import { ActionsProvider } from '../ui/actions.tsx'
import { system } from '../ui/system.ts'
import { MarkedWords } from './marked-words.tsx'
import { QueryHitBar } from './query-hit-bar.tsx'
import { useQueryHits } from './use-query-hits.ts'

afterEach(cleanup)

const terms = [
  { label: 'brine', tokens: ['brine'] },
  { label: 'brine pump', tokens: ['brine', 'pump'] },
]
const first: SheetHit = { sheet: 0, row: 4, column: 1, in: 'text', terms: [0, 1] }
const second: SheetHit = { sheet: 2, row: 0, column: 0, in: 'comment', terms: [0] }
const question = { about: 'hits' as const, documentId: 7, terms: terms.map(({ tokens }) => ({ tokens })) }

function Shown({ goTo }: { readonly goTo: (hit: SheetHit) => void }): ReactElement {
  return <QueryHitBar terms={terms} found={useQueryHits(7, terms, goTo)} />
}
const show = (more: boolean) => {
  findings.put({ key: sheetKey(question), value: { hits: [first, second], more } })
  const goTo = vi.fn()
  render(
    <ChakraProvider value={system}>
      <ActionsProvider>
        <Shown goTo={goTo} />
      </ActionsProvider>
    </ChakraProvider>,
  )
  return goTo
}

it('counts the cells of each term, and goes from cell to cell over all sheets and around', () => {
  const goTo = show(false)
  const bar = within(screen.getByRole('toolbar', { name: 'Hits' }))
  expect(bar.getByRole('status').textContent).toBe('2 hits')
  expect(bar.getByRole('button', { name: /brine 2$/ })).toBeTruthy()
  expect(bar.getByRole('button', { name: /brine pump 1$/ })).toBeTruthy()
  const next = bar.getByRole('button', { name: /^Next hit/ })
  for (const hit of [first, second, first]) {
    fireEvent.click(next)
    expect(goTo).toHaveBeenLastCalledWith(hit)
  }
  fireEvent.click(bar.getByRole('button', { name: /^Previous hit/ }))
  expect(goTo).toHaveBeenLastCalledWith(second)
  expect(bar.getByRole('status').textContent).toBe('Hit 2 of 2')
})

it('says that there are more than are counted', () => {
  show(true)
  const bar = within(screen.getByRole('toolbar', { name: 'Hits' }))
  expect(bar.getByRole('status').textContent).toBe('more than 2 hits')
  expect(bar.getByRole('button', { name: /brine 2\+$/ })).toBeTruthy()
})

it('marks words in a cell, one that lies within another by the outer one alone', () => {
  const { container } = render(
    <MarkedWords text="The BRINE pump, brine" find={(text) => hitsIn(text, terms, null)} />,
  )
  expect(container.textContent).toBe('The BRINE pump, brine')
  const marks = [...container.querySelectorAll('mark')].map((mark) => [mark.textContent, mark.dataset.term])
  expect(marks).toEqual([
    ['BRINE pump', '1'],
    ['brine', '0'],
  ])
})
