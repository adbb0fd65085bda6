// @vitest-environment jsdom
/** Many documents at once: picked in the list, changed in the panel, taken back with one key. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BulkReceipt } from '#contracts/bulk.ts'
import type { RoleName } from '#contracts/permission.ts'
import { fieldTypes } from '#contracts/project.ts'
import { documentDetail, documentRow, sentAt } from '#tests/fixtures/documents.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

const found = [101, 102, 103, 104]

const field = (
  fieldId: number,
  field_name: string,
  field_type_id: number,
  choices: readonly string[] = [],
) => ({
  coding_form_field_id: fieldId + 10,
  fieldId,
  position: fieldId,
  field_name,
  field_type_id,
  is_read_only: field_name === 'Remark',
  is_required: false,
  is_single_choice: false,
  is_multi: false,
  values: choices.map((text, position) => ({
    choiceId: position + 1,
    position,
    short_text_value: text,
    checked: false,
  })),
})
const fields = [
  field(1, 'Responsive', fieldTypes.singleChoice, ['Yes', 'No']),
  field(2, 'Issues', fieldTypes.multipleChoice, ['Patent', 'Pricing']),
  field(3, 'Pages', fieldTypes.integer),
  field(4, 'Remark', fieldTypes.shortText),
]

const receipt: BulkReceipt = {
  jobId: 7,
  kind: 'do',
  rootId: 7,
  reverses: null,
  reversedBy: null,
  commandId: 'command-0001',
  what: 'coding',
  title: 'Set Responsive to Yes',
  userId: 1,
  by: 'Ada Northwind',
  at: sentAt,
  endedAt: sentAt,
  state: 'Completed',
  rate: null,
  secondsLeft: null,
  message: null,
  documents: 3,
  done: 3,
  writtenDocuments: 3,
  written: 3,
  alreadySo: 0,
  left: { gone: 0, changed: 0, readOnly: 0, refused: 0, direct: 0, held: 0, privilege: 0 },
}
/** What the job that was asked for last has become. */
let state: BulkReceipt = receipt
let refuses = false
/** Documents of the result: its first page holds those of `found`. */
let total = found.length

const answers: Answers = {
  'ocr.start': () => ({ jobId: 9, documents: 2, pages: 5 }),
  'documents.search': () => ({
    data: found.map((id) => documentRow(id)),
    totalCount: total,
    hitCount: total,
    snapshotId: 'snapshot-1',
    page: 1,
    pageSize: 50,
    reading: '',
    tree: null,
    notes: [],
    withoutText: 0,
    indexedAsOf: null,
    tookMs: 1,
  }),
  'documents.page': () => ({
    data: found.map((id) => documentRow(id, { coding: [{ field: 'Responsive', value: 'Yes' }] })),
    totalCount: found.length,
    page: 1,
    tree: null,
  }),
  'documents.get': ({ query }) => ({ ...documentDetail(Number(query.documentId)), coding: [] }),
  'documents.recordView': () => undefined,
  'audit.documentHistory': () => ({ data: [], totalCount: 0, hidden: 0 }),
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
    sections: [{ sectionId: 1, position: 1, name: 'Decision', isExpanded: true, isEditing: false, fields }],
  }),
  'bulk.code': () =>
    refuses
      ? new Refusal(404, 'This result is not held any more. Search again.')
      : { jobId: 7, auditIds: [70] },
  'bulk.undo': () => ({ jobId: 8, auditIds: [80] }),
  'bulk.get': ({ query }) => ({ receipt: { ...state, jobId: Number(query.jobId) }, chain: [state] }),
  'jobs.get': () => ({
    ...{ jobId: 7, projectId: 11, projectName: 'Larkspur', kind: 'bulk', title: receipt.title },
    ...{
      state: 'Completed',
      itemsTotal: 2,
      itemsDone: 2,
      exceptions: 0,
      openExceptions: 0,
      retriable: null,
      overtaken: false,
      bytesDone: 0,
      bytesTotal: 0,
    },
    ...{ rate: null, secondsLeft: null, now: null, message: null, priority: 0 },
    ...{ createdBy: 'Ada Northwind', createdAt: sentAt, startedAt: sentAt, endedAt: sentAt },
    reconciliation: null,
    collected: null,
  }),
  'bulk.rows': ({ query }) => {
    const row = { targetId: 0, name: 'Custom id', by: null, at: null }
    const data =
      query.show === 'written'
        ? [
            {
              ...row,
              documentId: 101,
              controlNumber: 'NW00000101',
              outcome: 'written',
              before: 'none',
              after: 'ACME-1',
            },
          ]
        : [
            {
              ...row,
              documentId: 102,
              controlNumber: 'NW00000102',
              outcome: 'refused',
              before: 'ACME-1',
              after: 'none',
            },
          ]
    return { data, totalCount: 1 }
  },
  'bulk.list': () => ({ data: [state], totalCount: 1 }),
  'bulk.standing': ({ body }) => {
    const data = (body as { documentIds: number[] }).documentIds.map((documentId) => ({
      documentId,
      values: [{ fieldId: 1, value: 'Yes', version: 1, by: 'Ada Northwind', at: sentAt }],
      tagIds: [],
    }))
    return { data, totalCount: data.length }
  },
}

