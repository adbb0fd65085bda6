// @vitest-environment jsdom
/** The privilege log as a sheet: written by the keyboard, taken back, and settled where somebody else wrote meanwhile. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ReplyOf } from '#contracts/call.ts'
import type { getLogSettings, LogRow, logRows } from '#contracts/privilege-log.ts'
import { type Answers, type Asked, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

const at = '2026-03-02T10:00:00.000Z'

const blank = (documentId: number): LogRow => ({
  ...{ documentId, controlNumber: `NW00000${documentId}`, logNumber: null, treatment: 'withheld' },
  ...{ why: ['query'], values: { Title: `Letter ${documentId}`, Basis: '', Description: '' }, derived: {} },
  ...{ toDescribe: true, changed: [], version: 0, written: null },
})

let desk: Desk
let rows: LogRow[] = []
/** Whether somebody else is quicker than the next save. */
let rival: string | null = null

interface Body {
  readonly changes: readonly {
    readonly documentId: number
    readonly version: number
    readonly values: Readonly<Record<string, string | null>>
  }[]
}

/** As the record would have it: a cell that is written hides what the record says. */
function put(row: LogRow, values: Body['changes'][number]['values'], by: string): LogRow {
  const next = { ...row, values: { ...row.values }, derived: { ...row.derived } }
  for (const [source, value] of Object.entries(values)) {
    const says = next.derived[source] ?? next.values[source] ?? ''
    if (value === null) delete next.derived[source]
    else next.derived[source] = says
    next.values[source] = value ?? says
  }
  const toDescribe = next.values.Basis === '' || next.values.Description === ''
  return { ...next, version: row.version + 1, written: { by, at }, toDescribe, changed: [] }
}

function save({ body }: Asked) {
  const { changes } = body as Body
  if (rival !== null) {
    const by = rival
    rival = null
    rows = rows.map((row) => (row.documentId === 1 ? put(row, { Basis: 'Work product' }, by) : row))
  }
  const of = (id: number) => rows.find(({ documentId }) => documentId === id)
  const moved = changes.flatMap(({ documentId, version }) => {
    const row = of(documentId)
    return row === undefined || row.version === version ? [] : [row]
  })
  if (moved.length > 0)
    return new Refusal(409, 'Somebody has written there since.', 'conflict', {}, '', { rows: moved })
  rows = rows.map((row) => {
    const change = changes.find(({ documentId }) => documentId === row.documentId)
    return change === undefined ? row : put(row, change.values, 'Ada')
  })
  return { data: changes.map(({ documentId }) => of(documentId)), before: [] }
}

const page = (): ReplyOf<typeof logRows> => ({
  data: rows,
  totalCount: rows.length,
  counts: { all: rows.length, toDescribe: rows.length, withheld: rows.length, redacted: 0, changed: 0 },
  next: null,
  columns: ['Title', 'Basis', 'Description'].map((source) => ({ source, heading: source, writable: true })),
  settingsVersion: 1,
})

const settings: ReplyOf<typeof getLogSettings> = {
  version: 1,
  changed: null,
  settings: {
    withheld: { query: 'Privileged:yes', productions: true },
    redacted: { labels: [], reasons: [] },
    columns: [{ source: 'Basis', heading: 'Basis' }],
    lawyers: [],
    lawyerMark: '*',
    people: [],
    basisField: null,
    descriptionField: null,
    bases: ['Attorney-client', 'Work product'],
    phrases: ['Letter asking for legal advice'],
    dates: { form: 'MM/DD/YYYY', time: false },
  },
  fields: [],
  labels: ['AC'],
  reasons: [],
}

const answers: Answers = {
  'privilegeLog.rows': page,
  'privilegeLog.settings': () => settings,
  'privilegeLog.save': save,
}

beforeEach(() => {
  rows = [1, 2, 3].map(blank)
  rival = null
})
afterEach(async () => {
  cleanup()
  await desk.close()
})

const saves = () =>
  desk.asked.filter(({ name }) => name === 'privilegeLog.save').map(({ body }) => (body as Body).changes)
