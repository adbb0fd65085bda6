// @vitest-environment jsdom
/** Overlay from file: what it would change is read before anything is, then it is loaded as one change of many. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { BulkReceipt } from '#contracts/bulk.ts'
import { type OverlayReport, overlayLimits } from '#contracts/overlay.ts'
import { loadFile } from '#src/commands/overlay.ts'
import { faultKinds, rowList } from '#src/features/overlay/words.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const start = async (answers: Answers = {}) => {
  desk = await openDesk(answers)
  await desk.signIn('LitigationSupport')
  desk.show('/overview/ProjectSetting')
  await screen.findByRole('heading', { name: 'Overlay from file' })
}

const report: OverlayReport = {
  overlayId: 6,
  kind: 'fields',
  key: { column: 'Doc', field: 'Control_Number' },
  columns: [
    { column: 'Box', field: 'Box', fieldId: 31, changes: 3 },
    { column: 'Shelf', field: null, fieldId: null, changes: 0 },
  ],
  rows: 9,
  matched: 5,
  documents: 5,
  unmatched: 2,
  changes: 3,
  alreadySo: 1,
  faults: [
    { row: 4, column: 'Doc', code: 'unmatched', reason: 'No document of review has this.' },
    { row: 6, column: 'Box', code: 'badValue', reason: 'Box takes a whole number.' },
    { row: 8, column: 'Doc', code: 'unmatched', reason: 'No document of review has this.' },
  ],
  faultCount: 3,
}
const receipt: BulkReceipt = {
  jobId: 7,
  kind: 'do',
  rootId: 7,
  reverses: null,
  reversedBy: null,
  commandId: 'command-0001',
  what: 'coding',
  title: 'Load Box by Doc',
  userId: 5,
  by: 'Ada Northwind',
  at: '2026-03-02T10:00:00.000Z',
  endedAt: '2026-03-02T10:00:01.000Z',
  state: 'Completed',
  rate: null,
  secondsLeft: null,
  message: null,
  documents: 5,
  done: 5,
  writtenDocuments: 2,
  written: 2,
  alreadySo: 2,
  left: { gone: 0, changed: 1, readOnly: 0, refused: 0, direct: 0, held: 0, privilege: 0 },
}
const look = async (
  file: File | null,
  more: (dialog: ReturnType<typeof within>) => void = () => undefined,
) => {
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a file' }))
  const dialog = within(await screen.findByRole('dialog'))
  if (file !== null) fireEvent.change(dialog.getByLabelText(/^File/), { target: { files: [file] } })
  more(dialog)
  fireEvent.click(dialog.getByRole('button', { name: 'Preview' }))
  return dialog
}
const csv = (text: string) => new File([text], 'boxes.csv', { type: 'text/csv' })
const choose = (dialog: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(dialog.getByLabelText(label), { target: { value } })

describe('values from a file', () => {
  it('[rest-any-project-doc-bulk-metadata] are looked at first: what would change, and what is wrong by kind with its rows', async () => {
    await start({ 'overlay.checkMetadata': () => report })
    await screen.findByRole('heading', { name: 'No file is being looked at' })
    await look(csv('Doc,Box,Shelf\nNW1,3,4\n'), (dialog) => {
      choose(dialog, 'Identifier column', ' Doc ')
      choose(dialog, 'What that column holds', 'Control_Number')
      choose(dialog, 'Empty cells', 'clear')
    })
    const faults = within(await screen.findByRole('table', { name: 'Faults of the file' }))
    expect(
      faults
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      'Finds no documentNo document of review has this.4, 82',
      'The value does not fit its fieldBox takes a whole number.61',
    ])
    const columns = within(screen.getByRole('table', { name: 'Columns of the file' }))
    expect(
      columns
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual(['BoxBox3', 'ShelfNothing: no such field–'])
    expect(screen.getByText('5 find documents, 2 find none')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All faults as CSV' }).getAttribute('href')).toContain(
      '/project/document/bulk-metadata/6/faults?projectId=11',
    )
    const [sent] = asked('overlay.checkMetadata')
    expect(sent?.query).toEqual({ key: 'Doc', by: 'Control_Number', blank: 'clear' })
    expect(sent?.body).toBeInstanceOf(File)
    expect(asked('overlay.apply')).toEqual([])
  })

  it('[rest-any-project-doc-bulk-metadata] are loaded once, with progress, a receipt and an undo', async () => {
    let ended = false
    let undone = false
    await start({
      'overlay.checkMetadata': () => report,
      'overlay.apply': () => ({ jobId: 7, auditIds: [40, 41] }),
      'bulk.list': () => ({ data: [receipt], totalCount: 1 }),
      'bulk.get': () => {
        const now: BulkReceipt = ended
          ? { ...receipt, reversedBy: undone ? 8 : null }
          : { ...receipt, state: 'Running', done: 2, endedAt: null }
        return { receipt: now, chain: [now] }
      },
      'bulk.undo': () => {
        undone = true
        return { jobId: 8, auditIds: [42] }
      },
    })
    await look(csv('Doc,Box\nNW1,3\n'))
    fireEvent.click(await screen.findByRole('button', { name: 'Load 3 values' }))
    const bar = await screen.findByRole('progressbar', { name: 'Progress of Load Box by Doc' })
    await waitFor(() => expect(bar.getAttribute('aria-valuetext')).toBe('2 of 5'))
    const seen = asked('fields.list').length
    ended = true
    await screen.findByText('2 values written into 2 documents, 1 value left as before')
    expect(screen.queryByRole('button', { name: /^Load/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Receipt' }).getAttribute('href')).toBe('/project/allJobs?job=7')
    // How many documents have a value is counted anew.
    await waitFor(() => expect(asked('fields.list').length).toBeGreaterThan(seen))
    const [sent] = asked('overlay.apply')
    expect(sent?.params).toEqual({ overlayId: '6' })
    expect(sent?.headers.get('idempotency-key')).toBeTruthy()
    // From another tab, or by a key that was held.
    await act(() => desk.app.dispatch(loadFile({ title: 'Load Box by Doc', count: 5 })))
    await screen.findByText('This file has been loaded. Undo that, or look at the file again.')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(asked('bulk.undo').map(({ body }) => body)).toMatchObject([{ jobId: 7 }]))
    await screen.findByText(/It was taken back since/)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it('custom ids are told of by their own call, and nothing can be loaded where nothing would change', async () => {
    const so: OverlayReport = { ...report, kind: 'customIds', changes: 0, faults: [], faultCount: 0 }
    await start({ 'overlay.checkCustomIds': () => so })
    await look(csv('Doc,Custom_Id\nNW1,C-1\n'), (dialog) => choose(dialog, 'What it gives', 'customIds'))
    await screen.findByText('There is nothing to load: no value would change.')
    expect((screen.getByRole('button', { name: 'Load 0 values' }) as HTMLButtonElement).disabled).toBe(true)
    expect(screen.queryByRole('table', { name: 'Faults of the file' })).toBeNull()
    expect(asked('overlay.checkCustomIds').map(({ query }) => query)).toEqual([{ blank: 'keep' }])
  })

  it('a file that cannot be read is refused in the words of the server, and another takes its place', async () => {
    let readable = false
    await start({
      'overlay.checkMetadata': () =>
        readable ? report : new Refusal(400, 'No column says which documents.'),
    })
    await look(csv('a,b\n1,2\n'))
    await screen.findByText('No column says which documents.')
    expect(screen.queryByRole('button', { name: /^Load/ })).toBeNull()
    readable = true
    await look(csv('Doc,Box\nNW1,3\n'))
    await screen.findByRole('button', { name: 'Load 3 values' })
    expect(screen.queryByText('No column says which documents.')).toBeNull()
  })

  it('a load that is refused says why, and can be tried again', async () => {
    let refuses = true
    await start({
      'overlay.checkMetadata': () => report,
      'overlay.apply': () =>
        refuses ? new Refusal(409, 'There is nothing in it now.') : { jobId: 7, auditIds: [40] },
      'bulk.list': () => ({ data: [receipt], totalCount: 1 }),
      'bulk.get': () => ({ receipt, chain: [receipt] }),
    })
    await look(csv('Doc,Box\nNW1,3\n'))
    fireEvent.click(await screen.findByRole('button', { name: 'Load 3 values' }))
    await screen.findByText('There is nothing in it now.')
    refuses = false
    fireEvent.click(screen.getByRole('button', { name: 'Load 3 values' }))
    await screen.findByText(/2 values written into 2 documents/)
  })

  it('no file, an empty one and one that is too large are not sent', async () => {
    await start()
    const dialog = await look(null)
    await dialog.findByText('Choose the file.')
    const give = (file: File) => {
      fireEvent.change(dialog.getByLabelText(/^File/), { target: { files: [file] } })
      fireEvent.click(dialog.getByRole('button', { name: 'Preview' }))
    }
    give(new File([], 'empty.csv'))
    await dialog.findByText('This file is empty.')
    give(new File([new Uint8Array(overlayLimits.bytes + 1)], 'large.csv'))
    await dialog.findByText('A file has at most 8.00 MB: part it.')
    expect(desk.asked.filter(({ name }) => name.startsWith('overlay.'))).toEqual([])
  })
})

it('faults are gathered by kind, each row once, in order', () => {
  const fault = (row: number, code: 'badValue' | 'twice') => ({ row, column: null, code, reason: `${row}` })
  expect(
    faultKinds([fault(9, 'badValue'), fault(2, 'twice'), fault(3, 'badValue'), fault(9, 'badValue')]),
  ).toEqual([
    { code: 'badValue', rows: [3, 9], reason: '9' },
    { code: 'twice', rows: [2], reason: '2' },
  ])
  expect(rowList([2, 5])).toBe('2, 5')
  expect(rowList(Array.from({ length: 14 }, (_, n) => n + 1))).toBe(
    '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more',
  )
})
