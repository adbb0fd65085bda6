// @vitest-environment jsdom
/** The coding form beside its document: what it shows while the next one comes, and what is not on the record. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { scopeBind } from 'effector'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Capability, changing, type RoleName, roleRanks } from '#contracts/permission.ts'
import { fieldTypes } from '#contracts/project.ts'
import { search } from '#src/commands/review-list.ts'
import { documentCache } from '#src/stores/review.ts'
import { documentDetail, documentRow, sentAt } from '#tests/fixtures/documents.ts'
import { mayAs } from '#tests/support/may.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

const responsive = {
  coding_form_field_id: 11,
  fieldId: 1,
  position: 1,
  field_name: 'Responsive',
  field_type_id: fieldTypes.singleChoice,
  is_read_only: false,
  is_required: false,
  is_single_choice: true,
  is_multi: false,
  values: ['Yes', 'No'].map((short_text_value, position) => ({
    choiceId: position + 1,
    position,
    short_text_value,
    checked: false,
  })),
}

const info = { coding_form_id: 1, name: 'First pass', isSelected: true, revision: 1 }
const three = [101, 102, 103]
/** What the second document waits for. */
let coming: Promise<void>
/** What somebody else has coded: the record says Yes of these, and so do their rows. */
let codedByOthers: readonly number[]
/** What this person may see no longer. */
let withdrawn: readonly number[]
let save: (body: { documentId: number; fields: { value: string | null }[] }) => unknown
const kept = ({ documentId, fields }: Parameters<typeof save>[0]) => ({
  documentId,
  values: fields.map(({ value }) => ({ fieldId: 1, value, version: 1, by: 'Ada Northwind', at: sentAt })),
  auditIds: [9],
})

const answers: Answers = {
  'documents.search': () => ({
    data: three.map((id) =>
      documentRow(id, codedByOthers.includes(id) ? { coding: [{ field: 'Responsive', value: 'Yes' }] } : {}),
    ),
    totalCount: three.length,
    hitCount: three.length,
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
  'documents.get': async ({ query }) => {
    if (query.documentId === '102') await coming
    if (withdrawn.includes(Number(query.documentId))) return new Refusal(404, 'There is no such document.')
    return documentDetail(Number(query.documentId))
  },
  'documents.renew': ({ query }) => {
    const documentId = Number(query.documentId)
    if (withdrawn.includes(documentId)) return new Refusal(404, 'There is no such document.')
    if (!codedByOthers.includes(documentId) || query.etag === '"coded"') return { document: null }
    const coding = [{ fieldId: 1, value: 'Yes', version: 2, by: 'Ben Novak', at: sentAt }]
    return { document: documentDetail(documentId, { coding, etag: '"coded"' }) }
  },
  'bulk.standing': ({ body }) => ({
    data: (body as { documentIds: number[] }).documentIds.map((documentId) => ({
      documentId,
      values: [{ fieldId: 1, value: 'Yes', version: 2, by: 'Ben Novak', at: sentAt }],
      tagIds: [],
    })),
    totalCount: 1,
  }),
  'audit.documentHistory': () => ({
    data: [
      {
        auditId: 5,
        seq: 5,
        at: sentAt,
        userId: 8,
        userName: 'Affiant',
        roleName: 'Reviewer',
        action: 'document.custodianAdded',
        documentId: 101,
        field: 'All_Custodian',
        oldValue: [],
        newValue: ['Rivera'],
        how: 'import',
        commandId: null,
        correlationId: null,
        undo: null,
        jobId: null,
        hash: '0'.repeat(64),
      },
    ],
    totalCount: 1,
    hidden: 0,
  }),
  'coding.save': ({ body }) => save(body as Parameters<typeof save>[0]),
  'documents.recordView': () => undefined,
  'coding.listForms': () => ({ data: [info], totalCount: 1 }),
  'coding.getForm': () => ({
    ...info,
    modifyActionType: 0,
    sections: [
      {
        sectionId: 1,
        position: 1,
        name: 'Decision',
        isExpanded: true,
        isEditing: false,
        fields: [responsive],
      },
      {
        sectionId: 2,
        position: 2,
        name: 'Notes',
        isExpanded: false,
        isEditing: false,
        fields: [
          { ...responsive, coding_form_field_id: 12, fieldId: 2, position: 2, field_name: 'Privileged' },
        ],
      },
    ],
  }),
}

let desk: Desk
const position = () => screen.getByTestId('position').textContent
const status = () => screen.getByTestId('coding-status').textContent
const foot = () => screen.getByTestId('unsent').textContent?.trim()
const choice = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) })
const press = (key: string, more: { ctrlKey?: boolean } = {}) =>
  fireEvent.keyDown(document.body, { key, ...more })
