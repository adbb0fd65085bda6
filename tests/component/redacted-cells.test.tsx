// @vitest-environment jsdom
/** Redacting cells in the grid of a spreadsheet, by the keyboard, and looking at the copy that would leave. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type RedactedCells, saveCells } from '#contracts/redacted-cells.ts'
import { copyRedactions, takeBackCopies } from '#contracts/redaction-copies.ts'
import { redactionWords } from '#contracts/redactions.ts'
import { lazy } from '#src/areas/lazy.ts'
import { undo } from '#src/commands/undo.ts'
import { SheetPane } from '#src/features/sheets/sheet-pane.tsx'
import { useAllActions } from '#src/features/ui/actions.tsx'
import { useKeys } from '#src/features/ui/keys.ts'
import { type Answers, type Desk, openDesk } from '#tests/support/screens.tsx'

const documentId = 101
const at = '2026-01-05T14:02:00.000Z'
const sheet = {
  ...{ name: 'Pay', hidden: 'visible', rows: 4, columns: 3, frozenRows: 0, frozenColumns: 0 },
  ...{ merges: [], widths: [], hiddenRows: [{ first: 2, last: 2 }], hiddenColumns: [] },
} as const
const rows = [
  ['Name', 'Pay', 'Note'],
  ['Ana', '100', 'Bonus agreed'],
  ['Ben', '50', 'Plain'],
  ['All', '150', ''],
]
const cellsIn = (table: readonly (readonly string[])[]) => ({
  data: table.map((row, index) => ({
    row: index,
    cells: row.map((text, column) => ({ column, text, kind: 'text' })).filter(({ text }) => text !== ''),
  })),
  upTo: table.length,
})

let desk: Desk
let revision = 0
/** The gestures by which copies have got redactions. */
let copied: string[] = []
let inForce = new Map<string, RedactedCells>()
let removed = new Map<string, RedactedCells & { removedBy: string; removedAt: string }>()
const now = () => ({
  ...{ documentId, revision, data: [...inForce.values()], totalCount: inForce.size },
  removed: [...removed.values()],
})
const take = (key: string) => {
  const one = inForce.get(key)
  if (one === undefined) return
  inForce.delete(key)
  removed.set(key, { ...one, version: one.version + 1, removedBy: 'Ana Lima', removedAt: at })
}

const answers: Answers = {
  'sheets.file': () => ({ state: 'ready', reason: '', missing: [], sheets: [sheet] }),
  'sheets.cells': () => cellsIn(rows),
  'redactedCells.load': () => now(),
  'redactedCells.save': ({ body }) => {
    const { gesture, markup } = saveCells.body.parse(body)
    for (const one of markup.add)
      inForce.set(one.key, { ...one, gesture, version: 1, by: 'Ana Lima', isOwn: true, at, toCheck: false })
    for (const { key, version, label } of markup.change) {
      const known = inForce.get(key)
      if (known !== undefined)
        inForce.set(key, { ...known, version: version + 1, label: label ?? known.label })
    }
    for (const { key } of markup.remove) take(key)
    revision += 1
    const touched = [...markup.add, ...markup.change].flatMap(({ key }) => inForce.get(key) ?? [])
    const gone = markup.remove.flatMap(({ key }) => removed.get(key) ?? [])
    return { revision, data: touched, removed: gone, edit: null }
  },
  'redactedCells.clear': () => {
    for (const key of [...inForce.keys()]) take(key)
    revision += 1
    return { ...now(), edit: null }
  },
  'redactedCells.copy': () => {
    const kept = [...inForce.values()].some(({ kind }) => kind === 'kept')
    return {
      ...{ documentId, revision, state: 'ready', reason: '', faults: [], coveredCells: 1, leftOut: [] },
      ...{ sheets: [{ ...sheet, hiddenRows: [] }], moreDependents: false, alsoOpen: [], moreOpen: false },
      dependents: [
        {
          ...{ sheet: 0, range: 'B4', through: { sheet: 0, range: 'B2' }, isKept: kept },
          why: 'It is worked out from cells that are covered.',
        },
      ],
    }
  },
  'redactedCells.FetchGrid': () =>
    cellsIn([
      ['Name', 'Pay'],
      ['Ana', 'PII'],
      ['Ben', '50'],
      ['All', 'PII'],
    ]),
  'redactions.copies': () => ({ documentId, count: 2 }),
  'redactions.copy': ({ body }) => {
    copied.push(copyRedactions.body.parse(body).gesture)
    return { documents: 2, redactions: 2, left: [], next: null }
  },
  'redactions.takeBackCopies': ({ body }) => {
    const { copied: gesture } = takeBackCopies.body.parse(body)
    copied.splice(copied.indexOf(gesture), 1)
    return { redactions: 2, changed: 0, more: false }
  },
  'redactedCells.lastGesture': () => ({
    documentId,
    last: inForce.has('other-browser-1')
      ? { at, remove: ['other-browser-1'], restore: [], change: [] }
      : null,
  }),
  'redactions.labels': () => ({ data: [{ label: 'PII', reason: '', count: 3 }], totalCount: 1 }),
}

