// @vitest-environment jsdom
/** How a text stands in its column. */
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { system } from '../ui/system.ts'
import { TextBody } from './text-body.tsx'

afterEach(cleanup)
// jsdom cannot scroll.
Element.prototype.scrollTo = () => undefined

it('begins each page on a line of its own, and no place in the text moves', () => {
  const text = 'ends here\fBegins there'
  render(
    <ChakraProvider value={system}>
      <TextBody
        text={text}
        find={(whole) => [{ start: whole.indexOf('Begins'), end: whole.indexOf('there') - 1, term: 0 }]}
        focused={null}
        onHits={() => undefined}
      />
    </ChakraProvider>,
  )
  const body = screen.getByTestId('text-body')
  expect(body.textContent).toBe('ends here\nBegins there')
  expect(body.textContent).toHaveLength(text.length)
  expect(body.querySelector('mark')?.textContent).toBe('Begins')
})
