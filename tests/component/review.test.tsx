// @vitest-environment jsdom
/** The review screen: what it says when something cannot be done, and where it takes somebody up again. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { scopeBind } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuditRow } from '#contracts/audit.ts'
import type { FieldValue } from '#contracts/coding.ts'
import { fieldTypes } from '#contracts/project.ts'
import { requestPage, search } from '#src/commands/review-list.ts'
import { requestProgress } from '#src/commands/running-jobs.ts'
import { selectProject } from '#src/commands/selection.ts'
import { documentCache, pageCache, treeCache } from '#src/stores/review.ts'
import { projectJobsKey, runningJobs } from '#src/stores/running-jobs.ts'
import { documentDetail, documentRow, sentAt } from '#tests/fixtures/documents.ts'
import { mayAs } from '#tests/support/may.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

const field = (fieldId: number, field_name: string, field_type_id: number, is_required = false) => ({
  coding_form_field_id: fieldId + 10,
  fieldId,
  position: fieldId,
  field_name,
  field_type_id,
  is_read_only: false,
  is_required,
  is_single_choice: false,
  is_multi: false,
  values: [],
})

const three = [101, 102, 103]
/** What stands on the record of the first document, and how it came to be. */
let onRecord: FieldValue[] = []
let history: AuditRow[] = []
const tree = { kind: 'term', token: 'good', pattern: false }
let searches = 0
let found: readonly number[] = three
/** Documents of the project that no word can find. */
let withoutText = 0
/** The one text of each document. */
const extracted = {
  ...{ origin: 'extracted', language: null, name: 'Extracted Text', redactable: false, characters: 12 },
  ...{ truncated: false, confidence: null, engine: null, at: null, source: null },
} as const
const inText = { origin: 'extracted', language: null } as const
const places = {
  documentId: 101,
  data: [
    { ...inText, kind: 'Payment card', confidence: 'likely', start: 5, end: 12 },
    { ...inText, kind: 'Telephone', confidence: 'potential', start: 0, end: 4 },
  ],
  totalCount: 700,
}
let personalData: () => unknown = () => places
/** Documents with nothing to read in them. */
let silent: readonly number[] = []
/** Documents that are spreadsheets, and what kind each is. */
let spreadsheets: Readonly<Record<string, string>> = {}
/** How far the index is opened, each told once; the next answer comes when it is let. */
let openings: string[] = []
let opened: Promise<void> = Promise.resolve()
const answers: Answers = {
  'documents.search': async ({ body }) => {
    const opening = openings.shift()
    if (opening !== undefined) return new Refusal(503, opening, 'search.opening')
    await opened
    searches += 1
    const { queryString } = (body as { query: { queryString: string } }).query
    if (queryString.startsWith('(')) {
      const refusal = new Refusal(400, 'A bracket is not closed.')
      return Object.assign(refusal, {
        reply: { ...refusal.reply, data: { code: 'unbalanced', start: 0, end: 1 } },
      })
    }
    return {
      data: found.map((id) => documentRow(id)),
      totalCount: found.length,
      hitCount: found.length,
      snapshotId: `snapshot-${searches}`,
      page: 1,
      pageSize: 50,
      reading: queryString,
      tree: queryString === '' ? null : tree,
      notes: [],
      withoutText,
      indexedAsOf: null,
      tookMs: 1,
    }
  },
  'documents.page': () => ({
    data: three.map((id) => documentRow(id)),
    totalCount: three.length,
    page: 1,
    tree,
  }),
  'documents.get': ({ query }) => ({
    ...documentDetail(Number(query.documentId)),
    texts: [extracted],
    ...(silent.includes(Number(query.documentId)) ? { html: null, text: null } : {}),
    ...(spreadsheets[String(query.documentId)] ? { mimeType: spreadsheets[String(query.documentId)] } : {}),
    coding: query.documentId === '101' ? onRecord : [],
  }),
  'audit.documentHistory': () => ({ data: history, totalCount: history.length, hidden: 0 }),
  'coding.save': ({ body }) => {
    const { documentId, fields } = body as { documentId: number; fields: { value: string | null }[] }
    const values = fields.map(({ value }) => ({
      fieldId: 1,
      value,
      version: 2,
      by: 'Ada Northwind',
      at: sentAt,
    }))
    return { documentId, values, auditIds: [9] }
  },
  'documents.recordView': () => undefined,
  'analysis.related': ({ query }) => ({
    ...{ documentId: Number(query.documentId), analysed: true, family: [] },
    thread: { data: [], totalCount: 0, absent: 'notInReview' },
    ...{ nearDuplicates: { data: [], totalCount: 0 }, copies: { data: [], totalCount: 0 } },
  }),
  'analysis.personalData': () => personalData(),
  'texts.get': ({ query }) => ({
    ...{ ...extracted, documentId: Number(query.documentId), text: 'Good morning' },
    ...{ unsure: [], sentences: [] },
  }),
  'project.listFields': () => ({
    data: ['From', 'Sent_Date', 'Body'].map((name, at) => ({
      fieldId: at + 1,
      name,
      displayName: name,
      typeId: fieldTypes.shortText,
      multiValue: false,
      kind: 'metadata',
      searchable: name !== 'Body',
    })),
    totalCount: 3,
  }),
  'coding.listForms': () => ({
    data: [{ coding_form_id: 1, name: 'First pass', isSelected: true, revision: 1 }],
    totalCount: 1,
  }),
  'coding.getForm': () => ({
    coding_form_id: 1,
    name: 'First pass',
    isSelected: true,
    modifyActionType: 0,
    revision: 1,
    sections: [
      {
        sectionId: 1,
        position: 1,
        name: 'Decision',
        isExpanded: true,
        isEditing: false,
        fields: [field(1, 'Hot', fieldTypes.shortText, true), field(2, 'Pages', fieldTypes.integer)],
      },
    ],
  }),
}