const review = async () => {
  desk.show('/overview/review')
  await waitFor(() => expect(position()).toBe('1 of 3'))
  await waitFor(() => expect(choice('Yes').disabled).toBe(false))
}
/** Whether it can be used: a form that is switched off switches its parts off. */
const isOff = (element: HTMLElement) => element.matches(':disabled')

beforeEach(async () => {
  coming = Promise.resolve()
  codedByOthers = []
  withdrawn = []
  save = kept
  desk = await openDesk(answers)
  await desk.signIn('Reviewer')
})
afterEach(async () => {
  cleanup()
  await desk.close()
})

describe('for whoever may not code', () => {
  const open = async (role: RoleName, archivedAt: string | null = null) => {
    await desk.close()
    // Client administrators here have no role in the project.
    const without: readonly Capability[] =
      archivedAt !== null ? changing : role === 'ClientAdmin' ? ['coding.save', 'tag.apply'] : []
    const may = mayAs(role).filter((one) => !without.includes(one))
    desk = await openDesk({
      ...answers,
      'project.get': () => ({
        ...{ projectId: 11, projectName: 'Larkspur', companyId: 1, companyName: 'Northwind', prefix: 'NW' },
        ...{ roleName: role, level: roleRanks[role], may, archivedAt, maxTextSize: 1_000_000 },
        settings: { timeZone: 'America/New_York', precedence: 'standard' },
        features: [{ name: 'codingforms', enabled: true }],
        ...{ propagationEnabled: true, reviewerTrackingEnabled: true, codingIdleTimeout: 15 },
        securableGroups: [],
      }),
    })
    await desk.signIn(role)
    desk.show('/overview/review')
    await waitFor(() => expect(position()).toBe('1 of 3'))
  }

  it.each([
    ['a support access', 'SystemAdmin', null, 'a support access shows coding and changes none'],
    ['a client administrator', 'ClientAdmin', null, 'where they have a role in the project'],
    ['a reviewer of an archived project', 'Reviewer', sentAt, 'this project is archived'],
  ] as const)('%s reads the form, is told why, and no key codes', async (_who, role, archivedAt, why) => {
    await open(role, archivedAt)
    expect((await screen.findByTestId('not-allowed')).textContent).toContain(why)
    expect(isOff(choice('Yes'))).toBe(true)
    expect(screen.queryByRole('button', { name: /^Save( and next|$)/ })).toBeNull()
    press('1')
    press('Enter', { ctrlKey: true })
    press('s', { ctrlKey: true })
    expect(position()).toBe('1 of 3')
    expect(choice('Yes').checked).toBe(false)
    const panel = within(screen.getByTestId('coding-panel'))
    fireEvent.click(panel.getByRole('button', { name: /^Next document/ }))
    await waitFor(() => expect(position()).toBe('2 of 3'))
  })
})

