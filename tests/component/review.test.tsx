// @vitest-environment jsdom
/** The review screen: what it says when something cannot be done, and where it takes somebody up again. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { scopeBind } from 'effector'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuditRow } from '#contracts/audit.ts'
import type { FieldValue } from '#contracts/coding.ts'
import type { DocumentDetail, DocumentRow } from '#contracts/documents.ts'
import { fieldTypes } from '#contracts/project.ts'
import { selectProject } from '#src/commands/selection.ts'
import { treeCache } from '#src/stores/review.ts'
import { type Answers, type Desk, openDesk } from '#tests/support/screens.tsx'

const at = '2026-03-02T10:00:00.000Z'

const row = (documentId: number): DocumentRow => ({
  documentId,
  controlNumber: `NW${String(documentId).padStart(8, '0')}`,
  familyId: documentId,
  ordinal: 0,
  depth: 0,
  hit: true,
  title: `Letter ${documentId}`,
  from: 'Ada Northwind',
  parentDate: at,
  recordType: 'E-mail',
  custodian: 'Rivera',
  fileExtension: 'eml',
  attachments: 0,
  size: 100,
  hasText: true,
  coding: [],
  codedBy: null,
  tagIds: [],
})

const detail = (documentId: number): DocumentDetail => ({
  documentId,
  controlNumber: `NW${String(documentId).padStart(8, '0')}`,
  recordType: 'E-mail',
  title: `Letter ${documentId}`,
  custodian: 'Rivera',
  allCustodians: ['Rivera'],
  parentDate: at,
  mail: null,
  fileName: '',
  fileExtension: 'eml',
  mimeType: 'message/rfc822',
  size: 100,
  md5: '0'.repeat(32),
  sha1: '0'.repeat(40),
  sha256: '0'.repeat(64),
  html: null,
  text: 'Good morning',
  textTruncated: false,
  noText: null,
  family: [],
  coding: [],
  tagIds: [],
  etag: `"${documentId}"`,
})

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
const answers: Answers = {
  'documents.search': ({ body }) => {
    searches += 1
    const { queryString } = (body as { query: { queryString: string } }).query
    return {
      data: three.map(row),
      totalCount: three.length,
      hitCount: three.length,
      snapshotId: `snapshot-${searches}`,
      page: 1,
      pageSize: 50,
      reading: queryString,
      tree: queryString === '' ? null : tree,
      notes: [],
      withoutText: 0,
      indexedAsOf: null,
      tookMs: 1,
    }
  },
  'documents.page': () => ({ data: three.map(row), totalCount: three.length, page: 1, tree }),
  'documents.get': ({ query }) => ({
    ...detail(Number(query.documentId)),
    coding: query.documentId === '101' ? onRecord : [],
  }),
  'audit.documentHistory': () => ({ data: history, totalCount: history.length }),
  'coding.save': ({ body }) => {
    const { documentId, fields } = body as { documentId: number; fields: { value: string | null }[] }
    const values = fields.map(({ value }) => ({ fieldId: 1, value, version: 2, by: 'Ada Northwind', at }))
    return { documentId, values, auditIds: [9] }
  },
  'documents.recordView': () => undefined,
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
  onRecord = []
  history = []
  desk = await openDesk(answers)
  await desk.signIn('Reviewer')
})
afterEach(async () => {
  cleanup()
  await desk.close()
  vi.restoreAllMocks()
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
    await waitFor(() => expect(status.textContent).toBe('There is nothing to undo.'))
    press('Enter', { ctrlKey: true })
    await waitFor(() => expect(status.textContent).toBe('Hot is required.'))
    expect(position()).toBe('1 of 3')
  })

  it('flashes when it is said again, and goes by itself', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    await review()
    press('k')
    await waitFor(() => expect(said()).not.toBe(''))
    const first = document.querySelector('[data-refusal]')
    expect(first?.getAttribute('data-repeated')).toBeNull()
    press('k')
    await waitFor(() => expect(document.querySelector('[data-repeated]')).not.toBeNull())
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    await waitFor(() => expect(said()).toBe(''))
    vi.useRealTimers()
  })

  it('is said where the eye is in a narrow window, where the coding form is not in view', async () => {
    vi.stubGlobal('innerWidth', 600)
    desk.show('/overview/review')
    await waitFor(() => expect(position()).toMatch(/^1 of 3$/))
    press('z', { ctrlKey: true })
    await waitFor(() => expect(said()).toBe('There is nothing to undo.'))
    fireEvent.click(screen.getByRole('button', { name: 'List' }))
    press('k')
    await waitFor(() => expect(said()).toBe('This is the first document.'))
    vi.unstubAllGlobals()
  })
})

describe('a narrow window', () => {
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

describe('the form', () => {
  it('says that what is typed into a number is none', async () => {
    await review()
    const pages = screen.getByRole('textbox', { name: 'Pages' })
    fireEvent.change(pages, { target: { value: 'many' } })
    fireEvent.blur(pages)
    await screen.findByText('This is no number: the field stays empty.')
    fireEvent.change(pages, { target: { value: '12' } })
    fireEvent.blur(pages)
    await waitFor(() => expect(screen.queryByText(/This is no number/)).toBeNull())
  })
})

describe('what was coded on another day', () => {
  const row = (over: Partial<AuditRow>): AuditRow => ({
    auditId: 5,
    seq: 5,
    at,
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
    onRecord = [{ fieldId: 1, value: 'yes', version: 1, by: 'Ada Northwind', at }]
    history = [row({})]
    await review()
    const earlier = within(await screen.findByRole('list', { name: 'Earlier, on the record' }))
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
    await waitFor(() => expect(said()).toBe('There is nothing to undo.'))
  })

  it('is not asked for where nothing stands there in this person’s name', async () => {
    onRecord = [{ fieldId: 1, value: 'yes', version: 1, by: 'Ben Novak', at }]
    await review()
    press('j')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    await desk.rest()
    expect(desk.asked.filter(({ name }) => name === 'audit.documentHistory')).toEqual([])
  })
})