let desk: Desk
const position = () => screen.getByTestId('position').textContent
const press = (key: string, more: { ctrlKey?: boolean } = {}) =>
  fireEvent.keyDown(document.body, { key, ...more })
/** What is said of refusals, wherever it is said. */
const said = () =>
  screen
    .getAllByRole('status', { name: 'Not done' })
    .map(({ textContent }) => textContent)
    .join('')
const review = async (path = '/overview/review') => {
  const shown = desk.show(path)
  await waitFor(() => expect(position()).toMatch(/^\d+ of 3$/))
  await screen.findByRole('textbox', { name: /^Hot/ })
  return shown
}

beforeEach(async () => {
  withoutText = 0
  onRecord = []
  history = []
  found = three
  silent = []
  spreadsheets = {}
  personalData = () => places
  openings = []
  opened = Promise.resolve()
  desk = await openDesk(answers)
  await desk.signIn('Reviewer')
})
afterEach(async () => {
  cleanup()
  await desk.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('what cannot be done', () => {
  it('is said under the position at both ends of the list', async () => {
    await review()
    press('k')
    await waitFor(() => expect(said()).toBe('This is the first document.'))
    press('j')
    press('j')
    await waitFor(() => expect(position()).toBe('3 of 3'))
    await waitFor(() => expect(said()).toBe(''))
    press('j')
    await waitFor(() => expect(said()).toBe('This is the last document.'))
  })

  it('is said in the coding panel: a required field that is empty, nothing to undo', async () => {
    await review()
    press('z', { ctrlKey: true })
    const panel = within(screen.getByTestId('coding-panel'))
    const status = panel.getByRole('status', { name: 'Not done' })
    await waitFor(() => expect(status.textContent).toBe('There is nothing to undo on this document.'))
    press('Enter', { ctrlKey: true })
    await waitFor(() => expect(status.textContent).toBe('Hot is required.'))
    expect(position()).toBe('1 of 3')
  })

  it('flashes when it is said again, stays however long it takes to be read, and goes when it is closed', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await review()
    press('k')
    await waitFor(() => expect(said()).not.toBe(''))
    const first = document.querySelector('[data-refusal]')
    expect(first?.getAttribute('data-repeated')).toBeNull()
    press('k')
    await waitFor(() => expect(document.querySelector('[data-repeated]')).not.toBeNull())
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(said()).toBe('This is the first document.')
    vi.useRealTimers()
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(said()).toBe(''))
    press('k')
    await waitFor(() => expect(said()).toBe('This is the first document.'))
  })

  it('is said where the eye is in a narrow window, where the coding form is not in view', async () => {
    vi.stubGlobal('innerWidth', 600)
    desk.show('/overview/review')
    await waitFor(() => expect(position()).toMatch(/^1 of 3$/))
    press('z', { ctrlKey: true })
    await waitFor(() => expect(said()).toBe('There is nothing to undo on this document.'))
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    press('k')
    await waitFor(() => expect(said()).toBe('This is the first document.'))
    vi.unstubAllGlobals()
  })
})

describe('what did not come', () => {
  it('of a query that cannot be read, the list and the place in it stay, and the query bar says why and where', async () => {
    await review()
    press('j')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    const bar = screen.getByRole('textbox', { name: 'Search documents' })
    fireEvent.change(bar, { target: { value: '(a OR b' } })
    fireEvent.submit(screen.getByRole('search'))
    const alert = await within(screen.getByRole('search')).findByRole('alert')
    expect(alert.textContent).toBe('At character 1: A bracket is not closed.')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    screen.getByRole('listbox', { name: 'Documents' })
    expect(position()).toBe('2 of 3')
    press('j')
    await waitFor(() => expect(position()).toBe('3 of 3'))
  })

  it('of the metadata is said, and can be asked for again', async () => {
    await review()
    fireEvent.click(screen.getByRole('tab', { name: 'Metadata' }))
    await screen.findByRole('heading', { name: 'The metadata could not be loaded' })
    const asked = () => desk.asked.filter(({ name }) => name === 'documents.metadata').length
    const before = asked()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(asked()).toBeGreaterThan(before))
  })
})

