// @vitest-environment jsdom
/** Assignments: a reviewer's batches in the panel, all of them on the manager's screen, a new one of what is in the list. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Assignment, Batch, Offered } from '#contracts/assignments.ts'
import type { RoleName } from '#contracts/permission.ts'
import { fieldTypes } from '#contracts/project.ts'
import { panelNames } from '#src/commands/shell.ts'
import { batchActList } from '#src/features/assignments/batch-acts.ts'
import { pickActNames, pickActs } from '#src/features/bulk/pick-acts.ts'
import { panels } from '#src/routes/sections.ts'
import { documentDetail, documentRow, sentAt } from '#tests/fixtures/documents.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })

const batch = (over: Partial<Batch> = {}): Batch => ({
  batchId: 71,
  assignmentId: 7,
  assignmentName: 'First pass',
  number: 3,
  size: 4,
  status: 'InProgress',
  holder: { userId: 5, name: 'Ada Northwind' },
  since: sentAt,
  reviewed: 2,
  ...over,
})
const open: Offered = {
  assignmentId: 7,
  assignmentName: 'First pass',
  reviewedFieldName: 'Responsive',
  available: 5,
  totalBatchCount: 12,
  completedBatchCount: 2,
}
const assignment: Assignment = {
  assignmentId: 7,
  assignmentName: 'First pass',
  searchCriteria: { queryString: 'cavern', includeFamily: false, objectId: null, type: null },
  assignmentCondition: 'cavern',
  searchName: '',
  isIncludeFamilies: true,
  batchSize: 500,
  groupBy: 'none',
  isGroupEmailThreading: false,
  isGroupNearDuplicates: false,
  codingFormId: 1,
  codingFormReviewedFieldId: 1,
  reviewedFieldName: 'Responsive',
  assignedTagCategoryList: [],
  assignedUserList: [],
  batchList: [],
  batcheStatus: { NotStarted: 1, InProgress: 1, Pending: 0, Completed: 0 },
  totalBatchCount: 2,
  completedBatchCount: 0,
  assignmentProgress: { documents: 8, reviewed: 2 },
  jobId: 40,
  jobStatusId: 'Completed',
  createdBy: 'Ada Northwind',
  createdAt: sentAt,
}

/** What the server holds; each test changes it. */
let held: readonly Batch[]
let offered: readonly Offered[]
let assignments: readonly Assignment[]
let answers: Answers

const found = (ids: readonly number[], snapshotId: string) => ({
  data: ids.map((id) => documentRow(id)),
  totalCount: ids.length,
  hitCount: ids.length,
  snapshotId,
  page: 1,
  pageSize: 50,
  reading: '',
  tree: null,
  notes: [],
  withoutText: 0,
  indexedAsOf: null,
  tookMs: 1,
})
const unread = Object.assign(new Refusal(409, '2 documents of this batch are not reviewed yet.'), {})
Object.assign(unread.reply, {
  data: {
    documents: [
      { documentId: 103, controlNumber: 'NW00000103' },
      { documentId: 104, controlNumber: 'NW00000104' },
    ],
    totalCount: 2,
  },
})

let desk: Desk
beforeEach(async () => {
  held = []
  offered = [open]
  assignments = [assignment]
  answers = {
    'documents.search': ({ body }) =>
      (body as { query: { type: string | null } }).query.type === 'batch'
        ? found([101, 102, 103, 104], 'snapshot-batch')
        : found([100, 101, 102, 103, 104, 105], 'snapshot-all'),
    'documents.get': ({ query }) => ({ ...documentDetail(Number(query.documentId)), coding: [] }),
    'documents.recordView': () => undefined,
    'audit.documentHistory': () => ({ ...list([]), hidden: 0 }),
    'coding.listForms': () =>
      list([{ coding_form_id: 1, name: 'First pass', isSelected: true, revision: 1 }]),
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
          fields: [
            {
              coding_form_field_id: 11,
              fieldId: 1,
              position: 1,
              field_name: 'Responsive',
              field_type_id: fieldTypes.singleChoice,
              is_read_only: false,
              is_required: false,
              is_single_choice: true,
              is_multi: false,
              values: [],
            },
          ],
        },
      ],
    }),
    'assignments.unfinished': () => list(held),
    'assignments.assigned': () => list(offered),
    'assignments.list': () => list(assignments),
    'assignments.reviewers': () =>
      list([
        {
          userId: 5,
          name: 'Ada Northwind',
          role: 'ReviewManager',
          open: 1,
          completed: 0,
          documents: 0,
          seconds: 0,
        },
        { userId: 6, name: 'Rita Vale', role: 'Reviewer', open: 0, completed: 4, documents: 0, seconds: 0 },
      ]),
    'assignments.batches': () =>
      list([
        batch({ batchId: 70, number: 1, status: 'NotStarted', holder: null, since: null, reviewed: 0 }),
        batch({ number: 2 }),
      ]),
    'assignments.getBatch': () => {
      held = [batch()]
      offered = [{ ...open, available: 4 }]
      return { batch: batch() }
    },
    'assignments.checkIn': () => {
      const [mine] = held
      held = []
      return mine
    },
    'assignments.assign': () => list([]),
    'assignments.reassign': () => list([]),
    'assignments.create': () => ({ assignmentId: 8, jobId: 41 }),
    'assignments.update': ({ body }) => ({ ...assignment, ...(body as object), assignedUserList: [] }),
    'assignments.delete': () => {
      assignments = []
    },
  }
  desk = await openDesk(
    Object.fromEntries(Object.keys(answers).map((name) => [name, (asked) => answers[name]?.(asked)])),
  )
})
afterEach(async () => {
  cleanup()
  await desk.close()
})

