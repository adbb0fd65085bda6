// @vitest-environment jsdom
/** Exports on the screen: prepared, refused at the field that is meant, and shown in each of their states. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Exported, ExportSettings } from '#contracts/exports.ts'
import type { RoleName } from '#contracts/permission.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)

const settings: ExportSettings = {
  set: {
    query: { queryString: '', includeFamily: false, objectId: null, type: null },
    ...{ viewer: 'parentsAndChildren', filter: 'all' },
  },
  ...{ families: true, order: [], natives: true, texts: true },
  images: { format: 'pdf', color: 'jpeg', stamped: true },
  loadFile: {
    ...{ formats: ['csv'], encoding: 'utf-8-bom', standAlone: 'blank' },
    dates: { form: 'YYYY-MM-DD', time: true },
    columns: [
      { source: 'Control_Number', name: 'Control Number', ofRedacted: 'keep' },
      { source: 'Subject', name: 'Subject', ofRedacted: 'redacted' },
    ],
  },
  volume: { name: 'EXP001', filesPerFolder: 1_000, gigabytes: 50 },
}
const by = { by: 'Ada Northwind', at: '2026-03-02T10:00:00.000Z' }
const dayMs = 86_400_000
const made: Exported = {
  ...{ exportId: 7, name: 'For the expert', state: 'Ready', created: by, documents: 3, pages: 5 },
  job: { jobId: 71, state: 'Completed', done: 9, total: 9, message: null },
  ...{ failed: 0, ready: by.at, removed: null },
  expiresAt: new Date(Date.now() + 3 * dayMs - 60_000).toISOString(),
}
const document = { documentId: 12, controlNumber: 'NW00000012', fileName: 'note.eml' }

const start = async (answers: Answers, path: string, role: RoleName = 'ProjectManager') => {
  desk = await openDesk({
    'exports.begin': () => ({
      settings,
      fields: [
        { name: 'Control_Number', displayName: 'Control Number' },
        { name: 'Custodian', displayName: 'Custodian' },
      ],
    }),
    'exports.validateImages': () => ({
      ...{ documents: 8, ready: 5, pages: 21 },
      notMade: { count: 2, some: [] },
      cannot: { count: 1, some: [{ ...document, reason: 'A table has no pages.' }] },
    }),
    'exports.settings': () => ({ exported: made, settings }),
    'exports.volumes': () => ({
      ...{ data: [{ volume: 1, name: 'EXP001', bytes: 2_048, files: 9, documents: 3 }], totalCount: 1 },
      ...{ checks: [{ check: 'counts', looked: 9, faults: [], faultCount: 0 }], replaced: [] },
    }),
    'exports.documents': () => ({
      data: [
        {
          ...{ ...document, place: 1, pages: 1, native: true, redacted: false, sheet: true },
          ...{ state: 'made', fault: 'A table has no pages.' },
        },
      ],
      totalCount: 1,
    }),
    ...answers,
  })
  await desk.signIn(role)
  return desk.show(path)
}
const type = (label: string | RegExp, value: string) => {
  const input = screen.getByLabelText(label)
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))

describe('a new export', () => {
  it('[rest-job-export-images-validate] says which documents have images, and sends what stands there once it is whole', async () => {
    const view = await start(
      { 'exports.start': () => ({ ...made, state: 'Running', ready: null }) },
      '/overview/export?new=export',
    )
    await screen.findByText('8 documents would go out')
    await screen.findByText('5 documents have 21 pages.')
    await screen.findByText('1 document cannot have images: a sheet with the reason stands for each.')
    screen.getByText('A table has no pages.')
    // Only what may leave is offered, and nothing that is of productions alone.
    expect(within(screen.getByLabelText('Another field')).queryByText('First number')).toBeNull()
    expect(screen.queryByText('Needed')).toBeNull()
    press('Start')
    await screen.findByText('Give the export a name.')
    type(/^Name of the export/, 'For the expert')
    fireEvent.click(screen.getByLabelText('Remove Control Number'))
    await screen.findByText(/^Add the field Control_Number/)
    press('Start')
    expect(asked('exports.start')).toEqual([])
    fireEvent.change(screen.getByLabelText('Another field'), { target: { value: 'Control_Number' } })
    press('Add')
    fireEvent.click(screen.getByLabelText('Images of the pages'))
    press('Start')
    await waitFor(() => expect(view.query()).toContain('export=7'))
    expect(asked('exports.start')[0]?.body).toMatchObject({
      name: 'For the expert',
      settings: {
        images: null,
        loadFile: { columns: [{ source: 'Subject' }, { source: 'Control_Number', name: 'Control Number' }] },
      },
    })
  })

  it('says a refusal at its field, until that is changed', async () => {
    await start(
      {
        'exports.start': () =>
          new Refusal(
            400,
            'The field Subject is excluded from exports. Leave it out.',
            'request.invalid',
            {},
            'Subject',
          ),
      },
      '/overview/export?new=export',
    )
    await screen.findByText('8 documents would go out')
    type(/^Name of the export/, 'For the expert')
    press('Start')
    const fault = await screen.findByText('The field Subject is excluded from exports. Leave it out.')
    expect(fault.closest('tr')?.textContent).toContain('Subject')
    expect(screen.getByLabelText('Name of column 2').getAttribute('aria-invalid')).toBe('true')
    fireEvent.click(screen.getByLabelText('Remove Subject'))
    await waitFor(() => expect(screen.queryByText(/is excluded from exports/)).toBeNull())
  })
})

describe('an export', () => {
  it('stands in the list with the days that its files have left', async () => {
    await start(
      {
        'exports.list': () => ({
          data: [made, { ...made, exportId: 6, name: 'Last week', state: 'Expired', expiresAt: null }],
          totalCount: 2,
        }),
      },
      '/overview/export',
    )
    await screen.findByText(/^Files until .* \(3 days left\)$/)
    screen.getByText('Expired')
  })

  it('is downloaded by its volumes, says how each document left, and is removed once that is confirmed', async () => {
    let state: Exported = made
    await start(
      {
        'exports.settings': () => ({ exported: state, settings }),
        'exports.remove': () => {
          state = { ...made, state: 'Removed', expiresAt: null, removed: by }
          return state
        },
      },
      '/overview/export?export=7',
    )
    const link = await screen.findByText('Download EXP001')
    expect(link.closest('a')?.getAttribute('href')).toMatch(
      /job\/export\/download\?projectId=\d+&exportId=7&volume=1$/,
    )
    await screen.findByText('Sheet and file')
    press('Remove now')
    press('Remove them')
    await screen.findByText(/has removed its files/)
    expect(screen.queryByText('Download EXP001')).toBeNull()
    expect(screen.queryByText('Remove now')).toBeNull()
    expect(asked('exports.remove')[0]?.body).toEqual({ exportId: 7 })
  })

  it('that has stopped asks for a decision about what could not be made', async () => {
    const failed: Exported = {
      ...{ ...made, state: 'Failed', failed: 1, ready: null },
      job: { jobId: 71, state: 'Failed', done: 4, total: 9, message: '1 document could not be made.' },
    }
    await start(
      {
        'exports.settings': () => ({ exported: failed, settings }),
        'exports.slipFailed': () => ({ ...failed, state: 'Running', failed: 0 }),
      },
      '/overview/export?export=7',
    )
    press(
      await screen
        .findByText('Let sheets stand for what failed')
        .then(({ textContent }) => textContent ?? ''),
    )
    press('Go on with sheets')
    await waitFor(() => expect(asked('exports.slipFailed')[0]?.body).toEqual({ exportId: 7 }))
  })

  it('is not for those who may not export', async () => {
    await start({}, '/overview/export', 'Reviewer')
    await screen.findByText('You have no access to exports')
    expect(asked('exports.list')).toEqual([])
  })
})