const cell = (row: number, column: number) => {
  const found = document.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`)
  if (found === null) throw new Error(`no cell ${row}:${column}`)
  return found
}
const key = (name: string, held: { ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name, ...held })
const typed = (text: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: / of NW/ }), { target: { value: text } })

async function opened(): Promise<void> {
  desk = await openDesk(answers)
  await desk.signIn('SeniorReviewer')
  desk.show('/overview/privilege-log')
  await screen.findByRole('grid', { name: 'Privilege log' })
  fireEvent.click(cell(0, 2))
  await waitFor(() => expect(document.activeElement).toBe(cell(0, 2)))
}

it('is written by the keyboard: arrows move, typing and Enter write, Tab goes on, Escape leaves, phrases are offered', async () => {
  await opened()
  key('A')
  typed('att')
  expect(
    within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Attorney-client'])
  key('ArrowDown')
  key('Tab')
  await waitFor(() => expect(document.activeElement).toBe(cell(0, 3)))
  expect(cell(0, 2).textContent).toContain('Attorney-client')
  key('Enter')
  typed('Advice on the merger')
  key('Enter')
  await waitFor(() => expect(document.activeElement).toBe(cell(1, 3)))
  key('ArrowLeft')
  await waitFor(() => expect(document.activeElement).toBe(cell(1, 2)))
  key('F2')
  typed('not this')
  key('Escape')
  await waitFor(() => expect(document.activeElement).toBe(cell(1, 2)))
  await desk.rest()
  expect(saves()).toEqual([
    [{ documentId: 1, version: 0, values: { Basis: 'Attorney-client' } }],
    [{ documentId: 1, version: 1, values: { Description: 'Advice on the merger' } }],
  ])
  expect(cell(1, 2).textContent).not.toContain('not this')
  expect(within(screen.getByRole('region', { name: 'The row' })).getByText('NW000002')).toBeTruthy()
})

it('copies a cell to the rows that are chosen as one save, and takes all of it back and forth', async () => {
  rows = rows.map((row) => (row.documentId === 1 ? put(row, { Basis: 'Work product' }, 'Ben') : row))
  await opened()
  key('ArrowDown', { shiftKey: true })
  key('ArrowDown', { shiftKey: true })
  await waitFor(() => expect(document.activeElement).toBe(cell(2, 2)))
  key('ArrowUp')
  key('ArrowUp')
  await waitFor(() => expect(document.activeElement).toBe(cell(0, 2)))
  key('d', { ctrlKey: true })
  await desk.rest()
  const written = { Basis: 'Work product' }
  expect(saves().at(-1)).toEqual([
    { documentId: 2, version: 0, values: written },
    { documentId: 3, version: 0, values: written },
  ])
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await desk.rest()
  expect(saves().at(-1)).toEqual([
    { documentId: 2, version: 1, values: { Basis: null } },
    { documentId: 3, version: 1, values: { Basis: null } },
  ])
  await waitFor(() => expect(cell(1, 2).textContent).toBe('To write'))
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true, shiftKey: true })
  await desk.rest()
  expect(
    saves()
      .at(-1)
      ?.map(({ version, values }) => [version, values]),
  ).toEqual([
    [2, written],
    [2, written],
  ])
})

it('shows both texts where somebody else wrote meanwhile, and writes neither before it is decided', async () => {
  await opened()
  rival = 'Ben Ortiz'
  key('Enter')
  typed('Common interest')
  key('Enter')
  await desk.rest()
  fireEvent.click(cell(0, 2))
  const row = await screen.findByRole('region', { name: 'The row' })
  await waitFor(() => expect(row.textContent).toContain('Ben Ortiz wrote here'))
  expect(row.textContent).toContain('mine: Common interest')
  expect(row.textContent).toContain('theirs: Work product')
  expect(saves()).toHaveLength(1)
  fireEvent.click(within(row).getByRole('button', { name: 'Keep mine' }))
  await desk.rest()
  expect(saves().at(-1)).toEqual([{ documentId: 1, version: 1, values: { Basis: 'Common interest' } }])
  // What is taken back is what was kept over theirs.
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await desk.rest()
  expect(rows[0]?.values.Basis).toBe('Work product')
})

it('leaves a cell alone in which somebody else has written, when what stood there before would be put back', async () => {
  await opened()
  rival = 'Ben Ortiz'
  key('Enter')
  typed('Common interest')
  key('Enter')
  await desk.rest()
  fireEvent.click(cell(0, 2))
  fireEvent.click(await screen.findByRole('button', { name: 'Take theirs' }))
  await waitFor(() => expect(cell(0, 2).textContent).toContain('Work product'))
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await desk.rest()
  expect(rows[0]?.values.Basis).toBe('Work product')
  await screen.findByText(/Left as somebody else has written it since: NW000001/)
})
