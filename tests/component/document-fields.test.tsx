// @vitest-environment jsdom
/** What a document's metadata shows: dates as the project has them, and the project's own fields, set by hand. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FieldValue } from '#contracts/coding.ts'
import type { CustomField } from '#contracts/fields.ts'
import { fieldTypes } from '#contracts/project.ts'
import { initialise } from '#src/commands/coding.ts'
import { loadForms } from '#src/commands/coding-forms.ts'
import { MetadataPane } from '#src/features/viewer/metadata-pane.tsx'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const at = '2026-03-02T10:00:00.000Z'
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const custom = (
  fieldId: number,
  name: string,
  typeId: number,
  choices: readonly string[] = [],
): CustomField => ({
  fieldId,
  name,
  queryName: name.replaceAll(' ', '_'),
  typeId,
  multiValue: typeId === fieldTypes.multipleChoice,
  choices: choices.map((text, i) => ({ choiceId: i + 1, text })),
  forms: [],
  documents: 0,
})
const hot = custom(1, 'Hot', fieldTypes.shortText)
const box = custom(31, 'Box number', fieldTypes.integer)
const team = custom(32, 'Team', fieldTypes.multipleChoice, ['Red', 'Blue'])
const stands = (fieldId: number, value: FieldValue['value'], version = 1, by = 'Cy Zhou'): FieldValue => ({
  fieldId,
  value,
  version,
  by,
  at,
})

const start = async (
  role: Parameters<Desk['signIn']>[0],
  values: readonly FieldValue[],
  answers: Answers = {},
) => {
  desk = await openDesk({
    'documents.metadata': () => ({
      data: [
        { name: 'Parent_Date', displayName: 'Parent date', typeId: fieldTypes.date, values: [at] },
        { name: 'File_Size', displayName: 'File size', typeId: fieldTypes.integer, values: ['12970'] },
        // Of what the file itself said, whose type nobody knows.
        {
          name: 'Received_Date',
          displayName: 'Received Date',
          typeId: fieldTypes.shortText,
          values: ['2002-07-23T22:11:25.000Z'],
        },
        {
          name: 'Exception',
          displayName: 'Exceptions',
          typeId: fieldTypes.multipleChoice,
          values: ['corrupt', 'noTextYet'],
        },
      ],
    }),
    'fields.list': () => list([hot, box, team]),
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
              coding_form_field_id: 7,
              fieldId: 1,
              position: 1,
              field_name: 'Hot',
              field_type_id: fieldTypes.shortText,
              is_read_only: false,
              is_required: false,
              is_single_choice: false,
              is_multi: false,
              values: [],
            },
          ],
        },
      ],
    }),
    ...answers,
  })
  await desk.signIn(role)
  await desk.app.dispatch(loadForms({}))
  await desk.app.dispatch(initialise({ documentId: 101, values: [...values] }))
  await desk.rest()
  desk.mount(<MetadataPane documentId={101} timeZone="America/New_York" />)
  await screen.findByRole('region', { name: 'Metadata' })
}
const own = async () => within(await screen.findByRole('region', { name: 'Fields of the project' }))

describe('metadata', () => {
  it('has dates in the zone of the project, sizes as numbers and exceptions in words', async () => {
    await start('Reviewer', [])
    await screen.findByRole('row', { name: 'Parent date 03/02/2026 05:00:00 EST' })
    screen.getByRole('row', { name: 'Received Date 07/23/2002 18:11:25 EDT' })
    screen.getByRole('row', { name: 'File size 12,970 bytes' })
    screen.getByRole('row', { name: 'Exceptions Damaged; No text yet' })
  })
})

describe('a field of the project on one document', () => {
  it('[rest-post-set-custom-field] is set by hand where no form codes it, on the version that was seen', async () => {
    await start('ReviewManager', [stands(1, 'Yes'), stands(31, 4, 3)], {
      'fields.set': ({ body }) => {
        const { documentId, value } = body as { documentId: number; value: number }
        return { documentId, values: [stands(31, value, 4, 'Ada Northwind')], auditIds: [9] }
      },
    })
    const fields = await own()
    // What a form codes is coded there.
    fields.getByRole('row', { name: /^Hot Yes/ })
    expect(fields.queryByRole('button', { name: 'Change Hot' })).toBeNull()
    fireEvent.click(fields.getByRole('button', { name: 'Change Box number' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Set Box number' }))
    dialog.getByText(/^On the record: 4 \(Cy Zhou/)
    fireEvent.change(dialog.getByLabelText('Value'), { target: { value: 'twelve' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Enter a number.')
    expect(asked('fields.set')).toEqual([])
    fireEvent.change(dialog.getByLabelText('Value'), { target: { value: '12' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await fields.findByRole('row', { name: /^Box number 12/ })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [sent] = asked('fields.set')
    expect(sent?.body).toMatchObject({ documentId: 101, fieldId: 31, value: 12, undo: { kind: 'do' } })
    expect(sent?.headers.get('If-Match')).toBe('"31.3"')
    expect(sent?.headers.get('Idempotency-Key')).not.toBeNull()
  })

  it('is chosen among those without a value, and cleared again', async () => {
    let version = 0
    await start('ReviewManager', [], {
      'fields.set': ({ body }) => {
        const { documentId, fieldId, value } = body as {
          documentId: number
          fieldId: number
          value: FieldValue['value']
        }
        version += 1
        return { documentId, values: [stands(fieldId, value, version, 'Ada Northwind')], auditIds: [9] }
      },
    })
    const fields = await own()
    fields.getByText('None of them has a value here.')
    fireEvent.click(fields.getByRole('button', { name: 'Set a field' }))
    let dialog = within(await screen.findByRole('dialog', { name: 'Set a field' }))
    fireEvent.change(dialog.getByLabelText('Field'), { target: { value: '32' } })
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Blue' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await fields.findByRole('row', { name: /^Team Blue/ })
    fireEvent.click(fields.getByRole('button', { name: 'Change Team' }))
    dialog = within(await screen.findByRole('dialog', { name: 'Set Team' }))
    fireEvent.click(dialog.getByRole('checkbox', { name: 'Blue' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await fields.findByText('None of them has a value here.')
    expect(asked('fields.set').map(({ body }) => (body as { value: unknown }).value)).toEqual([
      ['Blue'],
      null,
    ])
    expect(asked('fields.set').map(({ headers }) => headers.get('If-Match'))).toEqual(['"32.0"', '"32.1"'])
  })

  it('is not overwritten where somebody has set it meanwhile, unless one does so knowingly', async () => {
    let theirs = true
    await start('ReviewManager', [stands(31, 4, 3)], {
      'fields.set': ({ body }) => {
        const { documentId, value } = body as { documentId: number; value: number }
        if (!theirs) return { documentId, values: [stands(31, value, 6, 'Ada Northwind')], auditIds: [9] }
        theirs = false
        const refusal = new Refusal(412, 'Changed meanwhile.', 'coding.stale')
        refusal.reply.data = {
          conflicts: [
            {
              fieldId: 31,
              coding_form_field_id: 31,
              name: 'Box number',
              yours: 12,
              theirs: 9,
              version: 5,
              by: 'Ben Chen',
              at,
            },
          ],
        }
        return refusal
      },
    })
    const fields = await own()
    fireEvent.click(fields.getByRole('button', { name: 'Change Box number' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Value'), { target: { value: '12' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(/^Ben Chen has set it meanwhile/)
    await dialog.findByText(/^On the record: 9 \(Ben Chen/)
    expect(dialog.getByLabelText('Value')).toHaveProperty('value', '12')
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await fields.findByRole('row', { name: /^Box number 12/ })
    expect(asked('fields.set').map(({ headers }) => headers.get('If-Match'))).toEqual(['"31.3"', '"31.5"'])
  })

  it('is not overwritten unseen where somebody’s value has come here while one was typing', async () => {
    await start('ReviewManager', [stands(31, 4, 3)], {
      'fields.set': ({ body }) => {
        const { documentId, value } = body as { documentId: number; value: number }
        return { documentId, values: [stands(31, value, 6, 'Ada Northwind')], auditIds: [9] }
      },
    })
    const fields = await own()
    fireEvent.click(fields.getByRole('button', { name: 'Change Box number' }))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText('Value'), { target: { value: '12' } })
    await act(() =>
      desk.app.dispatch(initialise({ documentId: 101, values: [stands(31, 9, 5, 'Ben Chen')] })),
    )
    await dialog.findByText(/^On the record: 9 \(Ben Chen/)
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText(/^Ben Chen has set it meanwhile/)
    expect(asked('fields.set')).toEqual([])
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await fields.findByRole('row', { name: /^Box number 12/ })
    expect(asked('fields.set').map(({ headers }) => headers.get('If-Match'))).toEqual(['"31.5"'])
  })

  it('is shown to reviewers, who set none by hand', async () => {
    await start('Reviewer', [stands(31, 4, 3)])
    const fields = await own()
    fields.getByRole('row', { name: /^Box number 4/ })
    expect(fields.queryByRole('button')).toBeNull()
  })
})
