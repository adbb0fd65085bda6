// @vitest-environment jsdom
/** Productions on the screen: prepared, saved by the version that was seen, checked, and run once nothing is left. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { RoleName } from '#contracts/permission.ts'
import type { Validation } from '#contracts/production-checks.ts'
import type { ProductionPreview } from '#contracts/production-preview.ts'
import type { ProductionSettings } from '#contracts/production-settings.ts'
import type { Production } from '#contracts/productions.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)

const settings: ProductionSettings = {
  set: {
    query: { queryString: 'Responsive:Yes', includeFamily: false, objectId: null, type: null },
    viewer: 'parentsAndChildren',
    filter: 'all',
  },
  families: true,
  order: [],
  numbering: { prefix: 'NW', digits: 6, level: 'page', start: null },
  stamps: { footerRight: { kind: 'number' } },
  withheld: [],
  restriction: null,
  designations: [],
  designateFamilies: false,
  goesAs: { byCategory: {}, otherwise: 'images' },
  nativeSlipSheet: { text: 'PRODUCED AS A FILE' },
  failedSlipSheet: null,
  images: { format: 'tiff', color: 'jpeg' },
  texts: true,
  loadFile: {
    formats: ['dat', 'opt'],
    encoding: 'utf-8-bom',
    dates: { form: 'MM/DD/YYYY', time: true },
    standAlone: 'range',
    columns: [
      { source: 'Begin_Bates', name: 'BEGDOC', ofRedacted: 'keep' },
      { source: 'Subject', name: 'SUBJECT', ofRedacted: 'redacted' },
    ],
  },
  volume: { name: 'VOL001', filesPerFolder: 1_000, gigabytes: 50 },
}
const by = { by: 'Ada Northwind', at: '2026-03-02T10:00:00.000Z' }
const draft: Production = {
  ...{ productionId: 7, name: 'First volume', state: 'Draft', version: 3, created: by },
  ...{ documents: null, pages: null, firstNumber: null, lastNumber: null, job: null, failed: 0 },
  ...{ produced: null, released: null, delivered: null, rolledBack: null },
}
const validation: Validation = {
  ...{ productionId: 7, version: 3, at: by.at, documents: 40, pages: 130, mayRun: false },
  found: [
    {
      ...{ check: 'restricted', blocks: true, documents: 1, accepted: null },
      some: [{ documentId: 51, controlNumber: 'NW00000051', detail: 'The restriction finds it.' }],
      message: '1 document must not be produced.',
    },
    {
      ...{ check: 'textEmpty', blocks: false, documents: 2, accepted: null, some: [] },
      message: '2 documents go out without text.',
    },
  ],
}

const start = async (answers: Answers, path: string, role: RoleName = 'ProjectManager') => {
  desk = await openDesk({
    'productions.settings': () => ({ production: draft, settings }),
    'productions.begin': () => ({
      templates: [
        { templateId: null, name: 'Commercial', settings, made: null },
        { templateId: 3, name: 'Larkspur protocol', settings: { ...settings, texts: false }, made: by },
      ],
      fields: [{ name: 'Custodian', displayName: 'Custodian' }],
      prefixes: [],
    }),
    'productions.requiredDocuments': () => ({ documents: 38, families: 30, missing: [], missingCount: 2 }),
    'productions.applicationTypes': () => ({ data: [{ category: 'E-mail', documents: 40 }], totalCount: 1 }),
    'productions.sortFields': () => ({ data: [], totalCount: 0 }),
    'productions.exist': () => ({ exists: false }),
    'productions.prefix': ({ query }) => ({
      prefix: query.prefix,
      ...{ digits: 6, next: 41 },
      taken: [{ first: 1, last: 40, productionId: null, name: 'Paper of 2019' }],
    }),
    ...answers,
  })
  await desk.signIn(role)
  return desk.show(path)
}
const prepare = '/overview/produce?production=7&step=prepare'
const check = '/overview/produce?production=7&step=check'
const type = (label: string | RegExp, value: string) => {
  const input = screen.getByLabelText(label)
  fireEvent.change(input, { target: { value } })
  fireEvent.blur(input)
}
/** By its words: looking by role takes a second on so long a screen. */
const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'button' }))

