// @vitest-environment jsdom
/** Keyword lists: made and changed on Process, chosen in charts and filters, shown with their hits beside the documents. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { KeywordList, KeywordReport, ReportedList } from '#contracts/keywords.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })
const deal = (over: Partial<KeywordList> = {}): KeywordList => ({
  keywordListId: 7,
  name: 'Deal terms',
  version: 2,
  terms: ['merger', 'oil AND NOT price'],
  madeBy: 'Ada Northwind',
  savedBy: 'Ada Northwind',
  savedAt: '2026-03-02T10:00:00.000Z',
  ...over,
})
const reported: ReportedList = {
  ...{ keywordListId: 7, name: 'Deal terms', version: 2 },
  ...{ savedBy: 'Ada Northwind', savedAt: '2026-03-02T10:00:00.000Z' },
  terms: [
    { term: 'merger', documents: 12, withFamily: 20, unique: 9, reading: 'merger', notes: [] },
    {
      ...{ term: 'oil AND NOT price', documents: 0, withFamily: 0, unique: 0, reading: 'oil AND NOT price' },
      notes: ['AND and OR stand side by side.'],
    },
  ],
  total: { documents: 12, withFamily: 20, unique: 9 },
}
const report = (over: Partial<KeywordReport> = {}): KeywordReport => ({
  ...{ data: [reported], totalCount: 1, stage: 'review', documents: 400, withoutText: 3 },
  ...{ indexedAsOf: '2026-03-02T10:00:00.000Z', precedence: 'standard', noise: ['of', 'the'] },
  ...over,
})
const dialog = async (name?: string) =>
  within(await screen.findByRole('dialog', name === undefined ? {} : { name }))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const write = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

describe('keyword lists on Process', () => {
  const start = async (role: Parameters<Desk['signIn']>[0], answers: Answers = {}) => {
    desk = await openDesk(answers)
    await desk.signIn(role)
    desk.show('/overview/process/keywords')
    await screen.findByRole('heading', { name: 'Keyword lists' })
  }

  it('are made of lines that are typed or pasted, empty ones left out', async () => {
    const lists: KeywordList[] = []
    await start('LitigationSupport', {
      'keywords.list': () => list(lists),
      'keywords.create': ({ body }) => {
        lists.push(deal(body as { name: string; terms: string[] }))
        return { keywordListId: 7, version: 1 }
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'New list' }))
    const form = await dialog('New keyword list')
    fireEvent.click(form.getByRole('button', { name: 'Create list' }))
    await form.findByText('Give the list a name.')
    await form.findByText('Write at least one term.')
    expect(asked('keywords.create')).toEqual([])
    write(form.getByLabelText(/^Name/), ' Deal terms ')
    write(form.getByLabelText(/^Terms/), 'merger\r\n\n  oil AND\tprice \n')
    await form.findByText('2 terms')
    fireEvent.click(form.getByRole('button', { name: 'Create list' }))
    await screen.findByText('Deal terms is saved')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked('keywords.create').map(({ body }) => body)).toEqual([
      { name: 'Deal terms', terms: ['merger', 'oil AND price'] },
    ])
    expect((await screen.findByRole('table', { name: 'Keyword lists' })).textContent).toContain('Deal terms')
  })

  it('say of each term that cannot be read why, and show the place in what was typed', async () => {
    await start('LitigationSupport', {
      'keywords.list': () => list([deal()]),
      'keywords.change': () =>
        new Refusal(400, '“oil AND”: There is nothing after AND.', 'query.invalid', {}, 'terms', {
          terms: [
            { term: 1, message: 'There is nothing after AND.', start: 4, end: 7 },
            { term: 2, message: 'Too common to look for.', start: 0, end: 4 },
          ],
        }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Change Deal terms' }))
    const form = await dialog('Change Deal terms')
    const terms = form.getByLabelText<HTMLTextAreaElement>(/^Terms/)
    expect(terms.value).toBe('merger\noil AND NOT price')
    write(terms, 'merger\n\n oil AND\nwell')
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText('2 terms cannot be read.')
    const place = () => terms.value.slice(terms.selectionStart, terms.selectionEnd)
    await waitFor(() => expect(place()).toBe('AND'))
    fireEvent.click(form.getByRole('button', { name: 'Line 4: Too common to look for.' }))
    expect(place()).toBe('well')
    expect(document.activeElement).toBe(terms)
    expect(asked('keywords.change').map(({ params, body }) => [params, body])).toEqual([
      [{ keywordListId: '7' }, { name: 'Deal terms', terms: ['merger', 'oil AND', 'well'], version: 2 }],
    ])
    // Once they are changed, nothing more is said of them.
    write(terms, 'merger')
    expect(form.queryByText('2 terms cannot be read.')).toBeNull()
  })

  it('say who was faster, and are deleted as they were seen, after it was asked', async () => {
    let lists = [deal()]
    await start('LitigationSupport', {
      'keywords.list': () => list(lists),
      'keywords.change': () =>
        new Refusal(409, 'Ada Northwind has changed Deal terms since you looked at it.'),
      'keywords.delete': () => {
        lists = []
        return undefined
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Change Deal terms' }))
    const form = await dialog('Change Deal terms')
    fireEvent.click(form.getByRole('button', { name: 'Save' }))
    await form.findByText('Ada Northwind has changed Deal terms since you looked at it.')
    fireEvent.click(form.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('Delete Deal terms')
    const asking = await dialog('Delete Deal terms?')
    expect(asked('keywords.delete')).toEqual([])
    fireEvent.click(asking.getByRole('button', { name: 'Delete the list' }))
    await screen.findByText('Deal terms is deleted')
    expect(asked('keywords.delete').map(({ params, query }) => [params, query])).toEqual([
      [{ keywordListId: '7' }, { version: '2' }],
    ])
    await screen.findByText('No keyword lists')
  })

  it('[rest-get-project-keyword-terms-list] are reported on either side, term by term, with a file of it', async () => {
    await start('ReviewManager', {
      'keywords.list': () => list([deal()]),
      'keywords.report': ({ query }) => report({ stage: query.stage === 'review' ? 'review' : 'processing' }),
    })
    // Who may only look makes and changes nothing.
    fireEvent.click(await screen.findByRole('button', { name: 'Report of Deal terms' }))
    expect(screen.queryByRole('button', { name: 'Change Deal terms' })).toBeNull()
    const shown = await dialog('Report of Deal terms')
    const rows = within(await shown.findByRole('table')).getAllByRole('row')
    expect(rows.map((row) => row.textContent)).toEqual([
      'TermWith hitsAnd familiesUnique',
      'Different documents, all terms12209',
      'merger12209',
      'oil AND NOT priceAND and OR stand side by side.000',
    ])
    const file = () => shown.getByRole('link', { name: 'Save as CSV' }).getAttribute('href')
    expect(file()).toMatch(/keyword-terms-detail-list\.csv\?projectId=\d+&stage=processing&keywordListId=7$/)
    fireEvent.change(shown.getByLabelText('Counted among'), { target: { value: 'review' } })
    await waitFor(() => expect(file()).toContain('stage=review'))
    expect(asked('keywords.report').map(({ query }) => query)).toEqual([
      { stage: 'processing', keywordListId: '7' },
      { stage: 'review', keywordListId: '7' },
    ])
  })

  it('say why they could not be loaded, and are asked for again', async () => {
    let ready = false
    await start('LitigationSupport', {
      'keywords.list': () => (ready ? list([deal()]) : new Refusal(403, 'Not now.')),
    })
    await screen.findByText('The keyword lists could not be loaded')
    ready = true
    const failed = screen.getByText('The keyword lists could not be loaded').parentElement as HTMLElement
    fireEvent.click(within(failed).getByRole('button'))
    await screen.findByRole('table', { name: 'Keyword lists' })
  })
})

describe('keyword hits beside the documents', () => {
  const start = async (role: Parameters<Desk['signIn']>[0], answers: Answers = {}) => {
    desk = await openDesk(answers)
    await desk.signIn(role)
    desk.show('/overview/review')
    const rail = within(await screen.findByRole('navigation', { name: 'Panels' }))
    fireEvent.click(rail.getByRole('button', { name: 'Keyword hits' }))
    return within(await screen.findByRole('complementary', { name: 'Keyword hits' }))
  }
  const searched = () =>
    asked('documents.search').map(
      ({ body }) => (body as { query: { queryString: string } }).query.queryString,
    )

  it('[sidebar-panel-keyword] show what each term hits in review; a term narrows the search, a second one is shown too, and both are taken out again', async () => {
    const panel = await start('Reviewer', { 'keywords.report': () => report() })
    const term = await panel.findByRole('button', { name: /^merger\s*12 documents$/ })
    expect(panel.getByText('12 documents, 20 with families')).toBeTruthy()
    expect(asked('keywords.report')[0]?.query).toEqual({ stage: 'review' })
    fireEvent.click(term)
    await waitFor(() => expect(searched().at(-1)).toBe('Email_Keyword_Hits is "merger"'))
    await waitFor(() => expect(term.getAttribute('aria-pressed')).toBe('true'))
    await panel.findByText('Searched for')
    fireEvent.click(panel.getByRole('button', { name: /^oil AND NOT price\s*0 documents$/ }))
    await waitFor(() =>
      expect(searched().at(-1)).toBe(
        '(Email_Keyword_Hits is "merger" OR Email_Keyword_Hits is "oil AND NOT price")',
      ),
    )
    const other = panel.getByRole('button', { name: /^oil AND NOT price\s*0 documents$/ })
    await waitFor(() => expect(other.getAttribute('aria-pressed')).toBe('true'))
    fireEvent.click(other)
    await waitFor(() => expect(searched().at(-1)).toBe('Email_Keyword_Hits is "merger"'))
    // A reviewer sees the report of review, and no other side to choose.
    fireEvent.click(panel.getByRole('button', { name: 'Report of Deal terms' }))
    const shown = await dialog('Report of Deal terms')
    await shown.findByRole('table')
    expect(shown.queryByLabelText('Counted among')).toBeNull()
  })

  it('[sidebar-panel-keyword] say where lists come from while there are none, and what could not be counted', async () => {
    let answer: () => unknown = () => report({ data: [], totalCount: 0 })
    const panel = await start('Reviewer', { 'keywords.report': () => answer() })
    await panel.findByText(/Litigation support makes lists of terms/)
    expect(panel.queryByRole('link', { name: 'Keyword lists on Process' })).toBeNull()
    cleanup()
    await desk.close()
    answer = () => new Refusal(503, 'The search index of this project is being built.')
    const failed = await start('Reviewer', { 'keywords.report': () => answer() })
    await failed.findByText('What keywords hit could not be counted', undefined, { timeout: 15_000 })
  }, 30_000)
})
