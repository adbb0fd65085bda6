// @vitest-environment jsdom
/** What files say of themselves and how large groups are: chosen by clicks, in the panel of the filter and in charts. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { BodyOf } from '#contracts/call.ts'
import type { SearchQuery } from '#contracts/documents.ts'
import type { FacetReply, readFacets } from '#contracts/facets.ts'
import { filterDates, filterLists, filterNumbers } from '#contracts/filter.ts'
import { type Answers, type Desk, openDesk } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })
const nothing = { documents: 0, bytes: 0 }
const values: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  Hidden_Content: { 'Tracked changes': 4, Macros: 1 },
  Known_File: { 'Ours 7': 2 },
  Thread_Id: { 1: 3 },
  Thread_Count: { 3: 6, 8: 8, 9: 9 },
}

/** Figures of a project in which all documents have the values above. */
const figures = ({ body }: { readonly body: unknown }): FacetReply => {
  const { facets, histograms } = body as BodyOf<typeof readFacets>
  return {
    ...{ documents: 30, bytes: 300, matrix: null, reading: '', indexedAsOf: null },
    facets: facets.map(({ field, most }) => {
      const all = Object.entries(values[field] ?? {}).map(([value, documents]) => ({
        value,
        documents,
        bytes: 10 * documents,
      }))
      return {
        ...{ field, values: all.slice(0, most), none: { documents: 5, bytes: 50 } },
        others: { values: field === 'Thread_Id' ? 3 : 0, ...nothing },
      }
    }),
    histograms: histograms.map(({ field, by }) => ({
      ...{ field, by, none: nothing },
      bins:
        field === 'Created_Date'
          ? [{ from: '2020-01', documents: 3, bytes: 30 }]
          : field === 'Page_Count'
            ? [{ from: '10', documents: 7, bytes: 70 }]
            : [],
    })),
  }
}

const fields = [filterLists, filterNumbers, filterDates].flatMap((of) => Object.values(of))
const start = async (path: string, heading: string, answers: Answers = {}) => {
  desk = await openDesk({
    'templates.list': () => list([]),
    'project.listFields': () =>
      list(
        [...fields, 'Thread_Id', 'Near_Dup_Group', 'Family_Id'].map((name, i) => ({
          ...{ fieldId: i + 1, name, displayName: name, typeId: 4 },
          ...{ multiValue: false, kind: 'metadata', searchable: true },
        })),
      ),
    'facets.read': figures,
    ...answers,
  })
  await desk.signIn('ReviewManager')
  const shown = desk.show(path)
  await screen.findByRole('heading', { name: heading, level: 1 })
  return shown
}
/** What the charts and the panel were counted by; how many there are in all is asked beside them. */
const lastFilter = () =>
  desk.asked
    .filter(({ name }) => name === 'facets.read')
    .map(({ body }) => body as BodyOf<typeof readFacets>)
    .filter(({ facets }) => facets.length > 1)
    .at(-1)?.filter
/** Letters of two years, strays of others, and what bears no date. */
const strayed: Answers = {
  'facets.read': (asked) => {
    const reply = figures(asked)
    const month = (from: string, documents: number) => ({ from, documents, bytes: documents })
    return {
      ...reply,
      histograms: reply.histograms.map((one) =>
        one.field === 'Parent_Date'
          ? {
              ...one,
              none: { documents: 12, bytes: 12 },
              bins: [
                month('1904-01', 2),
                month('1969-12', 1),
                month('2001-03', 400),
                month('2001-04', 500),
                month('2099-01', 3),
              ],
            }
          : one,
      ),
    }
  },
}

const asTable = async (title: string) => {
  const chart = within(await screen.findByRole('region', { name: title }))
  fireEvent.click(chart.getByRole('button', { name: `${title} as a table` }))
  return within(await chart.findByRole('table', { name: title }))
}

