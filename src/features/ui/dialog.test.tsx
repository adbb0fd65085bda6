// @vitest-environment jsdom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Section } from './page.tsx'
import { system } from './system.ts'

/** A page on which a dialog is opened by a button, which may go when the dialog is closed. */
function Asked({ once }: { readonly once: boolean }) {
  const [open, setOpen] = useState<boolean | null>(null)
  return (
    <>
      {!(once && open === false) && (
        <button type="button" onClick={() => setOpen(true)}>
          Delete
        </button>
      )}
      {open === true && (
        <Dialog open title="Delete it?" onClose={() => setOpen(false)}>
          It is gone then.
        </Dialog>
      )}
    </>
  )
}

async function openAndClose(once: boolean, inSection = false): Promise<void> {
  const asked = <Asked once={once} />
  render(
    <ChakraProvider value={system}>
      <main id="main" tabIndex={-1}>
        {inSection ? <Section title="Exceptions">{asked}</Section> : asked}
      </main>
    </ChakraProvider>,
  )
  const opener = screen.getByRole('button', { name: 'Delete' })
  opener.focus()
  fireEvent.click(opener)
  const dialog = await screen.findByRole('dialog')
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

afterEach(cleanup)

describe('a dialog that is closed', () => {
  it('gives the keyboard back to what opened it', async () => {
    await openAndClose(false)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' })))
  })

  it('gives it to the section that the opener stood in where that is gone', async () => {
    await openAndClose(true, true)
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Exceptions' })),
    )
  })

  it('gives it to the page where that is gone', async () => {
    await openAndClose(true)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })
})