let desk: Desk
beforeEach(async () => {
  state = receipt
  refuses = false
  total = found.length
  desk = await openDesk(answers)
})
afterEach(async () => {
  cleanup()
  await desk.close()
  vi.restoreAllMocks()
})

const review = async (role: RoleName = 'SeniorReviewer') => {
  await desk.signIn(role)
  desk.show('/overview/review')
  await waitFor(() =>
    expect(screen.getByTestId('position').textContent).toBe(`1 of ${total.toLocaleString('en')}`),
  )
  await screen.findByTestId('coding-panel')
}
const press = (key: string, more: { ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more })
const picked = () => screen.findByTestId('picked').then(({ textContent }) => textContent)
const bodies = (name: string) => desk.asked.filter((one) => one.name === name).map(({ body }) => body)

/** Picks three with the keyboard and opens the panel. */
const open = async (role: Parameters<typeof review>[0] = 'SeniorReviewer') => {
  await review(role)
  screen.getByRole('listbox', { name: 'Documents' }).focus()
  press('ArrowDown', { shiftKey: true })
  press('ArrowDown', { shiftKey: true })
  await waitFor(async () => expect(await picked()).toBe('3 selected'))
  press(' ')
  const panel = await screen.findByTestId('bulk-panel')
  // The focus comes with the panel, not after it: the next key, however quick, is not taken for another place's.
  expect(panel.contains(document.activeElement)).toBe(true)
  return within(panel)
}
const choose = (panel: Awaited<ReturnType<typeof open>>, name: string, value: string) =>
  fireEvent.change(panel.getByLabelText(name), { target: { value } })

