// @vitest-environment jsdom
/** Filters that are saved under names, on the screen Filter. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { FilterTemplate, TemplateHeading } from '#contracts/templates.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })
const heading = (over: Partial<TemplateHeading> = {}): TemplateHeading => ({
  templateId: 5,
  name: 'Waiting',
  version: 3,
  madeBy: 'Ada Northwind',
  savedBy: 'Ada Northwind',
  savedAt: '2026-03-02T10:00:00.000Z',
  mayChange: true,
  ...over,
})
const processed = { values: ['Processed'], includeNull: false, includeSelections: true }
const saved = (over: Partial<FilterTemplate> = {}): FilterTemplate => ({
  ...heading(),
  kind: 'filter',
  choice: { query: 'prices', filter: { documentStates: processed }, narrowed: {} },
  lost: [],
  fault: null,
  ...over,
})
const free = { available: true, takenBy: null }

const start = async (answers: Answers = {}, role: Parameters<Desk['signIn']>[0] = 'ReviewManager') => {
  desk = await openDesk({
    'templates.list': () => list([]),
    'templates.checkFilterName': () => free,
    ...answers,
  })
  await desk.signIn(role)
  desk.show('/overview/filter')
  await screen.findByRole('heading', { name: 'Filter' })
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const search = (text: string) => {
  const box = screen.getByRole('textbox', { name: 'Search documents' })
  fireEvent.change(box, { target: { value: text } })
  fireEvent.submit(box)
}
const write = (input: HTMLElement, value: string) => {
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}
const chosen = () => screen.getByRole('group', { name: 'What is chosen' }).textContent
const openSaving = async (name: string) => {
  search('larkspur')
  await waitFor(() => expect(chosen()).toContain('Search: larkspur'))
  press('Save this filter')
  const asking = await dialog('Save this filter')
  write(asking.getByLabelText(/^Name/), name)
  await waitFor(() => expect(asked('templates.checkFilterName').at(-1)?.body).toEqual({ name: name.trim() }))
  return asking
}
const larkspur = { query: 'larkspur', filter: {}, narrowed: {} }

describe('saved filters', () => {
  it('[rest-post-project-template] what is chosen is saved under a name, after it was said what that is', async () => {
    await start({ 'templates.save': () => ({ templateId: 5, version: 1 }) })
    expect((screen.getByRole('button', { name: 'Save this filter' }) as HTMLButtonElement).disabled).toBe(
      true,
    )
    const asking = await openSaving(' Wells ')
    expect(asking.getByText('Search: larkspur')).toBeTruthy()
    fireEvent.click(asking.getByRole('button', { name: 'Save' }))
    await screen.findByText('Wells is saved')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked('templates.save').map(({ body }) => body)).toEqual([
      { kind: 'filter', name: 'Wells', choice: larkspur, over: null },
    ])
  })

  it('[rest-any-project-filter-tmpl-name] a name that is taken is said before anything is saved, and is saved over as it was seen', async () => {
    await start({
      'templates.checkFilterName': () => ({ available: false, takenBy: heading() }),
      'templates.save': () => ({ templateId: 5, version: 4 }),
    })
    const asking = await openSaving('waiting')
    await asking.findByText(/Waiting is there already, saved by Ada Northwind/)
    expect(asked('templates.save')).toEqual([])
    fireEvent.click(asking.getByRole('button', { name: 'Save over it' }))
    await screen.findByText('waiting is saved')
    expect(asked('templates.save').map(({ body }) => body)).toEqual([
      { kind: 'filter', name: 'waiting', choice: larkspur, over: { templateId: 5, version: 3 } },
    ])
  })

  it('[rest-any-project-filter-tmpl-name] a name that is somebody else’s is not saved over, and none is missed', async () => {
    await start({
      'templates.checkFilterName': ({ body }) =>
        (body as { name: string }).name === 'Waiting'
          ? { available: false, takenBy: heading({ mayChange: false }) }
          : free,
      'templates.save': () =>
        new Refusal(409, 'Ada Northwind has saved a filter as Wells. Choose another name.'),
    })
    const asking = await openSaving('Waiting')
    await asking.findByText(/^Ada Northwind has a filter of this name/)
    fireEvent.click(asking.getByRole('button', { name: 'Save' }))
    write(asking.getByLabelText(/^Name/), '  ')
    await asking.findByText('Give the filter a name.')
    expect(asked('templates.save')).toEqual([])
    // Somebody was faster: the server's words stand in the dialog, and the name is asked about again.
    write(asking.getByLabelText(/^Name/), 'Wells')
    await waitFor(() => expect(asked('templates.checkFilterName').at(-1)?.body).toEqual({ name: 'Wells' }))
    const before = asked('templates.checkFilterName').length
    fireEvent.click(asking.getByRole('button', { name: 'Save' }))
    await asking.findByText('Ada Northwind has saved a filter as Wells. Choose another name.')
    await waitFor(() => expect(asked('templates.checkFilterName').length).toBeGreaterThan(before))
  })

  it('[entity-template] one is applied in place of what was chosen; who saved it is said', async () => {
    await start({ 'templates.list': () => list([saved({ savedBy: 'Pat Moss' })]) })
    search('larkspur')
    await waitFor(() => expect(chosen()).toContain('Search: larkspur'))
    press('Saved filters')
    const open = await dialog('Saved filters')
    const row = await open.findByRole('row', { name: /Waiting/ })
    expect(row.textContent).toContain('Search: prices · State: Processed')
    expect(row.textContent).toMatch(/Saved by Pat Moss · .* · made by Ada Northwind/)
    fireEvent.click(open.getByRole('button', { name: 'Apply Waiting' }))
    await waitFor(() => expect(chosen()).toContain('State: Processed'))
    expect(chosen()).toContain('Search: prices')
    expect(chosen()).not.toContain('larkspur')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('[entity-template] one whose fields are lost says what remains, and that is applied only as the rest; where nothing remains it is not', async () => {
    const boxed = { Box_number: ['7'] }
    await start({
      'templates.list': () =>
        list([
          saved({
            name: 'Boxed',
            choice: {
              query: '',
              filter: { documentStates: processed, groupBy: 'Box_number' },
              narrowed: boxed,
            },
            lost: ['Box_number'],
          }),
          saved({
            templateId: 6,
            name: 'Gone',
            choice: { query: '', filter: {}, narrowed: boxed },
            lost: ['Box_number'],
          }),
          saved({ templateId: 7, name: 'Typed', fault: 'There is no field “Box_number”.' }),
        ]),
    })
    press('Saved filters')
    const open = await dialog('Saved filters')
    const boxedRow = await open.findByRole('row', { name: /Boxed/ })
    expect(boxedRow.textContent).toContain(
      'Names a field that the project has lost: Box number. Left of it: State: Processed. That may find more documents.',
    )
    expect(open.getByRole('row', { name: /Gone/ }).textContent).toContain('Nothing is left of it.')
    expect(open.queryByRole('button', { name: 'Apply Gone' })).toBeNull()
    expect(open.getByRole('row', { name: /Typed/ }).textContent).toContain(
      'finds nothing until it is mended: There is no field “Box_number”.',
    )
    const rest = open.getByRole('button', { name: 'Apply Boxed' })
    expect(rest.textContent).toBe('Apply the rest')
    fireEvent.click(rest)
    await waitFor(() => expect(chosen()).toContain('State: Processed'))
    expect(chosen()).not.toContain('Box number')
  })

  it('[rest-delete-project-template] one is deleted after it was asked for, and only by who may', async () => {
    const templates = [saved(), saved({ templateId: 6, name: 'Theirs', mayChange: false })]
    await start({
      'templates.list': () => list(templates),
      'templates.delete': () => {
        templates.shift()
      },
    })
    press('Saved filters')
    const open = await dialog('Saved filters')
    await open.findByRole('row', { name: /Theirs/ })
    expect(open.queryByRole('button', { name: 'Delete Theirs' })).toBeNull()
    expect(open.queryByRole('button', { name: 'Save over Waiting' })).toBeNull()
    fireEvent.click(open.getByRole('button', { name: 'Delete Waiting' }))
    const asking = await dialog('Delete Waiting?')
    expect(asked('templates.delete')).toEqual([])
    fireEvent.click(asking.getByRole('button', { name: 'Delete the filter' }))
    await screen.findByText('Waiting is deleted')
    expect(asked('templates.delete').map(({ query }) => query)).toEqual([{ templateId: '5' }])
    const left = await dialog('Saved filters')
    await waitFor(() => expect(left.queryByRole('row', { name: /Waiting/ })).toBeNull())
  })

  it('say that there are none, or why they could not be loaded', async () => {
    let fails = true
    await start({
      'templates.list': () => (fails ? new Refusal(400, 'It is broken.', 'request.invalid') : list([])),
    })
    press('Saved filters')
    await screen.findByText('The saved filters could not be loaded')
    fails = false
    press('Try again')
    await screen.findByRole('heading', { name: 'No saved filters' })
  })
})
