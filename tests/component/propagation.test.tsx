// @vitest-environment jsdom
/** Beside Save: where the coding goes, what that would do, and what is said when nobody can tell. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fieldTypes } from '#contracts/project.ts'
import { documentDetail, documentRow, sentAt } from '#tests/fixtures/documents.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

const choiceField = (at: number, field_name: string) => ({
  coding_form_field_id: 10 + at,
  fieldId: at,
  position: at,
  field_name,
  field_type_id: fieldTypes.singleChoice,
  is_read_only: false,
  is_required: false,
  is_single_choice: true,
  is_multi: false,
  values: ['Yes', 'No'].map((short_text_value, position) => ({
    choiceId: at * 10 + position,
    position,
    short_text_value,
    checked: false,
  })),
})
const remark = {
  ...choiceField(3, 'Remark'),
  field_type_id: fieldTypes.longText,
  is_single_choice: false,
  values: [],
}
const info = { coding_form_id: 1, name: 'First pass', isSelected: true, revision: 1 }

interface Body {
  readonly documentId: number
  readonly fields: readonly { readonly value: unknown; readonly coding_form_field_id: number }[]
  readonly propagation?: unknown
}
let saved: Body[]
let looked: { readonly to: readonly string[]; readonly fields: readonly { readonly name: string }[] }[]
let blind: boolean
let refusing: boolean
let many: boolean

const row = {
  documentId: 102,
  controlNumber: 'NW00000102',
  through: ['family'],
  fieldId: 1,
  name: 'Responsive',
  outcome: 'written',
  before: 'not coded',
  after: 'Yes',
  by: null,
  at: null,
}
const nobody = {
  ...{ written: 0, alreadySo: 0, notInReview: 0, gone: 0, changed: 0, readOnly: 0, refused: 0 },
  ...{ direct: 0, held: 0, privilege: 0 },
}

const answers: Answers = {
  'documents.search': () => ({
    data: [101, 102, 103].map((id) => documentRow(id, {})),
    totalCount: 3,
    hitCount: 3,
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
  'documents.get': ({ query }) => documentDetail(Number(query.documentId)),
  'documents.renew': () => ({ document: null }),
  'documents.recordView': () => undefined,
  'audit.documentHistory': () => ({ data: [], totalCount: 0, hidden: 0 }),
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
        fields: [choiceField(1, 'Responsive'), choiceField(2, 'Hot'), remark],
      },
    ],
  }),
  'coding.save': ({ body }) => {
    if (refusing) return new Refusal(409, 'Not now.')
    const asked = body as Body
    saved.push(asked)
    return {
      documentId: asked.documentId,
      values: asked.fields.map(({ value, coding_form_field_id }) => ({
        fieldId: coding_form_field_id - 10,
        value,
        version: 1,
        by: 'Ada Northwind',
        at: sentAt,
      })),
      auditIds: asked.fields.map((_, at) => 9 + at),
      ...(asked.propagation === undefined
        ? {}
        : {
            propagated: many
              ? { documents: 0, left: 0, inJobs: 205, jobIds: [77], values: [] }
              : { documents: 1, left: 1, inJobs: 0, values: [] },
          }),
    }
  },
  'coding.previewPropagation': ({ body }) => {
    looked.push(body as (typeof looked)[number])
    if (blind) return new Refusal(503, 'The server is busy.')
    return {
      documents: 642,
      reached: 1,
      alreadySo: 1,
      leftDocuments: 640,
      left: { ...nobody, direct: 640 },
      mixedFamilies: 1,
      byJob: false,
      rows: [
        {
          ...row,
          documentId: 103,
          controlNumber: 'NW00000103',
          outcome: 'direct',
          before: 'No',
          by: 'Ben Novak',
          at: sentAt,
        },
        row,
        { ...row, documentId: 104, controlNumber: 'NW00000104', outcome: 'alreadySo', before: 'Yes' },
      ],
    }
  },
  'coding.joinedSince': () => ({
    data: [{ documentId: 105, controlNumber: 'NW00000105', fields: ['Hot'] }],
    totalCount: 1,
  }),
}

let desk: Desk
const radio = (field: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: new RegExp(`^${field}`) })).getByRole<HTMLInputElement>(
    'radio',
    { name: new RegExp(`^${name}`) },
  )
const option = (name: RegExp) => screen.getByRole('button', { name })
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key })
}
const isOn = (name: RegExp) => option(name).getAttribute('aria-pressed') === 'true'
const allOf = [/to the family/, /e-mail thread/, /near-duplicates/, /^Skip/]

beforeEach(async () => {
  saved = []
  looked = []
  blind = false
  refusing = false
  many = false
  desk = await openDesk(answers)
  await desk.signIn('Reviewer')
  desk.show('/overview/review')
  await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('1 of 3'))
  await waitFor(() => expect(radio('Responsive', 'Yes').disabled).toBe(false))
  await screen.findByTestId('propagation')
})
afterEach(async () => {
  cleanup()
  await desk.close()
})

describe('where the coding goes', () => {
  it('[entity-coding-form-state] [open-coding-propagation] is nowhere until it is chosen; Skip excludes the others; keys do the same', async () => {
    expect(allOf.map(isOn)).toEqual([false, false, false, false])
    fireEvent.click(option(/to the family/))
    await waitFor(() => expect(isOn(/to the family/)).toBe(true))
    press('w', 'n')
    await waitFor(() => expect(allOf.map(isOn)).toEqual([true, false, true, false]))
    press('w', 's')
    await waitFor(() => expect(allOf.map(isOn)).toEqual([false, false, false, true]))
    press('w', 'e')
    await waitFor(() => expect(allOf.map(isOn)).toEqual([false, true, false, false]))
    expect(looked).toEqual([])
  })

  it('is shown before saving, with lists of what gets it and of what is left and why', async () => {
    fireEvent.click(radio('Responsive', 'Yes'))
    press('w', 'f')
    const effect = await screen.findByTestId('propagation-effect')
    expect(effect.textContent).toBe('Reaches 1 document, 640 left, 1 so already')
    screen.getByText(/1 family would be coded differently/)
    expect(looked.at(-1)).toMatchObject({ to: ['family'], fields: [{ name: 'Responsive' }] })
    fireEvent.click(effect)
    const box = within(await screen.findByRole('dialog', { name: 'Where the coding would go' }))
    box.getByText('not coded → Yes')
    fireEvent.click(box.getByRole('button', { name: 'Left as they are 640' }))
    box.getByText('Coded directly by Ben Novak: No')
    box.getByText('Coded directly: 640 documents.')
    fireEvent.click(box.getByRole('button', { name: 'Coded so already 1' }))
    box.getByText('NW00000104')
    await box.findByText(/1 document came since this one was propagated/)
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('goes with the save of this document, field by field, and once only', async () => {
    fireEvent.click(radio('Responsive', 'Yes'))
    fireEvent.click(radio('Hot', 'No'))
    press('w', 'f')
    fireEvent.click(await screen.findByTestId('propagation-effect'))
    const box = within(await screen.findByRole('dialog'))
    fireEvent.click(box.getByRole('checkbox', { name: 'Hot' }))
    await waitFor(() => expect(looked.at(-1)?.fields.map(({ name }) => name)).toEqual(['Responsive']))
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.propagation).toEqual({
      ...{ family: true, emailThread: false, nearDuplicates: false, Skip: false },
      fields: [11],
    })
    await waitFor(() => expect(screen.getByTestId('position').textContent).toBe('2 of 3'))
    await waitFor(() =>
      expect(screen.getByTestId('last-saved').textContent).toContain(
        '1 other document too, 1 value left as it was',
      ),
    )
    await waitFor(() => expect(allOf.map(isOn)).toEqual([false, false, false, false]))
    await waitFor(() => expect(radio('Responsive', 'No').matches(':disabled')).toBe(false))
    fireEvent.click(radio('Responsive', 'No'))
    press('s')
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(saved[1]?.propagation).toBeUndefined()
  })

  it('stays chosen, in sight, where the save was refused', async () => {
    refusing = true
    press('w', 'f')
    fireEvent.click(radio('Responsive', 'Yes'))
    fireEvent.keyDown(document.body, { key: 's', ctrlKey: true })
    expect(await screen.findByText('Not now.')).toBeTruthy()
    expect(isOn(/to the family/)).toBe(true)
    refusing = false
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.propagation).toMatchObject({ family: true, fields: [11] })
    await waitFor(() => expect(isOn(/to the family/)).toBe(false))
  })

  it('leads to the receipt of a job that codes many', async () => {
    many = true
    press('w', 'f')
    fireEvent.click(radio('Responsive', 'Yes'))
    fireEvent.keyDown(document.body, { key: 'Enter', ctrlKey: true })
    const receipt = await screen.findByRole('link', { name: 'Receipt' })
    expect(receipt.getAttribute('href')).toBe('/project/allJobs?job=77')
    expect(screen.getByTestId('last-saved').textContent).toContain('a job codes 205 more documents')
  })

  it('keeps long texts with their document', async () => {
    const text = screen.getByRole('textbox', { name: /^Remark/ })
    fireEvent.change(text, { target: { value: 'About this one' } })
    fireEvent.blur(text)
    press('w', 'f')
    await screen.findByText('None of the changed fields goes there.')
    press('w', 'w')
    const box = within(await screen.findByRole('dialog'))
    expect(box.getByRole<HTMLInputElement>('checkbox', { name: /^Remark/ }).disabled).toBe(true)
    box.getByText('stays with this document')
  })

  it('says that it cannot be shown, and saves this document only if told to', async () => {
    blind = true
    fireEvent.click(radio('Responsive', 'Yes'))
    press('w', 'f')
    await screen.findByText(/What this would reach cannot be shown: The server is busy\./)
    fireEvent.click(screen.getByRole('button', { name: 'Save this document only' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.propagation).toBeUndefined()
  })
})