const bodies = (name: string) => desk.asked.filter((one) => one.name === name).map(({ body }) => body)
const fails = (name: string, refusal: Refusal) => {
  answers = { ...answers, [name]: () => refusal }
}
const silent = new Refusal(500, '', 'internal')
const said = (message: string) => screen.findByText(message)

const inList = () => screen.queryByTestId('list-batch')?.textContent ?? undefined

/** On the review screen with the panel open. */
const inPanel = async (role: RoleName = 'Reviewer') => {
  await desk.signIn(role)
  desk.show('/overview/review')
  await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('1 of 6'))
  fireEvent.click(screen.getByRole('button', { name: 'Assignments' }))
  return within(await screen.findByRole('complementary', { name: 'Assignments' }))
}
const onScreen = async (query = '') => {
  await desk.signIn('ReviewManager')
  return desk.show(`/overview/assignments${query}`)
}

describe('[sidebar-panel-assignment] the panel', () => {
  it('[assign-work-in-batches] takes the next batch, and the list shows it at once', async () => {
    const panel = await inPanel()
    await panel.findByText('5 of 12 batches to take · 2 completed')
    fireEvent.click(panel.getByRole('button', { name: 'Check out next batch' }))
    await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('1 of 4'))
    expect(screen.getByTestId('list-batch').textContent).toBe('Batch 3 of First pass')
    await panel.findByText('2 of 4 reviewed')
    panel.getByText('Check in batch 3 to take the next one.')
    expect(bodies('documents.search').at(-1)).toMatchObject({
      query: { queryString: '', objectId: 71, type: 'batch', includeFamily: false },
    })
    expect(bodies('assignments.getBatch')).toEqual([{ assignmentId: 7, correlationId: expect.any(String) }])
  })

  it('searches within the batch, and leads back to all documents', async () => {
    held = [batch()]
    const panel = await inPanel()
    fireEvent.click(await panel.findByRole('button', { name: 'Open' }))
    await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('1 of 4'))
    const input = screen.getByRole('textbox', { name: 'Search documents' })
    fireEvent.change(input, { target: { value: 'cavern' } })
    fireEvent.submit(input)
    await waitFor(() =>
      expect(bodies('documents.search').at(-1)).toMatchObject({
        query: { queryString: 'cavern', objectId: 71, type: 'batch' },
      }),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'All documents' }))
    await waitFor(() => expect(screen.queryByTestId('list-batch')).toBeNull())
    expect(bodies('documents.search').at(-1)).toMatchObject({
      query: { queryString: '', objectId: null, type: null },
    })
  })

  it('checks a batch in, and says so', async () => {
    held = [batch({ reviewed: 4 })]
    const panel = await inPanel()
    fireEvent.click(await panel.findByRole('button', { name: 'Check in batch' }))
    await said('Batch 3 of First pass checked in')
    await waitFor(() => expect(panel.queryByText('Your batches')).toBeNull())
    expect(bodies('assignments.checkIn')).toEqual([
      { batchId: 71, as: 'Completed', correlationId: expect.any(String) },
    ])
  })

  it('says how many documents keep a batch from being checked in, leads to them, and gives it back as pending', async () => {
    held = [batch()]
    const checksIn = answers['assignments.checkIn']
    fails('assignments.checkIn', unread)
    const panel = await inPanel()
    fireEvent.click(await panel.findByRole('button', { name: 'Open' }))
    await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('1 of 4'))
    fireEvent.click(panel.getByRole('button', { name: 'Check in batch' }))
    const alert = within(await panel.findByRole('alert'))
    alert.getByText('Not checked in: 2 documents not reviewed')
    expect(alert.queryByText(/more$/)).toBeNull()
    fireEvent.click(alert.getByRole('button', { name: documentRow(104).controlNumber }))
    await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('4 of 4'))
    answers = { ...answers, ...(checksIn && { 'assignments.checkIn': checksIn }) }
    fireEvent.click(alert.getByRole('button', { name: 'Check in as pending' }))
    await said('Batch 3 of First pass given back as pending')
    expect(bodies('assignments.checkIn').at(-1)).toMatchObject({ as: 'Pending' })
  })

  it('names of what was left only what still is, and counts the others as they are now', async () => {
    held = [batch({ size: 30, reviewed: 5 })]
    const refusal = new Refusal(409, '25 documents of this batch are not reviewed yet.', 'conflict', {}, '', {
      documents: [101, 102, 103, 104].map((documentId) => ({
        documentId,
        controlNumber: documentRow(documentId).controlNumber,
      })),
      totalCount: 25,
    })
    fails('assignments.checkIn', refusal)
    const panel = await inPanel()
    fireEvent.click(await panel.findByRole('button', { name: 'Open' }))
    await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('1 of 4'))
    fireEvent.click(panel.getByRole('button', { name: 'Check in batch' }))
    const alert = within(await panel.findByRole('alert'))
    alert.getByText('Not checked in: 25 documents not reviewed')
    alert.getByText('and 21 more')
    // Of the 25, 22 have been reviewed since, on another machine.
    held = [batch({ size: 30, reviewed: 27 })]
    await alert.findByText('Not checked in: 3 documents not reviewed')
    expect(alert.queryByText(/^and .* more$/)).toBeNull()
    expect(alert.getAllByRole('listitem')).toHaveLength(3)
  })

  it('[msg-assign-other-failed] says what the server says of another failure, else that something went wrong', async () => {
    fails('assignments.getBatch', new Refusal(403, 'First pass is given to other reviewers.'))
    const panel = await inPanel()
    fireEvent.click(await panel.findByRole('button', { name: 'Check out next batch' }))
    await said('First pass is given to other reviewers.')
    fails('assignments.getBatch', silent)
    await waitFor(() =>
      expect(panel.getByRole<HTMLButtonElement>('button', { name: 'Check out next batch' }).disabled).toBe(
        false,
      ),
    )
    fireEvent.click(panel.getByRole('button', { name: 'Check out next batch' }))
    await said('Something went wrong')
  })

  it('[msg-assign-fetch-failed] says once that assignments do not come, and asks again', async () => {
    fails('assignments.assigned', silent)
    const panel = await inPanel()
    await said('Failed to fetch assignments')
    await desk.rest()
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(bodies('assignments.assigned').length).toBeGreaterThan(4))
    await desk.rest()
    const { notifications } = desk.app.state().toasts
    expect(notifications.map(({ message }) => message)).toEqual(['Failed to fetch assignments'])
    answers = { ...answers, 'assignments.assigned': () => list([]) }
    fireEvent.click(within(await panel.findByRole('alert')).getByRole('button', { name: 'Try again' }))
    await panel.findByText('No assignment is open to you')
    fails('assignments.assigned', new Refusal(503, 'The server is being restarted.', 'unavailable'))
    fireEvent(document, new Event('visibilitychange'))
    await said('The server is being restarted.')
  })

  it('is closed to who may take no batches', async () => {
    await desk.signIn('Default')
    desk.show('/overview/review')
    const button = await screen.findByRole('button', { name: 'Assignments' })
    fireEvent.click(button)
    await screen.findByText('You have no access to batches')
  })
})