describe('what files say of themselves', () => {
  it('is chosen in the panel: values, none, numbers and days, each under its own name', async () => {
    await start('/overview/filter', 'Filter')
    const panel = within(await screen.findByRole('complementary', { name: 'What the filter chooses' }))
    const hidden = within(await panel.findByRole('group', { name: 'Hidden content' }))
    fireEvent.click(await hidden.findByRole('checkbox', { name: /^Tracked changes/ }))
    await waitFor(() =>
      expect(lastFilter()?.hiddenContents).toEqual({
        ...{ values: ['Tracked changes'], includeNull: false, includeSelections: true },
      }),
    )
    fireEvent.click(await hidden.findByRole('checkbox', { name: /^\(none\)/ }))
    await waitFor(() => expect(lastFilter()?.hiddenContents?.includeNull).toBe(true))
    const pages = within(panel.getByRole('group', { name: 'Pages' }))
    fireEvent.change(pages.getByRole('combobox', { name: 'Pages: how' }), { target: { value: '>' } })
    fireEvent.change(pages.getByRole('textbox', { name: 'Pages' }), { target: { value: '100' } })
    fireEvent.blur(pages.getByRole('textbox', { name: 'Pages' }))
    await waitFor(() => expect(lastFilter()?.pageCount).toMatchObject({ operator: '>', value: 100 }))
    const created = within(panel.getByRole('group', { name: 'File created' }))
    fireEvent.change(created.getByRole('combobox', { name: 'File created: how' }), {
      target: { value: 'Is Null' },
    })
    await waitFor(() =>
      expect(lastFilter()?.createdDate).toEqual({ operator: 'Is Null', start: null, end: null }),
    )
    expect(lastFilter()?.parentDate).toBeUndefined()
    const chosen = screen.getByRole('group', { name: 'What is chosen' })
    for (const said of ['Hidden content: Tracked changes, or none', 'Pages: > 100', 'File created: is null'])
      expect(chosen.textContent).toContain(said)
    fireEvent.click(screen.getByRole('button', { name: /^Take away: File created/ }))
    await waitFor(() => expect(lastFilter()?.createdDate).toBeUndefined())
    expect(lastFilter()?.pageCount).toMatchObject({ value: 100 })
  }, 30_000)

  it('[filter-parent-date] asks for no day that was taken out, and says which question stands while another is not whole', async () => {
    await start('/overview/filter', 'Filter')
    const panel = within(await screen.findByRole('complementary', { name: 'What the filter chooses' }))
    const created = within(await panel.findByRole('group', { name: 'File created' }))
    const how = created.getByRole('combobox', { name: 'File created: how' })
    fireEvent.change(how, { target: { value: 'On' } })
    const day = created.getByRole('textbox', { name: 'File created: day' })
    fireEvent.change(day, { target: { value: '01/31/2020' } })
    fireEvent.blur(day)
    const on = { operator: 'On', start: '01/31/2020', end: null }
    await waitFor(() => expect(lastFilter()?.createdDate).toEqual(on))
    fireEvent.change(how, { target: { value: 'Between' } })
    await created.findByText(/what was chosen before stays/)
    expect(screen.getByRole('group', { name: 'What is chosen' }).textContent).toContain('on 01/31/2020')
    const first = created.getByRole('textbox', { name: 'File created: first day' })
    fireEvent.change(first, { target: { value: '' } })
    fireEvent.blur(first)
    await waitFor(() => expect(lastFilter()?.createdDate).toBeUndefined())
    expect(created.queryByText(/what was chosen before stays/)).toBeNull()
  }, 30_000)

  it('is drawn where any document has it: pages and months are chosen by their bars', async () => {
    await start('/overview/eda', 'Early case assessment')
    const pages = await asTable('Pages')
    fireEvent.click(pages.getByRole('checkbox', { name: '10 to 99' }))
    await waitFor(() =>
      expect(lastFilter()?.pageCount).toMatchObject({ operator: 'between', value: 10, to: 99 }),
    )
    const created = await asTable('Files by when they were created')
    fireEvent.click(created.getAllByRole('checkbox')[0] as HTMLElement)
    await waitFor(() =>
      expect(lastFilter()?.createdDate).toEqual({
        operator: 'Between',
        start: '01/01/2020',
        end: '01/31/2020',
      }),
    )
    await screen.findByRole('region', { name: 'De-NIST match' })
    // What no document has is no chart.
    expect(screen.queryByRole('region', { name: 'Author' })).toBeNull()
  }, 30_000)
})

