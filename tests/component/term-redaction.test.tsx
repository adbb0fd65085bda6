// @vitest-environment jsdom
/** Redacting what is searched for: terms, what was found with its ticks, a label, and the receipt with its undo. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TermPlace, TermRedaction } from '#contracts/term-redactions.ts'
import { documentDetail, documentRow } from '#tests/fixtures/documents.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

const done: TermRedaction['search'] = {
  ...{ state: 'Completed', done: 1, all: 1, rate: null, secondsLeft: null, message: null },
}
const counts = { places: 2, ticked: 1, covered: 1 }
const found: TermRedaction = {
  ...{ jobId: 7, search: done, ...counts, documentCount: 1, forgotten: false, applied: null, undone: null },
  terms: [{ text: 'merger', how: 'term', ...counts }],
  documents: [
    {
      ...{ documentId: 101, controlNumber: 'NWE00000101', ...counts, left: null },
      uncovered: [{ term: 0, reason: 'fileName', count: 1 }],
    },
  ],
}
const place: TermPlace = {
  ...{ placeId: 1, page: 1, boxes: [1000, 1000, 2000, 1200], term: 0, ticked: true, covered: false },
  ...{ before: 'The ', found: 'merger', after: ' of Larkspur' },
}

let desk: Desk
let now: TermRedaction
beforeEach(() => {
  now = found
})
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)

const answers: Answers = {
  'documents.search': () => ({
    ...{ data: [documentRow(101)], totalCount: 1, hitCount: 1, snapshotId: 'snapshot-1', page: 1 },
    ...{ pageSize: 50, reading: '', tree: null, notes: [], withoutText: 0, indexedAsOf: null, tookMs: 1 },
  }),
  'documents.get': ({ query }) => ({ ...documentDetail(Number(query.documentId)), coding: [] }),
  'documents.recordView': () => undefined,
  'audit.documentHistory': () => ({ data: [], totalCount: 0, hidden: 0 }),
  'keywords.list': () => ({ data: [], totalCount: 0 }),
  'termRedactions.find': ({ body }) => {
    if (JSON.stringify(body).includes('AND'))
      return new Refusal(400, '“a AND b”: not so', 'query.invalid', {}, 'terms', {
        terms: [{ term: 0, message: 'Write each part as a term of its own.', start: 0, end: 7 }],
      })
    return { jobId: 7, auditIds: [1] }
  },
  'termRedactions.get': () => now,
  'termRedactions.places': () => ({
    data: [place, { ...place, placeId: 2, ticked: false, covered: true }],
    totalCount: 2,
  }),
  'termRedactions.tick': () => {
    now = { ...now, ticked: 0 }
    return { ticked: 0 }
  },
  'termRedactions.apply': () => {
    now = { ...now, applied: { jobId: 8, standing: done, label: '', made: 1, left: 0 } }
    return { jobId: 8, auditIds: [2] }
  },
  'termRedactions.undo': () => {
    now = { ...now, undone: { jobId: 9, standing: done, removed: 0, changed: 1 } }
    return { jobId: 9, auditIds: [3] }
  },
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Redact terms' }))
const open = async () => {
  desk = await openDesk(answers)
  await desk.signIn('SeniorReviewer')
  desk.show('/overview/review')
  await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('1 of 1'))
  screen.getByRole('listbox', { name: 'Documents' }).focus()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'x' })
  fireEvent.click(await screen.findByRole('button', { name: /^Redact terms/ }))
  return await dialog()
}

describe('redacting terms', () => {
  it('[label-prompt] [label-no-label-option] goes from terms over what was found to a receipt with its undo', async () => {
    let form = await open()
    fireEvent.click(form.getByRole('button', { name: 'Find' }))
    await form.findByText('Write a term or a pattern, or choose personal data below.')
    const terms = () => form.getByLabelText(/^Terms, one a line/)
    fireEvent.change(terms(), { target: { value: 'a AND b' } })
    fireEvent.click(form.getByRole('button', { name: 'Find' }))
    await form.findByText(/Write each part as a term of its own/)
    fireEvent.change(terms(), { target: { value: 'merger\n' } })
    fireEvent.click(form.getByLabelText('IBAN'))
    const patterns = form.getByLabelText(/^Patterns/)
    fireEvent.change(patterns, { target: { value: 'case \\d+\n' } })
    fireEvent.click(form.getByRole('button', { name: 'Find' }))

    await screen.findByRole('region', { name: 'Cannot be covered here' })
    form = await dialog()
    expect(asked('termRedactions.find').at(-1)?.body).toMatchObject({
      ...{ terms: ['merger'], expressions: ['case \\d+'], personalData: ['IBAN'] },
    })
    expect(form.getByRole('region', { name: 'Cannot be covered here' }).textContent).toContain(
      'NWE00000101: merger 1 time in its file name',
    )
    const box = await form.findByRole<HTMLInputElement>('checkbox', { name: 'Page 1: merger' })
    expect(box.checked).toBe(true)
    expect(
      form.getByRole<HTMLInputElement>('checkbox', { name: 'Page 1: merger, covered already' }).disabled,
    ).toBe(true)
    // Beside the words stands the piece of the page that would be covered.
    expect(document.querySelector('[data-strip] img')?.getAttribute('src')).toMatch(/\/101\/1\?projectId=/)
    // Arrows go from box to box.
    form.getByRole('checkbox', { name: 'All places in NWE00000101' }).focus()
    fireEvent.keyDown(document.activeElement ?? box, { key: 'ArrowDown' })
    expect(document.activeElement).toBe(box)

    fireEvent.click(form.getByRole('button', { name: 'Redact 1 place' }))
    expect(form.getByPlaceholderText('Enter a label')).toBeTruthy()
    await form.findByText('Enter a label, or choose No Label.')
    fireEvent.click(form.getByLabelText('No Label'))
    fireEvent.click(form.getByRole('button', { name: 'Redact 1 place' }))
    await form.findByText(/1 redaction made/)
    expect(asked('termRedactions.apply').map(({ body }) => body)).toMatchObject([{ label: '', reason: '' }])
    fireEvent.click(form.getByRole('button', { name: 'Undo' }))
    await form.findByText(/1 redaction left, because somebody has changed it since/)
    fireEvent.click(form.getByRole('button', { name: 'New search' }))
    await screen.findByLabelText(/^Terms, one a line/)
  })

  it('takes ticks off a place, a document and a term', async () => {
    const form = await open()
    fireEvent.change(form.getByLabelText(/^Terms, one a line/), { target: { value: 'merger' } })
    fireEvent.click(form.getByRole('button', { name: 'Find' }))
    await screen.findByRole('region', { name: 'Cannot be covered here' })
    const shown = await dialog()
    for (const [name, which] of [
      ['Page 1: merger', { placeIds: [1] }],
      ['All places in NWE00000101', { documentId: 101 }],
      ['All places of merger', { term: 0 }],
    ] as const) {
      now = found
      fireEvent.click(await shown.findByRole('checkbox', { name }))
      await waitFor(() => expect(asked('termRedactions.tick').at(-1)?.body).toMatchObject({ which }))
    }
  })
})