/** What is pressed, one key after the other: `a n`, `Shift+X`, `Ctrl+K`. */
const press = (keys: string) => {
  for (const chord of keys.split(' ')) {
    const parts = chord.split('+')
    const [ctrlKey, shiftKey] = [parts.includes('Ctrl'), parts.includes('Shift')]
    fireEvent.keyDown(document.activeElement ?? document.body, { key: parts.at(-1) ?? '', ctrlKey, shiftKey })
  }
}
/** On the review screen, with the panel closed. */
const atDesk = async (role: RoleName = 'Reviewer') => {
  await desk.signIn(role)
  desk.show('/overview/review')
  await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('1 of 6'))
  await waitFor(() => expect(screen.getByTestId('coding-status').textContent).toBe('Not coded'))
}

describe('by the keyboard alone', () => {
  it('finds every panel, everything that is done with batches and with picked documents in the palette and among the keys, each with a key of its own', async () => {
    await atDesk('ReviewManager')
    press('x')
    await screen.findByTestId('picked')
    const declared = [
      ...panels.map(({ id, keys }) => ({ group: 'Panels', label: panelNames[id], keys })),
      ...batchActList.map(([, one]) => ({ group: 'Batches', ...one })),
      ...pickActNames.map((name) => ({ group: 'Bulk', ...pickActs[name] })),
      { group: 'Bulk', label: 'Select the document', keys: 'x' },
      { group: 'Bulk', label: 'Select all documents of the result', keys: 'Shift+X' },
      { group: 'Bulk', label: 'Mass edit', keys: 'b' },
    ]
    const written = (keys: string) =>
      keys.split(/[+ ]/).map((key) => (key.length === 1 ? key.toUpperCase() : key))
    expect(new Set(declared.map(({ keys }) => keys)).size).toBe(declared.length)
    press('Ctrl+k')
    const finder = await screen.findByRole('combobox', { name: 'Find a command' })
    const keysIn = (element: Element | null | undefined) =>
      [...(element?.querySelectorAll('kbd') ?? [])].map((key) => key.textContent)
    for (const { group, label, keys } of declared) {
      fireEvent.change(finder, { target: { value: `${label} ${group}` } })
      const option = await screen.findByRole('option', { name: new RegExp(`^${label} ?${group}`) })
      expect(keysIn(option)).toEqual(written(keys))
    }
    fireEvent.keyDown(finder, { key: 'Escape' })
    // Keys wait for a dialog until it is gone, longer than it is named.
    await waitFor(() => expect(document.querySelector('[aria-modal=true]')).toBeNull())
    press('?')
    const keyList = within(await screen.findByRole('dialog', { name: 'Keys of this screen' }))
    for (const { group, label, keys } of declared) {
      const section = keyList.getByRole('heading', { name: group }).closest('section')
      const line = section && within(section).getByText(label, { selector: 'dt' }).parentElement
      expect(keysIn(line)).toEqual(written(keys))
    }
    // No two things of this screen have the same key.
    const all = [...document.querySelectorAll('[role=dialog] dd')].map(({ textContent }) => textContent)
    expect(all.filter((keys, at) => all.indexOf(keys) !== at)).toEqual([])
  })

  it('opens each panel, brings the keyboard into it, and closes it', async () => {
    await atDesk('ReviewManager')
    for (const { id, keys } of panels) {
      press(keys)
      const panel = await screen.findByRole('complementary', { name: panelNames[id] })
      await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true))
      press('o x')
      await waitFor(() => expect(screen.queryByRole('complementary', { name: panelNames[id] })).toBeNull())
      // The keyboard is not lost with what had it.
      expect(document.activeElement?.getAttribute('data-panel')).toBe(id)
    }
  })

  it('checks a batch out, leaves and opens it, and checks it in, without the panel', async () => {
    await atDesk()
    press('a o')
    await said('You have no batch checked out.')
    press('a n')
    await waitFor(() => expect(inList()).toBe('Batch 3 of First pass'))
    press('a n')
    await said('No batch is left for you to check out.')
    press('a d')
    await waitFor(() => expect(inList()).toBeUndefined())
    press('a o')
    await waitFor(() => expect(inList()).toBe('Batch 3 of First pass'))
    press('a i')
    await said('Batch 3 of First pass checked in')
    expect(bodies('assignments.checkIn')).toEqual([
      { batchId: 71, as: 'Completed', correlationId: expect.any(String) },
    ])
  })

  it('says why a batch was not checked in where the panel is closed, and gives it back as pending', async () => {
    held = [batch()]
    const checksIn = answers['assignments.checkIn']
    fails('assignments.checkIn', unread)
    await atDesk()
    press('a i')
    await said('2 documents of this batch are not reviewed yet.')
    answers = { ...answers, ...(checksIn && { 'assignments.checkIn': checksIn }) }
    press('a p')
    await said('Batch 3 of First pass given back as pending')
  })

  it('asks which one is meant where there are several', async () => {
    held = [batch(), batch({ batchId: 72, assignmentId: 9, number: 1, assignmentName: 'Second look' })]
    await atDesk()
    press('a i')
    const finder = await screen.findByRole('combobox', { name: 'Check in the batch' })
    fireEvent.change(finder, { target: { value: 'second' } })
    await waitFor(() => expect(screen.getAllByRole('option', { name: /Second look/ })).toHaveLength(1))
    fireEvent.keyDown(finder, { key: 'Enter' })
    await waitFor(() => expect(bodies('assignments.checkIn')).toMatchObject([{ batchId: 72 }]))
  })

  it('checks in no other batch than the one in the list, where that is somebody else’s by now', async () => {
    await atDesk()
    press('a n')
    await waitFor(() => expect(inList()).toBe('Batch 3 of First pass'))
    // Moved to somebody else meanwhile; exactly one other batch is held.
    held = [batch({ batchId: 72, assignmentId: 9, number: 1, assignmentName: 'Second look' })]
    for (const keys of ['a i', 'a p']) {
      const before = screen.queryAllByText(/is not checked out to you/).length
      press(keys)
      await waitFor(() =>
        expect(
          screen.queryAllByText('Batch 3 of First pass is not checked out to you. Nothing was checked in.')
            .length,
        ).toBeGreaterThan(before),
      )
    }
    expect(bodies('assignments.checkIn')).toEqual([])
    press('a d')
    await waitFor(() => expect(inList()).toBeUndefined())
    press('a i')
    await waitFor(() => expect(bodies('assignments.checkIn')).toMatchObject([{ batchId: 72 }]))
  })
})