describe('a spreadsheet', () => {
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const chosen = () => screen.getByRole('tab', { selected: true }).textContent
  const goTo = async (key: 'j' | 'k', place: string, view: string) => {
    press(key)
    await waitFor(() => expect([position(), chosen()]).toEqual([place, view]))
  }

  it.each([xlsx, 'application/vnd.ms-excel', 'text/csv', 'application/vnd.oasis.opendocument.spreadsheet'])(
    '[val-native-spreadsheet-types] opens on its sheets, and a letter as itself: %s',
    async (mimeType) => {
      spreadsheets = { 102: mimeType }
      await review()
      expect(chosen()).toBe('Document')
      await goTo('j', '2 of 3', 'Sheet')
      await goTo('j', '3 of 3', 'Document')
    },
  )

  it('opens on the view that was chosen: of spreadsheets, or of all that has it', async () => {
    spreadsheets = { 102: xlsx, 103: xlsx }
    await review()
    // Of a letter it is no choice about spreadsheets.
    fireEvent.click(screen.getByRole('tab', { name: 'Document' }))
    await goTo('j', '2 of 3', 'Sheet')
    fireEvent.click(screen.getByRole('tab', { name: 'Document' }))
    await goTo('j', '3 of 3', 'Document')
    press('v')
    press('s')
    await waitFor(() => expect(chosen()).toBe('Sheet'))
    press('v')
    press('d')
    await waitFor(() => expect(chosen()).toBe('Document'))
    fireEvent.click(screen.getByRole('tab', { name: 'Sheet' }))
    await goTo('k', '2 of 3', 'Sheet')
    await goTo('k', '1 of 3', 'Document')
    fireEvent.click(screen.getByRole('tab', { name: 'Text' }))
    await goTo('j', '2 of 3', 'Text')
  })

  it('whose sheets cannot be had leads to its text', async () => {
    spreadsheets = { 101: xlsx }
    await review()
    await screen.findByRole('heading', { name: 'The spreadsheet could not be loaded' })
    fireEvent.click(screen.getByRole('button', { name: 'Show the text' }))
    expect((await screen.findByTestId('text-body')).textContent).toBe('Good morning')
  })
})