describe('the form', () => {
  it('[screen-coding-form-panel] stands in a panel of its own beside the document, with its fields in their order', async () => {
    await review()
    const panel = within(screen.getByTestId('coding-panel'))
    const field = within(panel.getByRole('radiogroup', { name: /^Responsive/ }))
    expect(field.getAllByRole('radio').map((option) => option.closest('label')?.textContent)).toEqual([
      expect.stringMatching(/^Yes/),
      expect.stringMatching(/^No/),
    ])
    expect(panel.getByRole('button', { name: /^Save and next/ })).toBeTruthy()
    expect(screen.getByTestId('coding-panel').contains(screen.getByTestId('position'))).toBe(false)
  })

  it('is led to a field whose section is closed: it opens, and figures choose in that field', async () => {
    await review()
    await waitFor(() => expect(status()).toBe('Not coded'))
    choice('Yes').focus()
    const field = () => document.querySelector<HTMLElement>('[data-field=Privileged]')
    expect(field()).toBeNull()
    press('f')
    const finder = await screen.findByRole('combobox', { name: 'Find a field' })
    fireEvent.change(finder, { target: { value: 'priv' } })
    fireEvent.keyDown(finder, { key: 'Enter' })
    await waitFor(() => expect(field()?.contains(document.activeElement)).toBe(true))
    await waitFor(() => expect(field()?.hasAttribute('data-focused')).toBe(true))
    press('2')
    const chosen = (name: RegExp) =>
      within(screen.getByRole('radiogroup', { name }))
        .getAllByRole<HTMLInputElement>('radio')
        .map(({ checked }) => checked)
    await waitFor(() => expect(chosen(/^Privileged/)).toEqual([false, true]))
    expect(chosen(/^Responsive/)).toEqual([false, false])
  })

  it('stays where it is and can do nothing while the next document’s coding comes, and keys wait for that', async () => {
    const gate = Promise.withResolvers<void>()
    coming = gate.promise
    await review()
    await waitFor(() => expect(status()).toBe('Not coded'))
    fireEvent.focus(choice('Yes'))
    press('1')
    await waitFor(() => expect(choice('Yes').checked).toBe(true))
    const panel = within(screen.getByTestId('coding-panel'))
    panel.getAllByText('Edits: 1')
    press('Enter', { ctrlKey: true })
    await waitFor(() => expect(position()).toBe('2 of 3'))
    expect(status()).toBe('Loading')
    expect(isOff(choice('Yes'))).toBe(true)
    expect(choice('Yes').checked).toBe(false)
    expect(isOff(panel.getByRole('button', { name: /^Save and next/ }))).toBe(true)
    press('2')
    press('Enter', { ctrlKey: true })
    expect(position()).toBe('2 of 3')
    await act(async () => gate.resolve())
    await waitFor(() => expect(position()).toBe('3 of 3'))
    await waitFor(() => expect(status()).toBe('Not coded'))
    expect(choice('No').checked).toBe(false)
    press('k')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    await waitFor(() => expect(choice('No').checked).toBe(true))
  })
})

describe('a document that is not here, though its coding is known', () => {
  it('cannot be coded, by the mouse or by keys, until it shows', async () => {
    await review()
    await waitFor(() => expect(status()).toBe('Not coded'))
    press('j')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    await waitFor(() => expect(status()).toBe('Not coded'))
    fireEvent.focus(choice('Yes'))
    const gate = Promise.withResolvers<void>()
    coming = gate.promise
    await act(async () => scopeBind(documentCache.clear, { scope: desk.app.scope, safe: true })())
    await waitFor(() => expect(status()).toBe('Loading'))
    expect(isOff(choice('Yes'))).toBe(true)
    press('1')
    // A click is another way on: what was pressed before it is not done.
    fireEvent.pointerDown(document.body)
    await screen.findByText(/^1 key pressed before the document was shown/)
    press('2')
    await act(async () => gate.resolve())
    await waitFor(() => expect(choice('No').checked).toBe(true))
    expect(choice('Yes').checked).toBe(false)
  })
})

