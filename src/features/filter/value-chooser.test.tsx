// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { system } from '../ui/system.ts'
import { ValueChooser } from './value-chooser.tsx'

afterEach(cleanup)

const amount = (documents: number) => ({ documents, bytes: 0 })

it('shows folders below the folder that they are in, each named whole to who cannot see that, and turns them by their way', () => {
  const turned: string[] = []
  const counts: [string, number][] = [
    ['Trial', 9],
    ['Own', 5],
    ['Trial / Hot', 4],
    ['Trial / Cold', 3],
    ['Gone / Here', 1],
  ]
  render(
    <ChakraProvider value={system}>
      <ValueChooser
        title="Folder"
        field="Folder"
        facet={{
          ...{ field: 'Folder', none: amount(0), others: { ...amount(0), values: 0 } },
          values: counts.map(([value, documents]) => ({ value, ...amount(documents) })),
        }}
        chosen={{ values: [], none: false, excluded: false }}
        onValue={(value) => turned.push(value)}
        onNone={() => {}}
        onExclude={() => {}}
      />
    </ChakraProvider>,
  )
  expect(screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)).toEqual([
    ...['Gone / Here1', 'Own5', 'Trial9', 'Cold3', 'Hot4'],
  ])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Trial / Hot 4' }))
  expect(turned).toEqual(['Trial / Hot'])
})