describe('personal data', () => {
  it('is looked for when it is asked for, and each place leads into the text', async () => {
    const marked = new Map<string, { readonly ranges: readonly StaticRange[] }>()
    vi.stubGlobal('CSS', { highlights: marked })
    vi.stubGlobal(
      'Highlight',
      class {
        readonly ranges: readonly StaticRange[]
        constructor(...ranges: readonly StaticRange[]) {
          this.ranges = ranges
        }
      },
    )
    Element.prototype.scrollBy = () => undefined
    Range.prototype.getBoundingClientRect = () => new DOMRect()
    await review()
    fireEvent.click(screen.getByRole('tab', { name: 'Related' }))
    const find = await screen.findByRole('button', { name: 'Find PII in its text' })
    expect(desk.asked.filter(({ name }) => name === 'analysis.personalData')).toEqual([])
    find.focus()
    fireEvent.click(find)
    const first = await screen.findByRole('button', { name: /^Payment card/ })
    // The button that was pressed is gone: the keyboard goes on at what it has brought.
    await waitFor(() => expect(document.activeElement).toBe(first))
    const list = within(screen.getByRole('region', { name: /^PII/ }))
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Payment cardLikelycharacter 6',
      'TelephonePotentialcharacter 1',
    ])
    expect(list.getByRole('heading').textContent).toBe('PII2 of 700')
    fireEvent.click(list.getByRole('button', { name: /^Payment card/ }))
    expect((await screen.findByTestId('text-body')).textContent).toBe('Good morning')
    await waitFor(() => expect(marked.get('led-to')?.ranges).toHaveLength(1))
    const [place] = marked.get('led-to')?.ranges ?? []
    expect([place?.startOffset, place?.endOffset]).toEqual([5, 12])
    // Asked for as a whole, the text is marked no more.
    fireEvent.click(screen.getByRole('button', { name: 'Extracted Text' }))
    await waitFor(() => expect(marked.has('led-to')).toBe(false))
  })

  it('says where none is there, and where it could not be looked for', async () => {
    personalData = () => new Refusal(500, 'It could not be done.')
    await review()
    fireEvent.click(screen.getByRole('tab', { name: 'Related' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Find PII in its text' }))
    await screen.findByRole('heading', { name: 'PII could not be searched for' })
    personalData = () => ({ documentId: 101, data: [], totalCount: 0 })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('None was found in its text.')
  })
})

describe('the query bar', () => {
  it('leads from the name of a file that no text holds to the search by file name', async () => {
    await review()
    found = []
    const bar = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search documents' })
    fireEvent.change(bar, { target: { value: 'larkspur' } })
    fireEvent.submit(screen.getByRole('search'))
    await screen.findByRole('heading', { name: 'No document matches' })
    expect(screen.queryByRole('button', { name: 'Search file names' })).toBeNull()
    fireEvent.change(bar, { target: { value: 'report.xlsx' } })
    fireEvent.submit(screen.getByRole('search'))
    const lead = await screen.findByRole('button', { name: 'Search file names' })
    found = three
    fireEvent.click(lead)
    await waitFor(() => expect(bar.value).toBe('File_Name:"report.xlsx"'))
    // The keyboard goes on as after any search: to what was found.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('listbox', { name: 'Documents' })),
    )
  })

  it('says of a search by words how many documents have none, and leads to them', async () => {
    withoutText = 3
    await review()
    // All documents are there: nothing was missed.
    expect(screen.queryByRole('button', { name: /without text/ })).toBeNull()
    const bar = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search documents' })
    fireEvent.change(bar, { target: { value: 'larkspur' } })
    fireEvent.submit(screen.getByRole('search'))
    await screen.findByRole('button', { name: '3 without text' })
    // They are counted in the whole project, and so they are listed, whatever the search was narrowed to.
    const narrowed = { includeFamily: true, viewer: 'parentsOnly', filter: 'unreviewed' } as const
    await act(() => void desk.app.dispatch(search({ queryString: 'larkspur', ...narrowed })))
    fireEvent.click(await screen.findByRole('button', { name: '3 without text' }))
    await waitFor(() => expect(bar.value).toBe('Has_Text:No'))
    await waitFor(() =>
      expect(desk.asked.findLast(({ name }) => name === 'documents.search')?.body).toMatchObject({
        query: { queryString: 'Has_Text:No', includeFamily: false },
        viewer: 'parentsAndChildren',
        filter: 'all',
      }),
    )
    await waitFor(() => expect(screen.queryByRole('button', { name: /without text/ })).toBeNull())
  })

  it('shows the fields that a query can ask for while one writes it', async () => {
    await review()
    const bar = screen.getByRole('textbox', { name: 'Search documents' })
    fireEvent.focus(bar)
    await screen.findByText('From Sent_Date')
    fireEvent.blur(bar)
    expect(screen.queryByText('From Sent_Date')).toBeNull()
  })

  it('keeps what is being typed when a search comes from elsewhere, and shows the search where nobody types', async () => {
    await review()
    const bar = screen.getByRole<HTMLInputElement>('textbox', { name: 'Search documents' })
    const elsewhere = (queryString: string) => act(() => desk.app.dispatch(search({ queryString })))
    act(() => bar.focus())
    fireEvent.change(bar, { target: { value: 'rig' } })
    await elsewhere('well')
    expect(bar.value).toBe('rig')
    act(() => bar.blur())
    await elsewhere('casing')
    expect(bar.value).toBe('casing')
    // Entered and not typed into: what comes is picked whole, so that the first key begins a query of its own.
    act(() => bar.focus())
    await elsewhere('mud')
    expect(bar.value).toBe('mud')
    expect([bar.selectionStart, bar.selectionEnd]).toEqual([0, 3])
  })
})

describe('a project without documents', () => {
  it('says so, and offers no key that leads nowhere', async () => {
    found = []
    desk.show('/overview/review')
    expect(await screen.findAllByRole('heading', { name: 'No documents yet' })).toHaveLength(2)
    expect(screen.queryByText(/press j/)).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add data' })).toBeNull()
    press('j')
    await waitFor(() => expect(said()).toBe('There is no document in the list.'))
  })
})

describe('a second window', () => {
  it('does not offer what is not in it, and says whether everything is saved', async () => {
    desk.show('/overview/review-fullscreen?follow=another-tab')
    await screen.findByTestId('unsent')
    expect(screen.queryByRole('button', { name: /Pull the viewer out/ })).toBeNull()
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
    const dialog = within(await screen.findByRole('dialog', { name: 'Keys of this screen' }))
    dialog.getByText('Next document')
    expect(dialog.queryByText('Go to the search')).toBeNull()
  })
})