describe('picking documents', () => {
  it('with Shift and the arrows takes more and puts back, x turns one, and a new search forgets them', async () => {
    await open()
    screen.getByRole('listbox', { name: 'Documents' }).focus()
    press('ArrowUp', { shiftKey: true })
    await waitFor(async () => expect(await picked()).toBe('2 selected'))
    press('X', { shiftKey: true })
    await waitFor(async () => expect(await picked()).toBe('4 selected'))
    press('x')
    await waitFor(async () => expect(await picked()).toBe('3 selected'))
    press('Escape')
    await waitFor(() => expect(screen.queryByTestId('picked')).toBeNull())
  })

  it('runs OCR on a few at once, and asks before it does on the whole result', async () => {
    total = 2_000
    await review('ReviewManager')
    press('x')
    await waitFor(async () => expect(await picked()).toBe('1 selected'))
    press('O', { shiftKey: true })
    await waitFor(() => expect(bodies('ocr.start')).toHaveLength(1))
    press('X', { shiftKey: true })
    await waitFor(async () => expect(await picked()).toBe('2,000 selected'))
    const ask = () => screen.findByRole('dialog', { name: 'Run OCR on 2,000 documents?' })
    press('O', { shiftKey: true })
    fireEvent.click(within(await ask()).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('O', { shiftKey: true })
    const run = within(await ask()).getByRole('button', { name: 'Run OCR' })
    expect(bodies('ocr.start')).toHaveLength(1)
    fireEvent.click(run)
    await waitFor(() => expect(bodies('ocr.start')).toHaveLength(2))
  })

  it('brings over the list that has given way to the document: nothing is selected or changed unseen', async () => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(976)
    await review()
    const list = () => screen.queryByRole('listbox', { name: 'Documents' })
    expect(list()).toBeNull()
    press('x')
    await waitFor(async () => expect(await picked()).toBe('1 selected'))
    // What is hidden has no role: it is in view, and the keyboard is in it.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('listbox', { name: 'Documents' })),
    )
    press('b')
    const panel = within(await screen.findByTestId('bulk-panel'))
    await waitFor(() => expect(list()).toBeNull())
    choose(panel, 'Responsive', '=Yes')
    fireEvent.click(panel.getByRole('button', { name: 'Apply to 1 document' }))
    await waitFor(() => expect(list()).not.toBeNull())
    expect(screen.getByRole('group', { name: receipt.title })).toBeDefined()
  })

  it('is not offered to who may not change many', async () => {
    await review('Reviewer')
    screen.getByRole('listbox', { name: 'Documents' }).focus()
    press('x')
    press('b')
    press(' ')
    await desk.rest()
    expect(screen.queryByTestId('picked')).toBeNull()
    expect(screen.queryByTestId('bulk-panel')).toBeNull()
  })
})

describe('the bulk panel', () => {
  it('sets a field that another form shows by that form, and leads to files for what no form shows', async () => {
    await desk.close()
    const form = (id: number, name: string, own: typeof fields) => ({
      coding_form_id: id,
      name,
      isSelected: id === 1,
      modifyActionType: 0,
      revision: 1,
      sections: [
        { sectionId: id, position: 1, name: 'All', isExpanded: true, isEditing: false, fields: own },
      ],
    })
    const forms = [form(1, 'First pass', fields), form(2, 'Filing', [field(5, 'Box', fieldTypes.shortText)])]
    desk = await openDesk({
      ...answers,
      'coding.listForms': () => ({
        data: forms.map(({ coding_form_id, name, isSelected }) => ({
          coding_form_id,
          name,
          isSelected,
          revision: 1,
        })),
        totalCount: 2,
      }),
      'coding.getForm': ({ params }) => forms.find((one) => String(one.coding_form_id) === params.id),
    })
    const panel = await open('LitigationSupport')
    expect(panel.getByRole('link', { name: 'from a file' }).getAttribute('href')).toBe(
      '/overview/ProjectSetting',
    )
    choose(panel, 'Responsive', '=Yes')
    choose(panel, 'Fields of the form', '2')
    expect(panel.queryByLabelText('Responsive')).toBeNull()
    choose(panel, 'Box', 'set')
    fireEvent.change(panel.getByLabelText('Value of Box'), { target: { value: 'B-17' } })
    fireEvent.click(panel.getByRole('button', { name: 'Apply to 3 documents' }))
    await waitFor(() =>
      expect(bodies('bulk.code')).toMatchObject([
        {
          coding_form_id: 2,
          changes: [{ coding_form_field_id: 15, name: 'Box', how: 'set', value: 'B-17' }],
        },
      ]),
    )
  })

  it('says in one sentence what will happen, and asks for exactly that, once', async () => {
    const panel = await open()
    expect(panel.getByTestId('bulk-sentence').textContent).toContain('3 documents selected.')
    // A field that nobody can code stands in no bulk change.
    expect(panel.queryByLabelText('Remark')).toBeNull()
    choose(panel, 'Responsive', '=Yes')
    choose(panel, 'Issues', 'add')
    expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Apply to 3 documents' }).disabled).toBe(true)
    fireEvent.click(panel.getByLabelText('Patent'))
    expect(panel.getByTestId('bulk-sentence').textContent).toContain(
      'Set Responsive to Yes; Add Patent to Issues on 3 documents.',
    )
    fireEvent.click(panel.getByRole('button', { name: 'Apply to 3 documents' }))
    await waitFor(() =>
      expect(screen.getByTestId('bulk-change').textContent).toContain('3 documents changed'),
    )
    expect(bodies('bulk.code')).toEqual([
      {
        documents: { ids: [101, 102, 103] },
        families: false,
        correlationId: expect.any(String),
        coding_form_id: 1,
        changes: [
          { coding_form_field_id: 11, name: 'Responsive', how: 'set', value: 'Yes' },
          { coding_form_field_id: 12, name: 'Issues', how: 'add', value: ['Patent'] },
        ],
      },
    ])
    // The form is back, and what the job has done shows in the list.
    await screen.findByTestId('coding-panel')
    await waitFor(() => expect(screen.getAllByTitle('Responsive: Yes')).toHaveLength(4))
  })

  it('keeps what cannot be read from being said', async () => {
    const panel = await open()
    choose(panel, 'Pages', 'set')
    fireEvent.change(panel.getByLabelText('Value of Pages'), { target: { value: 'many' } })
    panel.getByText('Enter a number.')
    const apply = () => panel.getByRole<HTMLButtonElement>('button', { name: 'Apply to 3 documents' })
    expect(apply().disabled).toBe(true)
    fireEvent.change(panel.getByLabelText('Value of Pages'), { target: { value: '1,200' } })
    expect(apply().disabled).toBe(false)
    expect(panel.getByTestId('bulk-sentence').textContent).toContain('Set Pages to 1200')
  })

  it('says what the server refuses', async () => {
    refuses = true
    const panel = await open()
    choose(panel, 'Responsive', 'clear')
    fireEvent.click(panel.getByRole('button', { name: 'Apply to 3 documents' }))
    await waitFor(() =>
      expect(within(screen.getByTestId('bulk-change')).getByRole('alert').textContent).toBe(
        'This result is not held any more. Search again.',
      ),
    )
  })
})

