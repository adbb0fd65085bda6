// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button, IconButton } from './button.tsx'
import { firstButton, useKeptFocus } from './kept-focus.ts'
import { Section } from './page.tsx'
import { system } from './system.ts'

/** A group whose one button becomes what it is told when it is pressed. */
function Group({
  then,
  before,
}: {
  readonly then: 'disabled' | 'gone' | 'another'
  /** What stands before it. */
  readonly before?: ReactElement
}): ReactElement {
  const [pressed, setPressed] = useState(false)
  return (
    <span ref={useKeptFocus<HTMLSpanElement>(firstButton)}>
      {before}
      {!(pressed && then !== 'disabled') && (
        <Button key="one" disabled={pressed} onClick={() => setPressed(true)}>
          Pause
        </Button>
      )}
      {pressed && then === 'another' && <Button key="other">Resume</Button>}
    </span>
  )
}

const show = (what: ReactElement): void => {
  render(
    <ChakraProvider value={system}>
      <Section title="Job">{what}</Section>
    </ChakraProvider>,
  )
}

function press(name: string): void {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

afterEach(cleanup)

describe('the keyboard', () => {
  it('goes to the button that one has become', async () => {
    show(<Group then="another" />)
    press('Pause')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resume' })))
  })

  it.each([
    ['itself', { button: { display: 'none' }, around: {} }],
    ['by what it stands in', { button: {}, around: { display: 'none' } }],
    ['but keeps its room', { button: { visibility: 'hidden' }, around: {} }],
  ] as const)('goes to none that is hidden, %s', async (_how, { button, around }) => {
    show(
      <Group
        then="another"
        before={
          <span style={around}>
            <button type="button" style={button}>
              Open
            </button>
          </span>
        }
      />,
    )
    press('Pause')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Resume' })))
  })

  it.each(['disabled', 'gone'] as const)(
    'goes to the heading around where no button is left: %s',
    async (then) => {
      show(<Group then={then} />)
      press('Pause')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Job' })))
    },
  )

  it('stays on a button while what it has started is under way, which cannot be pressed meanwhile', () => {
    const [pressed, around, sent] = [vi.fn(), vi.fn(), vi.fn()]
    render(
      <ChakraProvider value={system}>
        {/* biome-ignore lint/a11y: stands for a row that opens what is pressed in it */}
        <div onClick={around}>
          <form onSubmit={sent}>
            <Button type="submit" busy onClick={pressed}>
              Save
            </Button>
            <IconButton icon="up" label="Raise" waits onClick={pressed} />
          </form>
        </div>
      </ChakraProvider>,
    )
    for (const name of ['Save', 'Raise']) {
      press(name)
      const button = screen.getByRole('button', { name })
      expect(document.activeElement).toBe(button)
      expect(button.getAttribute('aria-disabled')).toBe('true')
    }
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true')
    for (const heard of [pressed, around, sent]) expect(heard).not.toHaveBeenCalled()
  })
})