describe('a narrow window', () => {
  it('says which document is coded, and gives the keyboard to the document that Enter shows', async () => {
    vi.stubGlobal('innerWidth', 600)
    desk.show('/overview/review')
    await waitFor(() => expect(position()).toMatch(/^1 of 3$/))
    fireEvent.click(screen.getByRole('button', { name: 'Coding' }))
    expect((await screen.findByLabelText('Document in view')).textContent).toBe('NW00000101Letter 101')
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    fireEvent.keyDown(await screen.findByRole('listbox', { name: 'Documents' }), { key: 'Enter' })
    const shown = await screen.findByRole('region', { name: 'Document' })
    await waitFor(() => expect(document.activeElement).toBe(shown))
    vi.unstubAllGlobals()
  })

  it('shows the document on Escape from the form, and gives it the keyboard', async () => {
    vi.stubGlobal('innerWidth', 600)
    desk.show('/overview/review')
    await waitFor(() => expect(position()).toMatch(/^1 of 3$/))
    fireEvent.click(screen.getByRole('button', { name: 'Coding' }))
    const hot = await screen.findByRole('textbox', { name: /^Hot/ })
    hot.focus()
    fireEvent.keyDown(hot, { key: 'Escape' })
    const shown = await screen.findByRole('region', { name: 'Document' })
    await waitFor(() => expect(document.activeElement).toBe(shown))
    expect(screen.queryByTestId('coding-panel')).toBeNull()
    vi.unstubAllGlobals()
  })

  it('moves through the list with the keys without leaving it, and Enter shows the document', async () => {
    vi.stubGlobal('innerWidth', 600)
    desk.show('/overview/review')
    await waitFor(() => expect(position()).toMatch(/^1 of 3$/))
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    const list = await screen.findByRole('listbox', { name: 'Documents' })
    fireEvent.keyDown(list, { key: 'ArrowDown' })
    await waitFor(() => expect(list.getAttribute('aria-activedescendant')).toBe('row-1'))
    expect(screen.getByRole('listbox', { name: 'Documents' })).toBe(list)
    fireEvent.keyDown(list, { key: 'Enter' })
    await screen.findByRole('heading', { name: 'Letter 102' })
    expect(screen.queryByRole('listbox', { name: 'Documents' })).toBeNull()
    vi.unstubAllGlobals()
  })
})