function Sheets() {
  useKeys(useAllActions(), true)
  return <SheetPane documentId={documentId} terms={[]} find={nothing} />
}
const nothing = () => []

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  )
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(900)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600)
  revision = 0
  copied = []
  inForce = new Map()
  removed = new Map()
})
afterEach(async () => {
  cleanup()
  expect(desk.faults).toEqual([])
  await desk.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const start = async (role: Parameters<Desk['signIn']>[0] = 'ReviewManager') => {
  desk = await openDesk(answers)
  await desk.signIn(role)
  await Promise.all((['sheets', 'redaction', 'redactedCells'] as const).map(lazy.load))
  desk.mount(<Sheets />)
  await screen.findByText('Bonus agreed')
}
const grid = () => screen.getByRole('grid')
const press = (key: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}) =>
  fireEvent.keyDown(grid(), { key, ...more })
const bar = () => within(screen.getByRole('toolbar', { name: 'Redact' }))
const covers = (look: string) =>
  [...document.querySelectorAll(`.cover.${look}`)].map((one) => one.textContent)
const places = () => [...inForce.values()].map(({ kind, range, label }) => [kind, range, label])
const saved = (count: number) =>
  waitFor(() => {
    expect(inForce.size).toBe(count)
    expect(screen.queryByText(/not saved yet/)).toBeNull()
  })

it('[screen-spreadsheet-redaction] covers cells, rows and columns by the keyboard, with a label, and takes them back', async () => {
  await start()
  press('r')
  await screen.findByRole('toolbar', { name: 'Redact' })
  const label = bar().getByLabelText(redactionWords.labelPrompt)
  fireEvent.change(label, { target: { value: 'PII' } })
  fireEvent.keyDown(label, { key: 'Enter' })
  await desk.rest()
  press('ArrowDown')
  press('ArrowRight')
  press('Enter')
  await saved(1)
  expect(places()).toEqual([['cells', 'B2', 'PII']])
  expect(covers('covered')).toEqual(['PII'])
  // Read out with what it is.
  expect(screen.getByLabelText('Redacted, PII: B2, 100').getAttribute('role')).toBe('gridcell')

  press('ArrowDown')
  press('ArrowRight', { shiftKey: true })
  expect(bar().getByRole('button', { name: 'Redact B3:C3' })).toBeTruthy()
  press(' ', { shiftKey: true })
  press('Enter')
  await saved(2)
  press('ArrowUp')
  press(' ', { ctrlKey: true })
  press('Enter')
  await saved(3)
  expect(places().slice(1)).toEqual([
    ['rows', '3', 'PII'],
    ['columns', 'A', 'PII'],
  ])
  await act(() => desk.app.dispatch(undo({ stream: `document:${documentId}` })))
  await saved(2)
  press('ArrowUp', { ctrlKey: true })
  for (const key of ['ArrowDown', 'ArrowRight']) press(key)
  press('Delete')
  await saved(1)
  expect(places()).toEqual([['rows', '3', 'PII']])
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Redact' })).toBeNull())
})

it('[redact-spreadsheet-capability] covers words of a cell, marks what depends on covered cells, and shows the copy in the same grid', async () => {
  await start()
  press('r')
  await screen.findByRole('toolbar', { name: 'Redact' })
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) press(key)
  const words = bar().getByRole('textbox', { name: 'Words of C2 to redact' })
  fireEvent.change(words, { target: { value: 'AGREED' } })
  fireEvent.click(bar().getByRole('button', { name: 'Redact in C2' }))
  await saved(1)
  expect([...inForce.values()]).toMatchObject([{ kind: 'text', range: 'C2', pieces: [{ from: 6, to: 12 }] }])
  press('ArrowLeft')
  press('Enter')
  await saved(2)
  await waitFor(() => expect(covers('depends')).toEqual(['Depends on B2']), { timeout: 4_000 })
  for (const key of ['ArrowDown', 'ArrowDown']) press(key)
  fireEvent.click(bar().getByRole('button', { name: 'Keep B4 open' }))
  await saved(3)
  await waitFor(() => expect(covers('kept')).toHaveLength(1))
  expect(places().at(-1)).toEqual(['kept', 'B4', ''])

  press('R', { shiftKey: true })
  await waitFor(() => expect(screen.getAllByText('PII').length).toBeGreaterThan(0), { timeout: 4_000 })
  expect(screen.queryByText('Bonus agreed')).toBeNull()
  expect(covers('covered')).toEqual([])
})

