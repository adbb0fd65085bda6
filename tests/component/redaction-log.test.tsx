// @vitest-environment jsdom
/** The screen of redactions: what is to be checked stands above the log, and is checked document by document. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { DocumentToCheck } from '#contracts/redaction-check.ts'
import { type Answers, type Desk, openDesk } from '#tests/support/screens.tsx'

let desk: Desk
let due: readonly DocumentToCheck[] = []
afterEach(async () => {
  cleanup()
  await desk.close()
})

const answers: Answers = {
  'redactions.toCheck': () => ({ data: due, totalCount: due.length, next: null }),
  'redactions.check': () => {
    due = []
    return { documentId: 101, revision: 5, checked: 3 }
  },
  'redactions.log': () => ({ data: [], totalCount: 0, next: null }),
  'redactions.labels': () => ({ data: [], totalCount: 0 }),
}

it('lists documents whose redactions are to be checked, with why and how many, until all of one are said to be right', async () => {
  due = [
    {
      ...{ documentId: 101, controlNumber: 'NWE00000101', revision: 4 },
      ...{ onPages: 2, inCells: 1, ofOthers: false, why: 'file' },
    },
  ]
  desk = await openDesk(answers)
  await desk.signIn('SeniorReviewer')
  desk.show('/overview/redact')
  const table = await screen.findByRole('table', { name: 'Redactions to be checked' })
  expect(screen.getByText('1 document to be checked')).toBeTruthy()
  expect(table.textContent).toContain('It has another file')
  expect(table.textContent).toContain('2 redactions on pages, 1 redaction in cells')
  fireEvent.click(within(table).getByRole('button', { name: 'All redactions of NWE00000101 are right' }))
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Redactions to be checked' })).toBeNull())
  expect(desk.asked.filter(({ name }) => name === 'redactions.check').map(({ body }) => body)).toMatchObject([
    { documentId: 101, revision: 4 },
  ])
})

it('does not offer to check redactions of others to who may not change those', async () => {
  due = [
    {
      ...{ documentId: 101, controlNumber: 'NWE00000101', revision: 4 },
      ...{ onPages: 1, inCells: 0, ofOthers: true, why: 'pages' },
    },
  ]
  desk = await openDesk(answers)
  await desk.signIn('Reviewer')
  desk.show('/overview/redact')
  const table = await screen.findByRole('table', { name: 'Redactions to be checked' })
  expect(table.textContent).toContain('Some are by others')
  expect(within(table).queryByRole('button')).toBeNull()
})