describe('Ctrl+Z', () => {
  const apply = async () => {
    const panel = await open()
    choose(panel, 'Responsive', '=Yes')
    fireEvent.click(panel.getByRole('button', { name: 'Apply to 3 documents' }))
    await waitFor(() =>
      expect(screen.getByTestId('bulk-change').textContent).toContain('3 documents changed'),
    )
  }

  it('right after a change of many takes it back as one step, and what was left is said', async () => {
    await apply()
    state = {
      ...receipt,
      kind: 'undo',
      written: 2,
      writtenDocuments: 2,
      left: { ...receipt.left, changed: 1 },
    }
    press('z', { ctrlKey: true })
    await waitFor(() =>
      expect(screen.getByTestId('bulk-change').textContent).toContain(
        'Undo: Set Responsive to Yes2 documents changed, 1 value left as it was',
      ),
    )
    expect(bodies('bulk.undo')).toEqual([{ jobId: 7, correlationId: expect.any(String) }])
    within(screen.getByTestId('bulk-change')).getByRole('button', { name: 'Redo' })
  })

  it('is about the document again once another is opened', async () => {
    await apply()
    press('j')
    await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('4 of 4'))
    press('z', { ctrlKey: true })
    await screen.findByText('There is nothing to undo on this document.')
    expect(bodies('bulk.undo')).toEqual([])
  })
})

describe('the receipt of custom ids', () => {
  it('tells them like values of a field, and why one was not given', async () => {
    state = {
      ...receipt,
      what: 'customIds',
      title: 'Custom ids from ids.csv',
      written: 1,
      writtenDocuments: 1,
      left: { ...receipt.left, refused: 1 },
    }
    await desk.signIn('LitigationSupport')
    desk.show('/project/allJobs?project=11&job=7')
    await screen.findByRole('heading', { level: 1, name: 'Custom ids from ids.csv' })
    const cells = async (table: string) =>
      within(await screen.findByRole('table', { name: table }))
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map((cell) => cell.textContent),
        )
    expect(await cells('What was written')).toEqual([['NW00000101', 'Custom id', 'none', 'ACME-1']])
    const [left] = await cells('Left as they were')
    expect(left).toEqual(expect.arrayContaining(['NW00000102', 'Custom id', 'ACME-1', 'none']))
    expect(left?.join()).toContain('The choice or tag is gone, or another document has the id')
  })
})