it('[msg-clear-redactions-confirm] lists what is covered, offers the copy, and clears all after it has asked', async () => {
  await start()
  press('r')
  await screen.findByRole('toolbar', { name: 'Redact' })
  press('Enter')
  await saved(1)
  fireEvent.click(screen.getByRole('button', { name: 'Redactions (1)' }))
  const list = within(await screen.findByRole('region', { name: 'Redactions' }))
  expect(list.getByRole('button', { name: 'Sheet 1, A1: No Label' })).toBeTruthy()
  const link = await list.findByRole('link', { name: 'Download the redacted copy' }, { timeout: 4_000 })
  expect(link.getAttribute('href')).toMatch(/^\/sheet\/download-file\?documentId=101&projectId=\d+$/)
  fireEvent.click(list.getByRole('button', { name: 'Clear all …' }))
  expect(screen.getByText(redactionWords.clearAll)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }))
  await saved(0)
  expect(await list.findByRole('button', { name: 'Restore' })).toBeTruthy()
})

it('brings them to exact copies as one step, and takes back what was done in another browser', async () => {
  revision = 1
  inForce.set('other-browser-1', {
    ...{ key: 'other-browser-1', sheet: 0, kind: 'cells', range: 'A1', pieces: [], label: '', reason: '' },
    ...{ gesture: 'other-gesture', version: 1, by: 'Ana Lima', isOwn: true, at, toCheck: false },
  })
  await start()
  press('r')
  await screen.findByRole('toolbar', { name: 'Redact' })
  fireEvent.click(await screen.findByRole('button', { name: 'Redactions (1)' }))
  const list = within(await screen.findByRole('region', { name: 'Redactions' }))
  fireEvent.click(await list.findByRole('button', { name: /^Undo your last step/ }))
  await saved(0)
  press('Enter')
  await saved(1)
  fireEvent.click(await list.findByRole('button', { name: 'Apply to 2 exact copies' }))
  await waitFor(() => expect(copied).toHaveLength(1))
  await act(() => desk.app.dispatch(undo({ stream: `document:${documentId}` })))
  await waitFor(() => expect(copied).toEqual([]))
  // The step before is not taken back with it.
  expect(inForce.size).toBe(1)
})