describe('groups by their size', () => {
  it('are chosen by a click, by keys in the picture as well, and put back by another', async () => {
    await start('/overview/analysis', 'Analysis')
    const title = 'Conversations by their size'
    const chart = within(await screen.findByRole('region', { name: title }))
    await chart.findByText('4 conversations · 5 in none')
    expect((await chart.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      '3: 6 documents, 60 B',
      '6 to 10: 17 documents, 170 B',
    ])
    const bars = chart.getByRole('listbox')
    fireEvent.keyDown(bars, { key: 'ArrowDown' })
    fireEvent.keyDown(bars, { key: 'Enter' })
    await waitFor(() => expect(lastFilter()?.threadCount).toMatchObject({ operator: '=', value: 3 }))
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'What is chosen' }).textContent).toContain(
        'Documents in the thread: = 3',
      ),
    )
    const table = await asTable(title)
    expect(table.getByRole<HTMLInputElement>('checkbox', { name: '3' }).checked).toBe(true)
    fireEvent.click(table.getByRole('checkbox', { name: '6 to 10' }))
    await waitFor(() =>
      expect(lastFilter()?.threadCount).toMatchObject({ operator: 'between', value: 6, to: 10 }),
    )
    fireEvent.click(table.getByRole('checkbox', { name: '6 to 10' }))
    await waitFor(() => expect(lastFilter()?.threadCount).toBeUndefined())
  }, 30_000)
})

describe('the reconciliation of each import', () => {
  it('open the import whose row is chosen, in the picture and in its table', async () => {
    const none = { items: 0, bytes: 0 }
    const volumes = {
      ...{
        containers: none,
        duplicates: none,
        deNisted: none,
        exceptions: none,
        inlineImages: none,
        filtered: none,
        waiting: none,
      },
      ...{ in: { items: 4, bytes: 40 }, promoted: { items: 4, bytes: 40 } },
    }
    const reconciliation = {
      imports: 1,
      unsettled: 0,
      notRead: { files: 0, bytes: 0 },
      ...{ open: 0, unexplained: 0, twice: 0 },
    }
    const source = {
      state: 'Completed',
      reconciliation,
      sourceId: 1,
      source: 'Ann',
      custodianId: 1,
      custodian: 'Ann',
      ...volumes,
    }
    const { path } = await start('/overview/datahub', 'Data hub', {
      'stages.flow': () => ({
        total: { ...volumes, reconciliation },
        sources: [{ jobId: 7, title: 'first.mbox', ...source }],
        custodians: [],
      }),
    })
    fireEvent.click(await screen.findByRole('tab', { name: 'Data hub' }))
    const title = 'What became of the items of each import'
    const bars = await within(await screen.findByRole('region', { name: title })).findByRole('listbox')
    fireEvent.keyDown(bars, { key: 'ArrowDown' })
    fireEvent.keyDown(bars, { key: 'Enter' })
    await waitFor(() => expect(path()).toBe('/project/allJobs'))
  }, 30_000)
})

describe('documents that the axis of dates does not reach', () => {
  it.each([
    ['3 before Mar 2001', { operator: 'Between', start: '01/01/1904', end: '12/31/1969' }],
    ['3 after Apr 2001', { operator: 'Between', start: '01/01/2099', end: '01/31/2099' }],
    ['12 without a date', { operator: 'Is Null', start: null, end: null }],
  ])('are counted beside it, and a click takes them: %s', async (said, asked) => {
    await start('/overview/eda', 'Early case assessment', strayed)
    const aside = within(await screen.findByRole('group', { name: 'Documents over time: not drawn' }))
    expect(aside.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '3 before Mar 2001',
      '3 after Apr 2001',
      '12 without a date',
    ])
    fireEvent.click(aside.getByRole('button', { name: said }))
    await waitFor(() => expect(lastFilter()?.parentDate).toEqual(asked))
  })

  it('are not spoken of where there are none', async () => {
    await start('/overview/eda', 'Early case assessment')
    await screen.findByRole('region', { name: 'Files by when they were created' })
    expect(screen.queryByText('Not drawn:')).toBeNull()
  })
})