describe('what is not on the record', () => {
  it('stands at the foot when it was left behind, and leads back there', async () => {
    await review()
    await waitFor(() => expect(foot()).toBe('All saved'))
    fireEvent.click(choice('Yes'))
    await waitFor(() => expect(foot()).toBe('1 edited, not saved'))
    press('j')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    expect(foot()).toBe('1 edited, not saved')
    fireEvent.click(screen.getByRole('button', { name: '1 edited, not saved' }))
    const item = await screen.findByRole('menuitem', { name: /^NW00000101 ?Letter 101/ })
    // A press is what chooses an item: the menu knows by it which one is meant.
    fireEvent.pointerDown(item, { button: 0, pointerType: 'mouse' })
    await waitFor(() => expect(item.hasAttribute('data-highlighted')).toBe(true))
    fireEvent.click(item)
    await waitFor(() => expect(position()).toBe('1 of 3'))
  })

  it('is told of a save that is refused after one has gone on', async () => {
    const gate = Promise.withResolvers<void>()
    save = async () => {
      await gate.promise
      return new Refusal(403, 'Your role has changed.', 'permission.denied')
    }
    await review()
    fireEvent.click(choice('Yes'))
    await waitFor(() => expect(status()).toBe('Edited'))
    press('Enter', { ctrlKey: true })
    await waitFor(() => expect(position()).toBe('2 of 3'))
    await act(async () => gate.resolve())
    await waitFor(() => expect(foot()).toBe('1 not saved'))
    await screen.findByText(/^The coding of a document you have left was not saved: /)
  })
})

describe('the history', () => {
  it('calls people, fields and edits as people do', async () => {
    await review()
    fireEvent.focus(choice('Yes'))
    press('2')
    await waitFor(() => expect(choice('No').checked).toBe(true))
    press('z', { ctrlKey: true })
    await waitFor(() => expect(choice('No').checked).toBe(false))
    press('v')
    press('h')
    const shown = within(await screen.findByRole('region', { name: 'History' }))
    const said = (await shown.findAllByRole<HTMLTableRowElement>('row')).map(({ cells }) =>
      [...cells].slice(1, 4).map(({ textContent }) => textContent),
    )
    expect(said).toContainEqual(['Ada Northwind', 'Set Responsive to No', 'manual'])
    expect(said).toContainEqual(['Ada Northwind', expect.any(String), 'undo'])
    await shown.findByText('All custodians: nothing → Rivera')
  })
})

describe('coding of others', () => {
  beforeEach(async () => {
    await review()
    expect(status()).toBe('Not coded')
    codedByOthers = [101]
  })

  it('is shown when a document that was read before is opened again', async () => {
    press('j')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    press('k')
    await waitFor(() => expect(position()).toBe('1 of 3'))
    await waitFor(() => expect(choice('Yes').checked).toBe(true))
    // Nothing was kept of the visit before, and nothing more is asked once it is known.
    const before = desk.asked.filter(({ name }) => name === 'documents.renew').length
    await desk.rest()
    expect(desk.asked.filter(({ name }) => name === 'documents.renew').length).toBe(before)
  })

  it('is shown of the document in view as soon as a row of the list knows of it', async () => {
    await act(() => desk.app.dispatch(search({ queryString: '' })))
    await waitFor(() => expect(choice('Yes').checked).toBe(true))
    const row = within(screen.getByTestId('document-list')).getByRole('option', { name: /Letter 101/ })
    await waitFor(() => expect(row.textContent).toContain('Resp'))
    // The other rows say what is held of their documents: they are not asked for.
    const asked = desk.asked.flatMap(({ name, body }) => (name === 'bulk.standing' ? [body] : []))
    expect(asked).toEqual([{ documentIds: [101] }])
  })

  it('leaves a document that may not be seen any more, and says why', async () => {
    press('j')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    await waitFor(() => expect(choice('Yes').disabled).toBe(false))
    withdrawn = [101]
    press('k')
    await screen.findByText('There is no such document.')
    expect(screen.queryByText('Good morning')).toBeNull()
  })

  it('leaves alone what is edited, and says that somebody else has coded it meanwhile', async () => {
    fireEvent.click(choice('No'))
    press('j')
    await waitFor(() => expect(position()).toBe('2 of 3'))
    press('k')
    await waitFor(() => expect(position()).toBe('1 of 3'))
    expect((await screen.findByText(/Changed meanwhile/)).textContent).toContain('Ben Novak')
    expect(choice('No').checked).toBe(true)
  })
})