describe('a search of an index that is being opened', () => {
  it('says how far that is and what is left, and is answered when it is open', async () => {
    await review()
    const { promise, resolve } = Promise.withResolvers<void>()
    opened = promise
    openings = ['Opening the index …', 'Opening the index … 120,000 of 1,000,000 documents, 2 min left']
    const bar = screen.getByRole('textbox', { name: 'Search documents' })
    fireEvent.change(bar, { target: { value: 'good' } })
    fireEvent.submit(screen.getByRole('search'))
    await screen.findByText('Opening the index … 120,000 of 1,000,000 documents, 2 min left')
    resolve()
    await screen.findByText(/^3 documents/)
    expect(screen.queryByText(/Opening the index/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('a search that takes long', () => {
  it('can be stopped: what was found before stays, and it can be asked again', async () => {
    await review()
    opened = new Promise(() => {})
    const bar = screen.getByRole('textbox', { name: 'Search documents' })
    fireEvent.change(bar, { target: { value: 'good' } })
    fireEvent.submit(screen.getByRole('search'))
    fireEvent.click(await screen.findByRole('button', { name: 'Stop' }, { timeout: 3_000 }))
    const alert = await within(screen.getByRole('search')).findByRole('alert')
    expect(alert.textContent).toContain('The search was stopped.')
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull()
    screen.getByText(/^Of the search before · 3 documents/)
    opened = Promise.resolve()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText(/^3 documents/)
  })
})

describe('coming back', () => {
  const queries = () =>
    desk.asked
      .filter(({ name }) => name === 'documents.search')
      .map(({ body }) => (body as { query: { queryString: string } }).query.queryString)
  const bar = () => screen.getByRole('textbox', { name: 'Search documents' }) as HTMLInputElement

  it('to the screen shows the document that was left, at its place in the list', async () => {
    const { unmount } = await review()
    press('j')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    unmount()
    desk.show('/overview/review')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    await screen.findByRole('heading', { name: 'Letter 102' })
    expect(queries()).toEqual([''])
  })

  it('[store-local-review-search-input] begins a new tab with what was searched last, and shows it as the query', async () => {
    desk.local.setItem('reviewSearchInput', 'good')
    await review()
    expect(queries()).toEqual(['good'])
    await waitFor(() => expect(bar().value).toBe('good'))
  })

  it('[switch-project-search-marker] begins with everything where the project has changed since', async () => {
    desk.local.setItem('reviewSearchInput', 'good')
    await act(() => desk.app.dispatch(selectProject({ clientId: 1, projectId: 12 })))
    await desk.rest()
    await review()
    expect(queries()).toEqual([''])
    expect(bar().value).toBe('')
  })

  it('marks hits again where the query is known and what it was read as is not: after a reload, in a second window', async () => {
    desk.local.setItem('reviewSearchInput', 'good')
    await review()
    const hits = within(await screen.findByRole('toolbar', { name: 'Hits' }))
    await hits.findByText('1 hit')
    await act(async () => scopeBind(treeCache.clear, { scope: desk.app.scope, safe: true })())
    expect(screen.queryByRole('toolbar', { name: 'Hits' })).toBeNull()
    await within(await screen.findByRole('toolbar', { name: 'Hits' })).findByText('1 hit')
    expect(queries()).toEqual(['good'])
  })

  it('marks nothing where there is nothing to read, whatever was found in the document before', async () => {
    silent = [102]
    desk.local.setItem('reviewSearchInput', 'good')
    await review()
    const hits = within(await screen.findByRole('toolbar', { name: 'Hits' }))
    await hits.findByText('1 hit')
    press('j')
    await screen.findByText('There is no text to read yet')
    expect(hits.getByRole('status').textContent).toBe('0 hits')
    press('k')
    await hits.findByText('1 hit')
  })

  it('after a reload asks for a page of the list once, though its rows and its marks are missed by two', async () => {
    desk.local.setItem('reviewSearchInput', 'good')
    await review()
    const pages = () => desk.asked.filter(({ name }) => name === 'documents.page').length
    await act(async () => {
      for (const { clear } of [pageCache, treeCache])
        scopeBind(clear, { scope: desk.app.scope, safe: true })()
    })
    await waitFor(() => expect(pages()).toBe(1))
    await screen.findByRole('toolbar', { name: 'Hits' })
    // Said when the answer is here and the screen has not been drawn with it yet.
    await act(() => desk.app.dispatch(requestPage({ page: 1, again: true })))
    await desk.rest()
    expect(pages()).toBe(1)
  })

  it('asks for a page that is missed, however often the list is drawn meanwhile', async () => {
    await review()
    const { scope } = desk.app
    const put = scopeBind(pageCache.put, { scope, safe: true })
    // The clock stands but where it is said: a slow machine would else draw too seldom to show anything.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    try {
      await act(async () => scopeBind(pageCache.clear, { scope, safe: true })())
      for (let drawn = 0; drawn < 10; drawn++) {
        await act(async () => put({ key: `other-${drawn}`, value: [] }))
        await act(() => vi.advanceTimersByTimeAsync(20))
      }
    } finally {
      vi.useRealTimers()
    }
    await waitFor(() => expect(desk.asked.some(({ name }) => name === 'documents.page')).toBe(true))
  })
})

describe('the keyboard', () => {
  const hot = () => screen.getByRole('textbox', { name: /^Hot/ })
  const bar = () => screen.getByRole('textbox', { name: 'Search documents' })
  const list = () => screen.getByRole('listbox', { name: 'Documents' })

  it('goes on from the query to what was found, and back to the list with Escape', async () => {
    await review()
    bar().focus()
    fireEvent.change(bar(), { target: { value: 'good' } })
    fireEvent.submit(screen.getByRole('search'))
    await waitFor(() => expect(document.activeElement).toBe(list()))
    bar().focus()
    fireEvent.change(bar(), { target: { value: 'goo' } })
    fireEvent.keyDown(bar(), { key: 'Escape' })
    expect(document.activeElement).toBe(list())
    await waitFor(() => expect((bar() as HTMLInputElement).value).toBe('good'))
  })

  it('steps through the list as often as a held arrow says it, however late rows are drawn', async () => {
    await review()
    act(() => {
      fireEvent.keyDown(list(), { key: 'ArrowDown' })
      fireEvent.keyDown(list(), { key: 'ArrowDown' })
    })
    await waitFor(() => expect(position()).toBe('3 of 3'))
  })

  it('gets into the form, is kept at the required field that is empty, and goes on in the next document', async () => {
    await review()
    press('Enter', { ctrlKey: true })
    await waitFor(() => expect(document.activeElement).toBe(hot()))
    hot().blur()
    press('c')
    await waitFor(() => expect(document.activeElement).toBe(hot()))
    fireEvent.change(hot(), { target: { value: 'yes' } })
    fireEvent.keyDown(hot(), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(position()).toBe('2 of 3'))
    expect(desk.asked.find(({ name }) => name === 'coding.save')?.body).toMatchObject({
      documentId: 101,
      fields: [{ name: 'Hot', value: 'yes' }],
    })
    await waitFor(() => expect(document.activeElement).toBe(hot()))
    expect((hot() as HTMLInputElement).value).toBe('')
  })
})

describe('the keys of the screen', () => {
  it('name the nine figures in one line', async () => {
    await review()
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
    const dialog = within(await screen.findByRole('dialog', { name: 'Keys of this screen' }))
    const line = dialog.getByText(/^Choose a value/).parentElement
    expect(line?.textContent).toBe('Choose a value of the field1–9')
    expect(dialog.getAllByText(/value/)).toHaveLength(1)
  })
})

describe('a text that a job has made', () => {
  it('is in the document in view once the job has ended, and what is typed in the form stays', async () => {
    const job = {
      ...{ jobId: 31, projectId: 11, projectName: 'Larkspur', kind: 'summarize', title: 'Summaries' },
      ...{
        state: 'Running',
        itemsTotal: 1,
        itemsDone: 0,
        exceptions: 0,
        openExceptions: 0,
        bytesDone: 0,
        bytesTotal: 0,
      },
      ...{ rate: 0, secondsLeft: null, now: null, priority: 0 },
      ...{ retriable: 0, overtaken: false, message: null },
      ...{ createdBy: 'Ada Northwind', createdAt: sentAt, startedAt: sentAt, endedAt: null },
      reconciliation: null,
      collected: null,
    }
    let running: unknown[] = [job]
    let text = 'Good morning'
    await desk.close()
    desk = await openDesk({
      ...answers,
      'documents.get': ({ query }) => documentDetail(Number(query.documentId), { text }),
      'jobs.unfinishedProgress': () => ({ data: running, totalCount: running.length }),
      'jobs.get': () => ({ ...job, state: 'Completed', itemsDone: 1, endedAt: sentAt }),
    })
    await desk.signIn('ReviewManager')
    await review()
    const held = () => [...desk.app.scope.getState(documentCache.$entries).keys()].toSorted()
    await waitFor(() => expect(held()).toEqual(['101', '102', '103']))
    fireEvent.change(screen.getByRole('textbox', { name: /^Hot/ }), { target: { value: 'Perhaps' } })
    await act(() => desk.app.dispatch(requestProgress({ projectId: 11 })))
    await waitFor(() =>
      expect(desk.app.scope.getState(runningJobs.$entries).get(projectJobsKey(11))).toEqual([31]),
    )
    expect(screen.queryByText('Good evening')).toBeNull()
    text = 'Good evening'
    running = []
    await act(() => desk.app.dispatch(requestProgress({ projectId: 11 })))
    await screen.findByText('Good evening')
    expect(held()).toEqual(['101'])
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Hot/ }).value).toBe('Perhaps')
  })
})

describe('the form', () => {
  it('says that what is typed into a number is none', async () => {
    await review()
    const pages = screen.getByRole('textbox', { name: 'Pages' })
    fireEvent.change(pages, { target: { value: 'many' } })
    fireEvent.blur(pages)
    await screen.findByText('Enter a number.')
    fireEvent.change(pages, { target: { value: '12' } })
    fireEvent.blur(pages)
    await waitFor(() => expect(screen.queryByText('Enter a number.')).toBeNull())
  })
})

describe('what was coded on another day', () => {
  const row = (over: Partial<AuditRow>): AuditRow => ({
    auditId: 5,
    seq: 5,
    at: sentAt,
    userId: 5,
    userName: 'Ada Northwind',
    roleName: 'Reviewer',
    action: 'coding.saved',
    documentId: 101,
    field: 'Hot',
    oldValue: null,
    newValue: 'yes',
    how: 'manual',
    commandId: 'command-of-yesterday',
    correlationId: null,
    undo: { kind: 'do', group: 'command-of-yesterday', targets: [] },
    jobId: null,
    hash: '0'.repeat(64),
    ...over,
  })

  it('stands in the trail, and Ctrl+Z takes it back on the record', async () => {
    onRecord = [{ fieldId: 1, value: 'yes', version: 1, by: 'Ada Northwind', at: sentAt }]
    history = [row({})]
    await review()
    const earlier = within(await screen.findByRole('list', { name: 'Earlier, in the audit log' }))
    earlier.getByRole('button', { name: /^Hot: not coded → yes/ })
    press('z', { ctrlKey: true })
    await waitFor(() => expect(desk.asked.some(({ name }) => name === 'coding.save')).toBe(true))
    const saved = desk.asked.find(({ name }) => name === 'coding.save')
    expect(saved?.body).toMatchObject({
      fields: [{ name: 'Hot', value: null }],
      undo: { kind: 'undo', group: 'command-of-yesterday', targets: ['command-of-yesterday'] },
    })
    expect(saved?.headers.get('if-match')).toContain('1')
    await earlier.findByText('undone')
    press('z', { ctrlKey: true })
    await waitFor(() => expect(said()).toBe('There is nothing to undo on this document.'))
  })

  it('is no step of the form where no form codes it: the newest that one does is taken back', async () => {
    onRecord = [{ fieldId: 1, value: 'yes', version: 1, by: 'Ada Northwind', at: sentAt }]
    history = [
      row({}),
      row({ auditId: 6, field: 'Box number', newValue: 12, commandId: 'set-by-hand', undo: null }),
    ]
    await review()
    const earlier = within(await screen.findByRole('list', { name: 'Earlier, in the audit log' }))
    expect(earlier.getAllByRole('listitem')).toHaveLength(1)
    press('z', { ctrlKey: true })
    await waitFor(() => expect(desk.asked.some(({ name }) => name === 'coding.save')).toBe(true))
    expect(desk.asked.find(({ name }) => name === 'coding.save')?.body).toMatchObject({
      fields: [{ name: 'Hot', value: null }],
    })
  })

  it('is asked for once a document, however many show of it', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    onRecord = [{ fieldId: 1, value: 'yes', version: 1, by: 'Ada Northwind', at: sentAt }]
    history = [row({}), row({ auditId: 6, field: null, action: 'document.viewed', commandId: 'an-opening' })]
    await review()
    const looks = () =>
      desk.asked.filter(({ name }) => name === 'audit.documentHistory').map(({ query }) => query.documentId)
    await screen.findByRole('list', { name: 'Earlier, in the audit log' })
    press('v')
    press('h')
    const shown = within(await screen.findByRole('region', { name: 'History' }))
    expect(shown.getByRole('row', { name: /Hot: not coded → yes/ }).textContent).toContain('record')
    // What changed nothing stands behind a switch; it stays as it was left.
    expect(shown.queryByRole('row', { name: /Looked at/ })).toBeNull()
    const all = shown.getByRole('checkbox', { name: /^Also what changed nothing: .*\(1\)$/ })
    fireEvent.click(all)
    expect((await shown.findByRole('row', { name: /Looked at/ })).textContent).toContain('noted')
    press('v')
    press('d')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'History' })).toBeNull())
    press('v')
    press('h')
    await within(await screen.findByRole('region', { name: 'History' })).findByRole('row', {
      name: /Looked at/,
    })
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(looks()).toEqual(['101'])
    press('j')
    await waitFor(() => expect(looks()).toEqual(['101', '102']))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(looks()).toEqual(['101', '102'])
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(looks()).toEqual(['101', '102', '102']))
    vi.useRealTimers()
  })

  it('is not asked for where nothing stands there in this person’s name', async () => {
    onRecord = [{ fieldId: 1, value: 'yes', version: 1, by: 'Ben Novak', at: sentAt }]
    await review()
    press('j')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    await desk.rest()
    expect(desk.asked.filter(({ name }) => name === 'audit.documentHistory')).toEqual([])
  })
})