describe('preparing a production', () => {
  it('[rest-job-prod-get-required-doc-list] [rest-job-prod-prefix] says what it comes to, and where numbers are taken', async () => {
    await start({}, prepare)
    const summary = within(await screen.findByLabelText('Summary'))
    await summary.findByText('40')
    await summary.findByText('NW000041')
    type('Start', '12')
    await screen.findByText('NW000001 to NW000040 are taken (Paper of 2019).')
    type(/^Digits/, '7')
    await screen.findByText('This prefix has 6 digits in this project.')
  })

  it('[rest-job-update-production-settings] keeps what is not whole out of the record, and saves by the version that was seen', async () => {
    let saved: Production | null = null
    await start(
      {
        'productions.change': ({ body }) => {
          saved = { ...draft, version: 4, name: (body as { name: string }).name }
          return saved
        },
      },
      prepare,
    )
    await screen.findByText('Columns')
    type(/^Name of the production/, 'Second volume')
    type('Name of column 2', 'begdoc')
    await screen.findByText('Another column has this name.')
    press('Save')
    expect(asked('productions.change')).toEqual([])
    type('Name of column 2', 'TITLE')
    press('Save')
    await waitFor(() => expect(asked('productions.change')).toHaveLength(1))
    expect(asked('productions.change')[0]?.body).toMatchObject({
      ...{ productionId: 7, name: 'Second volume', version: 3 },
      settings: { loadFile: { columns: [{ name: 'BEGDOC' }, { name: 'TITLE' }] } },
    })
    await screen.findByText('Saved')
  })

  it('says that somebody else has changed it, and saves over theirs only when told to', async () => {
    let version = 3
    await start(
      {
        'productions.settings': () => ({ production: { ...draft, version }, settings }),
        'productions.change': ({ body }) => {
          if ((body as { version: number }).version === 9) return { ...draft, version: 10 }
          version = 9
          return new Refusal(409, 'Somebody has changed it since.', 'conflict', {}, 'version')
        },
      },
      prepare,
    )
    await screen.findByText('Columns')
    type('Name of column 2', 'TITLE')
    press('Save')
    await screen.findByText('Fetch what they changed')
    press('Fetch what they changed')
    await screen.findByText('Keep mine, to be saved over theirs')
    press('Keep mine, to be saved over theirs')
    press('Save')
    await waitFor(() => expect(asked('productions.change')).toHaveLength(2))
    expect(asked('productions.change')[1]?.body).toMatchObject({
      version: 9,
      settings: { loadFile: { columns: [{}, { name: 'TITLE' }] } },
    })
  })
})

describe('checking a production', () => {
  it('[rest-job-prod-validate] shows what blocks first, and offers to run only when nothing is left', async () => {
    let found = validation
    await start(
      {
        'productions.validation': () => ({ ...found, at: null }),
        'productions.validate': () => found,
        'productions.acceptWarning': ({ body }) => {
          const accepted = { ...by, reason: (body as { reason: string }).reason }
          found = { ...found, mayRun: true, found: found.found.slice(1).map((one) => ({ ...one, accepted })) }
          return found
        },
      },
      check,
    )
    await screen.findByRole('heading', { name: 'Not checked yet' })
    press('Validate')
    const blocks = within(await screen.findByRole('article', { name: /must not be in the production/ }))
    expect(blocks.getByRole('link', { name: 'NW00000051' })).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Run' })).toBeNull()
    press('Accept with a reason')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
    expect(asked('productions.acceptWarning')).toEqual([])
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Blank pages' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Accept' }))
    await screen.findByText(/Blank pages/)
    press('Run')
    expect((await screen.findByRole('dialog')).textContent).toContain(
      '40 documents with at least 130 pages go out, from NW000041 to at least NW000170.',
    )
  })

  it('is for whoever may see productions, and changed by whoever manages them', async () => {
    await start({ 'productions.validation': () => validation }, check, 'SeniorReviewer')
    await screen.findByText('2 documents go out without text.')
    expect(screen.queryByRole('button', { name: /Validate|Accept/ })).toBeNull()
    cleanup()
    await desk.close()
    await start({}, check, 'Reviewer')
    await screen.findByText('You have no access to productions')
  })
})