describe('a new assignment', () => {
  const fill = (dialog: ReturnType<typeof within>, name: string, size = '2') => {
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: name } })
    fireEvent.change(dialog.getByLabelText(/^Documents in a batch/), { target: { value: size } })
  }
  const make = (dialog: ReturnType<typeof within>) =>
    fireEvent.click(dialog.getByRole('button', { name: 'Create assignment' }))

  it('[msg-assign-job-started] [msg-assign-created] is made of the result, splits in view, and says when it is there', async () => {
    const panel = await inPanel('ReviewManager')
    fireEvent.click(await panel.findByRole('button', { name: 'New assignment of 6 documents' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByTestId('assignment-of').textContent).toContain('6 documents: the whole result')
    make(dialog)
    await dialog.findByText('Give the assignment a name of up to 200 characters.')
    fill(dialog, 'Second look', 'many')
    make(dialog)
    await dialog.findByText('Enter a whole number from 1 to 10,000.')
    expect(bodies('assignments.create')).toEqual([])
    fill(dialog, 'Second look')
    dialog.getByText('About 3 batches')
    fireEvent.change(dialog.getByLabelText(/^A document is reviewed when/), { target: { value: '1:1' } })
    fireEvent.click(await dialog.findByLabelText(/^Rita Vale/))
    assignments = [{ ...assignment, assignmentId: 8, assignmentName: 'Second look', jobStatusId: 'Running' }]
    make(dialog)
    await said('Assignment Second look job started successfully')
    await screen.findByRole('heading', { name: 'Second look', level: 1 })
    expect(bodies('assignments.create')).toEqual([
      {
        assignmentName: 'Second look',
        documents: { snapshotId: 'snapshot-all', except: [] },
        searchCriteria: { queryString: '', includeFamily: false, objectId: null, type: null },
        isIncludeFamilies: true,
        batchSize: 2,
        groupBy: 'none',
        isGroupEmailThreading: false,
        isGroupNearDuplicates: false,
        codingFormId: 1,
        codingFormReviewedFieldId: 1,
        assignedUserList: [6],
        correlationId: expect.any(String),
      },
    ])
    assignments = [{ ...assignment, assignmentId: 8, assignmentName: 'Second look' }]
    await said('Assignment Second look created successfully')
  })

  it('of picked documents names them, and says in the dialog what the server refuses', async () => {
    fails('assignments.create', new Refusal(409, 'This project has an assignment of that name.'))
    await inPanel('ReviewManager')
    screen.getByRole('listbox', { name: 'Documents' }).focus()
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown', shiftKey: true })
    await waitFor(() => expect(screen.getByTestId('picked').textContent).toBe('2 selected'))
    fireEvent.click(screen.getByRole('button', { name: 'Assign' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByTestId('assignment-of').textContent).toContain('2 documents selected')
    fill(dialog, 'First pass')
    make(dialog)
    await dialog.findByText('This project has an assignment of that name.')
    expect(bodies('assignments.create')).toMatchObject([
      { documents: { ids: [100, 101] }, searchCriteria: null, assignedUserList: [] },
    ])
  })
})

describe('[screen-assignment-mgmt] the screen of assignments', () => {
  it('lists them with how their batches stand, and opens one', async () => {
    await onScreen()
    const table = within(await screen.findByRole('table', { name: 'Assignments' }))
    const row = table.getByText('First pass').closest('tr')
    expect(row?.textContent).toContain('cavern')
    expect(row?.textContent).toContain('1 in progress · 1 not started')
    expect(row?.textContent).toContain('2 of 8')
    expect(row?.textContent).toContain('All reviewers')
    fireEvent.keyDown(row as Element, { key: 'Enter' })
    await screen.findByRole('table', { name: 'Batches of First pass' })
  })

  it('gives free batches to a reviewer, moves those that somebody has, and takes them back', async () => {
    await onScreen('?assignment=7')
    fireEvent.click(await screen.findByLabelText('Choose all batches shown'))
    fireEvent.click(screen.getByRole('button', { name: 'Assign 1 batch to…' }))
    const rita = await screen.findByRole('option', { name: /Rita Vale.*0 open · 4 completed/ })
    fireEvent.click(rita)
    await waitFor(() =>
      expect(bodies('assignments.assign')).toEqual([
        { batchIds: [70], userId: 6, correlationId: expect.any(String) },
      ]),
    )
    const choose = async () => {
      await waitFor(() =>
        expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Choose batch 2' }).checked).toBe(
          false,
        ),
      )
      fireEvent.click(screen.getByRole('checkbox', { name: 'Choose batch 2' }))
    }
    await choose()
    fireEvent.click(screen.getByRole('button', { name: 'Reassign 1 batch to…' }))
    fireEvent.click(await screen.findByRole('option', { name: /Rita Vale/ }))
    await waitFor(() => expect(bodies('assignments.reassign')).toHaveLength(1))
    await choose()
    fails('assignments.reassign', new Refusal(409, 'Nobody holds batch 2. Assign it.'))
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Return 1 batch to pool' }).disabled).toBe(
        false,
      ),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Return 1 batch to pool' }))
    await said('Nobody holds batch 2. Assign it.')
    expect(bodies('assignments.reassign')).toMatchObject([
      { batchIds: [71], userId: 6 },
      { batchIds: [71], userId: null },
    ])
  })

  it('[msg-assign-updated] renames one, and says who may check out its batches', async () => {
    await onScreen('?assignment=7')
    fireEvent.click(await screen.findByRole('button', { name: 'Edit assignment' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Cavern' } })
    fireEvent.click(await dialog.findByLabelText(/^Rita Vale/))
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await said('Assignment Cavern updated successfully')
    expect(bodies('assignments.update')).toMatchObject([{ assignmentName: 'Cavern', assignedUserList: [6] }])
  })

  it('[msg-assign-deleted] deletes one after saying what stays', async () => {
    await onScreen('?assignment=7')
    fireEvent.click(await screen.findByRole('button', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/The documents stay, and so does everything that was coded/)
    fireEvent.click(dialog.getByRole('button', { name: 'Delete the assignment' }))
    await said('Assignment deleted successfully')
    await screen.findByText('No assignments yet')
  })

  it('[msg-assign-delete-failed] says what the server says of a deletion, else that it failed', async () => {
    const tryIt = async () => {
      fireEvent.click(await screen.findByRole('button', { name: 'Delete…' }))
      const dialog = within(await screen.findByRole('dialog'))
      fireEvent.click(dialog.getByRole('button', { name: 'Delete the assignment' }))
    }
    fails('assignments.delete', new Refusal(409, 'It is being split.'))
    await onScreen('?assignment=7')
    await tryIt()
    await said('It is being split.')
    fails('assignments.delete', silent)
    fireEvent.click(await screen.findByText('First pass'))
    await tryIt()
    await said('Failed to delete assignment')
  })

  it('is closed to who gives out no batches', async () => {
    await desk.signIn('Reviewer')
    desk.show('/overview/assignments')
    await screen.findByText('You have no access to assignments')
  })
})