describe('the documents of a project by date', () => {
  it('are drawn on the overview once somebody stays there; what lies outside is said, and the figures are a table', async () => {
    const { path } = await start('/overview', 'Larkspur', {
      'project.report': () => ({
        ...{ documents: 410, families: 300, coded: 100, custodians: 3, exceptions: 2, openExceptions: 2 },
        ...{ duplicatesSuppressed: 12, withoutText: 7, byRecordType: [], byCustodian: [], recent: [] },
        byMonth: [
          { month: '1904-01', count: 2 },
          { month: '2001-04', count: 100 },
          { month: '2001-06', count: 300 },
        ],
        jobs: { running: 0, queued: 0, failed: 0 },
      }),
    })
    const chart = within(await screen.findByRole('region', { name: 'Documents by date' }))
    await chart.findByText('400 documents')
    const aside = within(chart.getByRole('group', { name: 'Documents by date: not drawn' }))
    expect(aside.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '2 before Apr 2001',
      '8 without a date',
    ])
    expect(chart.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Apr 2001: 100 documents',
      'May 2001: 0 documents',
      'Jun 2001: 300 documents',
    ])
    const picture = chart.getByRole('listbox', { name: 'Documents by date' })
    fireEvent.keyDown(picture, { key: 'ArrowRight' })
    await waitFor(() => expect(picture.getAttribute('aria-activedescendant')).not.toBeNull())
    fireEvent.click(chart.getByRole('button', { name: 'Documents by date as a table' }))
    const table = within(chart.getByRole('table', { name: 'Documents by date' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Period',
      'Documents',
    ])
    // Its rows lead where the columns of the picture lead.
    fireEvent.keyDown(table.getByRole('row', { name: /Jun 2001/ }), { key: 'Enter' })
    await waitFor(() => expect(path()).toBe('/overview/review'))
    await waitFor(() => expect(lastSearch()).toBe('Parent_Date between 06/01/2001 and 06/30/2001'))
  })

  const searches = () => desk.asked.filter(({ name }) => name === 'documents.search')
  const lastSearch = () => (searches().at(-1)?.body as { query: SearchQuery } | undefined)?.query.queryString
  const report = () => ({
    ...{ documents: 410, families: 300, coded: 100, custodians: 3, exceptions: 9, openExceptions: 2 },
    ...{ duplicatesSuppressed: 12, withoutText: 7, recent: [] },
    byRecordType: [{ name: 'E-mail', count: 400 }],
    byCustodian: [{ name: 'O"Neil, Ann', count: 410 }],
    byMonth: [{ month: '2001-04', count: 400 }],
    jobs: { running: 0, queued: 0, failed: 0 },
  })

  it.each([
    ['Documents: 410', '', 'all'],
    ['Coded: 100', '', 'reviewed'],
    ['Without text: 7', 'Has_Text:No', 'all'],
    ['310 do not.', '', 'unreviewed'],
    ['E-mail', 'Record_Type is "E-mail"', 'all'],
    ['O"Neil, Ann', 'Custodian is "O""Neil, Ann"', 'all'],
  ])(
    'and each figure of the overview lead to the documents that it counts: %s',
    async (name, query, filter) => {
      const { path } = await start('/overview', 'Larkspur', { 'project.report': report })
      fireEvent.click(await screen.findByRole('link', { name }))
      await waitFor(() => expect(path()).toBe('/overview/review'))
      await waitFor(() =>
        expect(searches().at(-1)?.body).toMatchObject({ filter, viewer: 'parentsAndChildren' }),
      )
      expect(lastSearch()).toBe(query)
    },
  )

  it.each([
    ['Open exceptions: 2', '/overview/process/exceptions', '?resolution=open', 'Exceptions'],
    ['Suppressed duplicates: 12', '/overview/process/suppressed', '?kind=duplicates', 'Suppressed items'],
    ['Custodians: 3', '/overview/datahub', '', 'Data hub'],
  ])('and what is no document leads to where it is listed: %s', async (name, to, asked, heading) => {
    const { path, query } = await start('/overview', 'Larkspur', { 'project.report': report })
    expect(screen.getByText('7 resolved')).toBeTruthy()
    fireEvent.click(await screen.findByRole('link', { name }))
    await waitFor(() => expect(path()).toBe(to))
    expect(query()).toBe(asked)
    await screen.findByRole('heading', { name: heading, level: 1 })
  })
})