describe('templates of a project', () => {
  it('[rest-any-project-prod-tmpl-name] are saved under a name that is looked up, and deleted where a production begins', async () => {
    await start(
      {
        'productionTemplates.available': ({ query }) => ({ available: query.name !== 'Taken' }),
        'productionTemplates.save': () => ({ templateId: 4 }),
        'productionTemplates.delete': () => undefined,
        'productions.list': () => ({ data: [draft], totalCount: 1 }),
      },
      prepare,
    )
    await screen.findByText('Columns')
    press('Save as a template')
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Taken' } })
    await dialog.findByText('Another template has this name.')
    press('Save the template')
    expect(asked('productionTemplates.save')).toEqual([])
    fireEvent.change(dialog.getByLabelText(/^Name/), { target: { value: 'Protocol' } })
    await waitFor(() => expect(dialog.queryByText('Another template has this name.')).toBeNull())
    press('Save the template')
    await waitFor(() => expect(asked('productionTemplates.save')).toHaveLength(1))
    expect(asked('productionTemplates.save')[0]?.body).toEqual({ productionId: 7, name: 'Protocol' })
    cleanup()
    desk.show('/overview/produce')
    await screen.findByText('First volume')
    press('New production')
    const begin = await screen.findByLabelText(/^Begin with/)
    fireEvent.change(begin, { target: { value: 'Larkspur protocol' } })
    press('Delete this template')
    fireEvent.click(await screen.findByText('Delete it', { selector: 'button' }))
    await waitFor(() => expect(asked('productionTemplates.delete')).toHaveLength(1))
    expect(asked('productionTemplates.delete')[0]?.query).toEqual({ templateId: '3' })
  })
})

describe('reserving numbers', () => {
  it('[rest-job-prod-insert-prefix] says at the field what is taken, and sends what is whole', async () => {
    await start(
      {
        'productions.list': () => ({ data: [], totalCount: 0 }),
        'productions.reserve': () => ({ next: 61 }),
      },
      '/overview/produce',
    )
    await screen.findByText('Nothing has been produced yet')
    press('Reserve numbers')
    const dialog = within(await screen.findByRole('dialog'))
    const write = (label: RegExp, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } })
    write(/^Prefix/, 'NW')
    await dialog.findByText('Next free: NW000041')
    await dialog.findByText('This prefix has 6 digits in this project.')
    write(/^Digits/, '6')
    write(/^First number/, '40')
    write(/^Last number/, '60')
    await dialog.findByText('NW000001 to NW000040 are taken (Paper of 2019).')
    press('Reserve')
    expect(asked('productions.reserve')).toEqual([])
    write(/^First number/, '41')
    write(/^What has them/, 'Paper of 2020')
    press('Reserve')
    await waitFor(() => expect(asked('productions.reserve')).toHaveLength(1))
    expect(asked('productions.reserve')[0]?.body).toEqual({
      ...{ prefix: 'NW', digits: 6, first: 41, last: 60, name: 'Paper of 2020' },
    })
  })
})

describe('looking at a document as it will leave', () => {
  it('shows its page, what goes out with it, and goes on to the next document', async () => {
    const one: ProductionPreview = {
      ...{ documentId: 51, controlNumber: 'NW00000051', fileName: 'price.eml', place: 1, documents: 2 },
      ...{ previous: null, next: 52, treatment: 'images', designation: 'CONFIDENTIAL', redacted: true },
      ...{ slipSheet: false, pages: 2, fault: null, first: 'NW000041', last: 'NW000042', isExact: false },
      ...{ native: null, text: { path: 'TEXT/001/NW000041.txt', begins: null } },
      row: [{ name: 'SUBJECT', value: 'REDACTED' }],
    }
    await start(
      {
        'productions.preview': ({ query }) =>
          query.documentId === '52' ? { ...one, documentId: 52, place: 2, previous: 51, next: null } : one,
      },
      '/overview/produce?production=7&step=preview',
    )
    const image = await screen.findByRole('img', { name: /^Page 1 as it will leave/ })
    expect(image.getAttribute('src')).toContain('documentId=51&page=1')
    expect(screen.getByText('REDACTED')).toBeTruthy()
    expect(screen.getByText('At least: pages before it are not counted yet.')).toBeTruthy()
    press('Later page')
    expect((await screen.findByRole('img')).getAttribute('src')).toContain('page=2')
    fireEvent.error(screen.getByRole('img'))
    await screen.findByText('This page could not be drawn.')
    press('Later document')
    await screen.findByText('Document 2 of 2')
    expect(screen.getByRole('img').getAttribute('src')).toContain('documentId=52&page=1')
  })
})