describe('what was tagged on another day', () => {
  const category = {
    tagCategoryId: 1,
    name: 'Issues',
    position: 1,
    exclusive: false,
    tags: [{ tagId: 21, name: 'Patent', position: 1, quickKey: 1 }],
  }
  /** A project whose documents are tagged and not coded by forms. */
  const byTags = {
    projectId: 11,
    projectName: 'Larkspur',
    companyId: 1,
    companyName: 'Northwind',
    prefix: 'NW',
    roleName: 'Reviewer',
    level: 6,
    may: mayAs('Reviewer'),
    settings: { timeZone: 'America/New_York', precedence: 'standard' },
    features: [],
    maxTextSize: 1_000_000,
    propagationEnabled: false,
    reviewerTrackingEnabled: false,
    codingIdleTimeout: 15,
    securableGroups: [],
  }
  const tagged: AuditRow = {
    auditId: 5,
    seq: 5,
    at: sentAt,
    userId: 5,
    userName: 'Ada Northwind',
    roleName: 'Reviewer',
    action: 'tags.changed',
    documentId: 101,
    field: 'Issues',
    oldValue: [],
    newValue: ['Patent'],
    how: 'manual',
    commandId: 'command-of-yesterday',
    correlationId: null,
    undo: { kind: 'do', group: 'command-of-yesterday', targets: [] },
    jobId: null,
    hash: '0'.repeat(64),
  }

  it('[tags-quick-tags-concept] one click on a tag puts it on the document', async () => {
    await desk.close()
    desk = await openDesk({
      ...answers,
      'project.get': () => byTags,
      'tags.list': () => ({ data: [category], totalCount: 1 }),
      'tags.apply': () => ({ documentId: 101, tagIds: [21], auditIds: [6] }),
    })
    await desk.signIn('Reviewer')
    desk.show('/overview/review')
    const tag = await screen.findByRole<HTMLInputElement>('checkbox', { name: /^Patent/ })
    fireEvent.click(tag)
    await waitFor(() =>
      expect(desk.asked.find(({ name }) => name === 'tags.apply')?.body).toMatchObject({
        documentId: 101,
        add: [21],
        remove: [],
      }),
    )
    await waitFor(() => expect(tag.checked).toBe(true))
  })

  it('stands in the trail of a project with tags, and Ctrl+Z takes it back on the record', async () => {
    await desk.close()
    history = [tagged]
    desk = await openDesk({
      ...answers,
      'project.get': () => byTags,
      'tags.list': () => ({ data: [category], totalCount: 1 }),
      'documents.get': ({ query }) => ({ ...documentDetail(Number(query.documentId)), tagIds: [21] }),
      'tags.apply': () => ({ documentId: 101, tagIds: [], auditIds: [6] }),
    })
    await desk.signIn('Reviewer')
    desk.show('/overview/review')
    const earlier = within(await screen.findByRole('list', { name: 'Earlier, in the audit log' }))
    earlier.getByRole('button', { name: /^Issues: no tag → Patent/ })
    // The row of the list says it too, and what is for forms is not offered.
    expect(
      within(screen.getAllByTitle('Tagged')[0]?.parentElement ?? document.body).getByTitle('Issues: Patent'),
    ).toBeTruthy()
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true })
    const keys = await screen.findByRole('dialog', { name: 'Keys of this screen' })
    expect(within(keys).queryByText('Save and next')).toBeNull()
    fireEvent.keyDown(keys, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('z', { ctrlKey: true })
    await waitFor(() =>
      expect(desk.asked.find(({ name }) => name === 'tags.apply')?.body).toMatchObject({
        documentId: 101,
        add: [],
        remove: [21],
        undo: { kind: 'undo', group: 'command-of-yesterday', targets: ['command-of-yesterday'] },
      }),
    )
    await earlier.findByText('undone')
  })
})
