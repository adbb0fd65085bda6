// @vitest-environment jsdom
/** Building coding forms: the list, the builder with keyboard and undo, what is said before a save, two managers at once. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { CustomField } from '#contracts/fields.ts'
import type { ManagedForm } from '#contracts/form-builder.ts'
import type { FormDraft } from '#contracts/form-drafts.ts'
import { fieldTypes } from '#contracts/project.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})

const at = '2026-03-02T10:00:00.000Z'
const path = '/overview/ProjectSetting/coding-forms'
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const sent = (name: string) => asked(name).at(-1)?.body as FormDraft | undefined

const field = (fieldId: number, field_name: string, field_type_id: number, choices: string[] = []) => ({
  ...{ coding_form_field_id: fieldId + 100, fieldId, position: fieldId, field_name, field_type_id },
  ...{ is_read_only: false, is_required: false, is_single_choice: field_type_id === 8, is_multi: false },
  values: choices.map((short_text_value, position) => ({
    ...{ choiceId: fieldId * 10 + position, position, short_text_value, checked: false },
  })),
})
const section = (sectionId: number, name: string, fields: readonly object[]) => ({
  ...{ sectionId, position: sectionId, name, isExpanded: true, isEditing: false, fields },
})
const form = {
  ...{ coding_form_id: 1, name: 'First pass', isSelected: true, modifyActionType: 0 },
  ...{ revision: 1, version: 3 },
  sections: [
    section(1, 'Decision', [field(1, 'Responsive', fieldTypes.singleChoice, ['Yes', 'No'])]),
    section(2, 'Details', [field(2, 'Basis', fieldTypes.shortText)]),
  ],
}
const managed: ManagedForm = {
  ...{ coding_form_id: 1, name: 'First pass', isSelected: true, version: 3, sections: 2, fields: 2 },
  ...{ changedBy: 'Maria Alvarez', changedAt: at },
  assignments: [{ assignmentId: 9, assignmentName: 'First cut' }],
}
const team: CustomField = {
  ...{ fieldId: 32, name: 'Team', queryName: 'Team', typeId: fieldTypes.multipleChoice, multiValue: true },
  choices: [{ choiceId: 321, text: 'Red' }],
  forms: [{ coding_form_id: 5, name: 'Second pass' }],
  documents: 12,
}
const present = (version: number, name: string) => ({
  ...{ coding_form_id: 1, version, by: 'Maria Alvarez', at },
  definition: { name, sections: [{ sectionId: 1, name: 'Decision', fields: [] }] },
})

const start = async (
  address = path,
  answers: Answers = {},
  role: Parameters<Desk['signIn']>[0] = 'ReviewManager',
) => {
  desk = await openDesk({
    'forms.listManaged': () => list([managed]),
    'coding.getForm': () => form,
    'coding.listForms': () =>
      list([{ coding_form_id: 1, name: 'First pass', isSelected: true, revision: 1 }]),
    'fields.list': () => list([team]),
    'forms.check': () => ({ findings: [] }),
    'coding.putForm': () => ({ ...form, version: 4 }),
    'coding.createForm': () => ({ ...form, coding_form_id: 2, version: 1 }),
    ...answers,
  })
  await desk.signIn(role)
  return desk.show(address)
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))
const outline = async () => within(await screen.findByRole('list', { name: 'Sections and fields' }))
const rows = async () =>
  (await outline()).getAllByRole('button').map((row) => row.querySelector('.name')?.textContent)
const write = (input: HTMLElement, text: string) => {
  fireEvent.change(input, { target: { value: text } })
  fireEvent.blur(input)
}
const preview = () => screen.getByRole('region', { name: 'Preview' })
const open = async () => {
  await start(`${path}?form=1`)
  await outline()
}

describe('the coding forms of a project', () => {
  it('lists each with its version, its fields and where it is used; one that is used is not deleted', async () => {
    await start()
    const table = within(await screen.findByRole('table', { name: 'Coding forms' }))
    const row = table.getByRole('row', { name: /First pass/ })
    expect(row.textContent).toContain('Version 3')
    expect(row.textContent).toContain('Maria Alvarez')
    expect(row.textContent).toContain('First cut')
    const more = table.getByRole('button', { name: 'More for First pass' })
    more.focus()
    fireEvent.keyDown(more, { key: 'ArrowDown' })
    const item = await screen.findByRole('menuitem', { name: 'Delete' })
    // A press is what chooses an item: the menu knows by it which one is meant.
    fireEvent.pointerDown(item, { button: 0, pointerType: 'mouse' })
    await waitFor(() => expect(item.hasAttribute('data-highlighted')).toBe(true))
    fireEvent.click(item)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/This assignment uses it: First cut/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Delete the form' })).toBeNull()
    fireEvent.click(dialog.getByRole('button', { name: 'Keep it' }))
    await desk.rest()
    expect(asked('coding.deleteForm')).toEqual([])
  })

  it('is not for who does not manage forms', async () => {
    await start(path, {}, 'Reviewer')
    await screen.findByText('You have no access to the coding forms of this project')
    await desk.rest()
    expect(asked('forms.listManaged')).toEqual([])
  })

  it('shows versions with what changed, by whom and how many documents, and how an older one looked', async () => {
    await start(`${path}?versions=1`, {
      'forms.listVersions': () =>
        list([
          { version: 3, by: 'Ben Novak', at, changes: ['Field "Basis" added to "Details"'], documents: 4 },
          { version: 2, by: 'Maria Alvarez', at, changes: ['Form created'], documents: 120 },
        ]),
      'forms.getVersion': () => present(2, 'Old pass'),
    })
    const table = within(await screen.findByRole('table', { name: 'Versions' }))
    expect(table.getByRole('row', { name: /Ben Novak/ }).textContent).toContain(
      'Field "Basis" added to "Details"',
    )
    expect(table.getByRole('row', { name: /Maria Alvarez/ }).textContent).toContain('120')
    await press('Show version 2')
    await screen.findByText('Old pass')
    expect(screen.getByRole('region', { name: 'How version 2 looked' }).textContent).toContain('Decision')
  })
})

describe('building a form', () => {
  it('[val-form-name-required] [val-form-name-too-long] [val-form-name-forbidden] [val-form-name-unique] says what is wrong with its name, in these words', async () => {
    await start()
    await press('New form')
    const name = await screen.findByLabelText(/Name of the form/)
    const save = async (text: string) => {
      write(name, text)
      await desk.rest()
      await press('Save')
      await desk.rest()
      return screen.getAllByRole('alert').map((one) => one.textContent)
    }
    expect((await save('  ')).join()).toContain('Form name cannot be empty')
    expect((await save('x'.repeat(51))).join()).toContain(
      'Name exceeds 50 characters. Supply a shorter name.',
    )
    expect((await save('a:b')).join()).toContain(
      'Name cannot contain any of these characters: / \\ : * ? " < > |',
    )
    expect((await save('first PASS')).join()).toContain('Form Name exists. Supply a unique name.')
    expect(asked('coding.createForm')).toEqual([])
    write(name, 'Second pass')
    await desk.rest()
    await press('Save')
    await screen.findByText('Second pass is saved')
    expect(sent('coding.createForm')).toMatchObject({ shape: 1, name: 'Second pass' })
    // It is on the record, and one is back at the list with nothing left to save.
    await screen.findByRole('table', { name: 'Coding forms' })
    expect(screen.queryByText('Not saved yet')).toBeNull()
    await desk.rest()
  })

  it('[form-section-editing] edits the section that is chosen; adds a section and a field with choices, keys, colors and help, which the preview shows at once', async () => {
    await open()
    await press('Add a section')
    write(await screen.findByLabelText(/Name of the section/), 'Privilege')
    await press('New field')
    write(await screen.findByLabelText(/Name of the field/), 'Privileged')
    // One thing is edited at a time: the section no more.
    expect(screen.queryByLabelText(/Name of the section/)).toBeNull()
    write(screen.getByLabelText('Choice 1'), 'Attorney-client')
    fireEvent.keyDown(screen.getByLabelText('Choice 1'), { key: 'Enter' })
    write(await screen.findByLabelText('Choice 2'), 'Work product')
    await desk.rest()
    fireEvent.change(screen.getByLabelText('Key of choice 2'), { target: { value: '7' } })
    fireEvent.change(screen.getByLabelText('Color of choice 2'), { target: { value: 'red' } })
    write(screen.getByLabelText('Help text'), 'Ask counsel where unsure.')
    fireEvent.click(screen.getByLabelText('Required'))
    await desk.rest()
    expect(preview().textContent).toContain('Privileged')
    expect(preview().textContent).toContain('Ask counsel where unsure.')
    expect(preview().textContent).toContain('Work product7')
    fireEvent.keyDown(screen.getByLabelText('Choice 2'), { key: 'ArrowUp', altKey: true })
    await desk.rest()
    await press('Save')
    await waitFor(() => expect(asked('coding.putForm')).toHaveLength(1))
    expect(asked('coding.putForm')[0]?.headers.get('If-Match')).toBe('"1.3"')
    expect(sent('coding.putForm')?.sections.at(-1)).toEqual({
      name: 'Privilege',
      fields: [
        {
          ...{ field_name: 'Privileged', field_type_id: fieldTypes.singleChoice },
          ...{ is_required: true, is_read_only: false, help: 'Ask counsel where unsure.' },
          choices: [
            { text: 'Work product', color: 'red', key: 7 },
            { text: 'Attorney-client', color: null, key: null },
          ],
        },
      ],
    })
    expect(sent('coding.putForm')?.sections[0]).toMatchObject({ sectionId: 1, name: 'Decision' })
    await screen.findByText('First pass is saved as version 4')
    await desk.rest()
  })

  it('moves by the keyboard within a section and into the next one, says where to, and keeps the focus; undo and redo', async () => {
    await open()
    expect(await rows()).toEqual(['Decision', 'Responsive', 'Details', 'Basis'])
    const row = (await outline()).getByRole('button', { name: /Responsive/ })
    row.focus()
    fireEvent.keyDown(row, { key: 'ArrowDown', altKey: true })
    await waitFor(async () => expect(await rows()).toEqual(['Decision', 'Details', 'Responsive', 'Basis']))
    await screen.findByText('Responsive: field 1 of 2 in Details')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Responsive'))
    fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown', altKey: true })
    await waitFor(async () => expect(await rows()).toEqual(['Decision', 'Details', 'Basis', 'Responsive']))
    await press('Undo')
    await press('Undo')
    await waitFor(async () => expect(await rows()).toEqual(['Decision', 'Responsive', 'Details', 'Basis']))
    await press('Redo')
    await waitFor(async () => expect(await rows()).toEqual(['Decision', 'Details', 'Responsive', 'Basis']))
    // The arrows alone walk; Delete takes out, and can be undone.
    const details = (await outline()).getByRole('button', { name: /Details/ })
    details.focus()
    fireEvent.keyDown(details, { key: 'ArrowDown' })
    fireEvent.keyDown(document.activeElement as Element, { key: 'Delete' })
    await waitFor(async () => expect(await rows()).toEqual(['Decision', 'Details', 'Basis']))
    await press('Undo')
    await waitFor(async () => expect(await rows()).toHaveLength(4))
    await desk.rest()
  })

  it('moves what is dragged, also into another section', async () => {
    await open()
    const dataTransfer = {
      ...{ data: '', types: ['application/x-affiant-form-part'], effectAllowed: '' },
      setData(_: string, key: string) {
        this.data = key
      },
      getData() {
        return this.data
      },
    }
    const part = async (name: RegExp) => (await outline()).getByRole('button', { name })
    fireEvent.dragStart(await part(/Basis/), { dataTransfer })
    fireEvent.dragOver(await part(/Responsive/), { dataTransfer })
    fireEvent.drop(await part(/Responsive/), { dataTransfer })
    await waitFor(async () => expect(await rows()).toEqual(['Decision', 'Basis', 'Responsive', 'Details']))
    await desk.rest()
  })

  it('adds a field that the project has, and says on which other forms it stands', async () => {
    await open()
    fireEvent.click((await outline()).getByRole('button', { name: /Details/ }))
    fireEvent.change(await screen.findByLabelText('Add a field of the project'), {
      target: { value: '32' },
    })
    await screen.findByText(/Also shown by Second pass/)
    expect(await rows()).toEqual(['Decision', 'Responsive', 'Details', 'Basis', 'Team'])
    await press('Save')
    await waitFor(() => expect(asked('coding.putForm')).toHaveLength(1))
    expect(sent('coding.putForm')?.sections[1]?.fields[1]).toMatchObject({
      field_name: 'Team',
      choices: [{ choiceId: 321, text: 'Red' }],
    })
    await desk.rest()
  })

  it('keeps work that is not saved, tells of it, and gives it up only when that is said', async () => {
    await open()
    write(await screen.findByLabelText(/Name of the form/), 'Other pass')
    await desk.rest()
    cleanup()
    desk.show(path)
    const table = within(await screen.findByRole('table', { name: 'Coding forms' }))
    expect(table.getByText('Unsaved changes')).toBeTruthy()
    fireEvent.click(table.getByRole('button', { name: 'Edit First pass' }))
    await screen.findByText(/Your changes of .* are kept here. They are not saved yet./)
    expect((screen.getByLabelText(/Name of the form/) as HTMLInputElement).value).toBe('Other pass')
    await press('Discard')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }))
    await screen.findByRole('table', { name: 'Coding forms' })
    expect(screen.queryByText('Unsaved changes')).toBeNull()
    expect(asked('coding.putForm')).toEqual([])
    await desk.rest()
  })

  it('warns before a save that leaves coded documents without a required value, with their number and their list', async () => {
    await start(`${path}?form=1`, {
      'forms.check': () => ({
        findings: [{ kind: 'required', field: 'Basis', choice: null, documents: 12, query: 'Basis is null' }],
      }),
    })
    fireEvent.click((await outline()).getByRole('button', { name: /Basis/ }))
    fireEvent.click(await screen.findByLabelText('Required'))
    await desk.rest()
    await press('Save')
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/would lack a value of Basis, which is required from now on/)).toBeTruthy()
    expect(dialog.getByRole('link', { name: '12 documents: list them' }).getAttribute('href')).toMatch(
      /^\/overview\/review\?list=/,
    )
    expect(asked('coding.putForm')).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: 'Save all the same' }))
    await waitFor(() => expect(asked('coding.putForm')).toHaveLength(1))
    await screen.findByText('First pass is saved as version 4')
    await desk.rest()
  })

  it('asks again what stands in the way when one comes back from the documents, and saves nothing by that', async () => {
    let documents = 12
    await start(`${path}?form=1`, {
      'forms.check': () => ({
        findings:
          documents === 0
            ? []
            : [{ kind: 'required', field: 'Basis', choice: null, documents, query: 'Basis is null' }],
      }),
    })
    fireEvent.click((await outline()).getByRole('button', { name: /Basis/ }))
    fireEvent.click(await screen.findByLabelText('Required'))
    await desk.rest()
    await press('Save')
    await screen.findByRole('link', { name: '12 documents: list them' })
    await desk.rest()
    for (const now of [5, 0]) {
      cleanup()
      documents = now
      desk.show(`${path}?form=1`)
      if (now > 0) await screen.findByRole('link', { name: '5 documents: list them' })
      else await screen.findByText('Nothing stands in the way of saving any more')
      await desk.rest()
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(asked('forms.check')).toHaveLength(3)
    expect(asked('coding.putForm')).toEqual([])
  })

  it('takes a version that is what was sent for its own save, of which the answer was lost', async () => {
    const { definition } = present(4, 'My pass')
    const choices = ['Yes', 'No'].map((text, n) => ({ choiceId: 10 + n, text }))
    const plain = { required: false, readOnly: false }
    const sections = [
      {
        ...{ sectionId: 1, name: 'Decision' },
        fields: [{ ...plain, fieldId: 1, name: 'Responsive', typeId: fieldTypes.singleChoice, choices }],
      },
      {
        ...{ sectionId: 2, name: 'Details' },
        fields: [{ ...plain, fieldId: 2, name: 'Basis', typeId: fieldTypes.shortText, choices: [] }],
      },
    ]
    await start(`${path}?form=1`, {
      'coding.putForm': () =>
        new Refusal(412, 'Somebody has saved version 4.', 'form.stale', {}, '', {
          present: { ...present(4, 'My pass'), definition: { ...definition, sections } },
        }),
    })
    write(await screen.findByLabelText(/Name of the form/), 'My pass')
    await desk.rest()
    await press('Save')
    await screen.findByRole('table', { name: 'Coding forms' })
    await desk.rest()
    expect(screen.queryByText('Unsaved changes')).toBeNull()
  })

  it('two managers at once: shows both versions, loses neither, and saves over the one that was shown', async () => {
    let stale = true
    await start(`${path}?form=1`, {
      'coding.putForm': () =>
        stale
          ? new Refusal(412, 'Somebody has saved version 4.', 'form.stale', {}, '', {
              present: present(4, 'Their pass'),
            })
          : { ...form, version: 5 },
    })
    write(await screen.findByLabelText(/Name of the form/), 'My pass')
    await desk.rest()
    await press('Save')
    await screen.findByText(/Maria Alvarez has saved version 4 since you began/)
    expect(screen.getByText('Form renamed from "First pass" to "My pass"')).toBeTruthy()
    expect(screen.getByText('Form renamed from "First pass" to "Their pass"')).toBeTruthy()
    await press('Take version 4')
    await screen.findByRole('heading', { level: 1, name: 'Their pass' })
    // Nothing is lost: one's own comes back.
    await press('Undo')
    await screen.findByRole('heading', { level: 1, name: 'My pass' })
    stale = false
    await press('Save')
    await screen.findByText('My pass is saved as version 5')
    expect(asked('coding.putForm').map(({ headers }) => headers.get('If-Match'))).toEqual(['"1.3"', '"1.4"'])
    await desk.rest()
  })

  it('copies a form, also from another project: fields that are there under their names are taken', async () => {
    await start(path, {
      'forms.listManaged': ({ headers }) =>
        headers.get('projectId') === '12'
          ? list([{ ...managed, coding_form_id: 7, name: 'Lease pass', assignments: [] }])
          : list([managed]),
      'coding.getForm': ({ params }) =>
        params.id === '7'
          ? {
              ...form,
              ...{ coding_form_id: 7, name: 'Lease pass' },
              sections: [section(8, 'All', [field(77, 'Team', fieldTypes.multipleChoice, ['red', 'Blue'])])],
            }
          : form,
    })
    await press('Copy from another project')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(await dialog.findByLabelText('Project'), { target: { value: '12' } })
    fireEvent.change(await dialog.findByLabelText('Form'), { target: { value: '7' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Copy' }))
    await screen.findByRole('heading', { level: 1, name: 'Copy of Lease pass' })
    await press('Save')
    await waitFor(() => expect(asked('coding.createForm')).toHaveLength(1))
    expect(sent('coding.createForm')).toMatchObject({
      name: 'Copy of Lease pass',
      sections: [
        { name: 'All', fields: [{ field_name: 'Team', choices: [{ choiceId: 321 }, { text: 'Blue' }] }] },
      ],
    })
    await desk.rest()
  })

  it('a form of 200 fields and 2,000 choices is drawn as far as it is open', async () => {
    const many = Array.from({ length: 199 }, (_, n) => field(n + 1, `Field ${n + 1}`, fieldTypes.shortText))
    const wide = field(
      200,
      'Wide',
      fieldTypes.singleChoice,
      Array.from({ length: 500 }, (_, n) => `Choice ${n}`),
    )
    await start(`${path}?form=1`, {
      'coding.getForm': () => ({ ...form, sections: [section(1, 'All', [...many, wide])] }),
    })
    expect(await rows()).toHaveLength(201)
    fireEvent.click((await outline()).getByRole('button', { name: /Wide/ }))
    await screen.findByText('Choices (500)')
    // Of the choices to be edited only those in view are there.
    expect(document.querySelectorAll('[data-choice]').length).toBeLessThan(60)
    await desk.rest()
  })
})
