// @vitest-environment jsdom
/** A delivery with load files on the screen: looked at, mapped, checked, loaded, and what became of it. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { ReplyOf } from '#contracts/call.ts'
import type {
  findLoadFiles,
  Load,
  LoadDialect,
  LoadReport,
  LoadSettings,
  LoadTarget,
  lookAtLoadFile,
} from '#contracts/loads.ts'
import type { RoleName } from '#contracts/permission.ts'
import { signName, signOf } from '#src/features/loads/signs.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)

type Look = ReplyOf<typeof lookAtLoadFile>
const found: ReplyOf<typeof findLoadFiles> = {
  data: [
    { sourceFileId: 21, path: ['VOL001', 'DATA', 'VOL001.DAT'], size: 2_048, kind: 'delimited' },
    { sourceFileId: 23, path: ['VOL001', 'DATA', 'notes.csv'], size: 90, kind: 'delimited' },
    { sourceFileId: 22, path: ['VOL001', 'DATA', 'VOL001.OPT'], size: 1_024, kind: 'opt' },
  ],
  totalCount: 3,
  waiting: 12,
}
const concordance: LoadDialect = {
  ...{ encoding: 'utf-8', separator: '\u0014', qualifier: 'þ', newline: '®' },
  ...{ multiValue: ';', nested: '\\', heading: true, dates: [] },
}
const column = (
  name: string,
  value: string,
  proposed: LoadTarget,
  dates: Look['columns'][number]['dates'] = null,
): Look['columns'][number] => ({ name, values: [value, '', '', '', ''], dates, proposed })
const metadata: LoadTarget = { is: 'metadata' }
const begin: LoadTarget = { is: 'role', role: 'begin' }

const lookOf = (columns: Look['columns'], over: Partial<Look> = {}): Look => ({
  dialect: concordance,
  certain: { encoding: 'likely', signs: 'certain', heading: 'unsure' },
  fault: null,
  columns,
  rows: [
    { line: 2, values: columns.map(({ values }) => values[0] ?? ''), refused: null },
    { line: 3, values: null, refused: 'This row has 2 values, the heading has 4.' },
  ],
  ...over,
})
const usual = lookOf([
  column('BEGDOC', 'XY000001', begin),
  column('SUBJECT', 'Price of gas', { is: 'property', property: 'Subject' }),
  column('DATESENT', '03/04/2019', { is: 'property', property: 'Sent_Date' }, ['MM/DD/YYYY', 'DD/MM/YYYY']),
  column('CONFID', 'Attorneys only', metadata),
])
const images = lookOf([], {
  dialect: null,
  certain: null,
  rows: [{ line: 1, values: ['XY000001', 'IMAGES\\1.TIF', 'document'], refused: null }],
})
const report: LoadReport = {
  counts: {
    ...{ rows: 5, loaded: 3, overlaid: 0, refused: 2, families: 2, pages: 9, texts: 3, natives: 1 },
    ...{ files: 12, used: 11, unused: 1 },
  },
  newCustodians: ['Duarte, Ines'],
  newFields: ['Confidentiality'],
  faults: [
    {
      ...{ line: 4, column: 'DATESENT', code: 'badDate', refusesRow: false },
      reason: '31/02/2019 is no day.',
    },
    { line: 5, column: null, code: 'row', refusesRow: true, reason: 'A quote is not closed.' },
  ],
  faultCount: 240,
  unused: [['VOL001', 'IMAGES', 'stray.tif']],
  warnings: ['2 redactions of the image list are not burned in.'],
}
const source = {
  ...{ sourceId: 4, name: 'Delivery', custodianId: 3, custodian: 'Rivera', autoProcess: false },
  ...{ autoPromote: true, version: 1, files: 12, bytes: 9_000, waiting: 12, documents: 0, exceptions: 0 },
  ...{ openExceptions: 0, createdBy: 'Ada Northwind', createdAt: '2026-03-02T10:00:00.000Z' },
}
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })

const start = async (
  path: string,
  answers: Answers = {},
  look = usual,
  role: RoleName = 'ProjectManager',
) => {
  desk = await openDesk({
    'collect.listSources': () => list([source]),
    'project.listFields': () =>
      list([
        {
          ...{ fieldId: 31, name: 'Confidential_Until', displayName: 'Confidential until', typeId: 1 },
          ...{ multiValue: false, kind: 'coding', searchable: true },
        },
      ]),
    'loads.find': () => found,
    'loads.look': ({ body }) => {
      const { kind, dialect } = body as { kind: string; dialect: LoadDialect | null }
      return kind === 'opt' ? images : { ...look, dialect: dialect ?? look.dialect }
    },
    'loads.templates': () => list([]),
    ...answers,
  })
  await desk.signIn(role)
  return desk.show(path)
}
const files = '/overview/collect/load?source=4'
const mapping = `${files}&step=map`
/** A menu of targets has its choices once somebody is about to open it. */
const fill = (name: string, value: string) => {
  const menu = screen.getByLabelText(`What ${name} fills`)
  fireEvent.focus(menu)
  fireEvent.change(menu, { target: { value } })
}
const next = (name: string) => screen.getByText(name, { selector: 'a, button' })

describe('which files, and how they are written', () => {
  it('leads from a source in which files wait', async () => {
    const { query } = await start('/overview/collect?source=4')
    fireEvent.click(await screen.findByText('Load with a load file…'))
    await screen.findByText('How the load file is written')
    expect(query()).toBe('?source=4')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /VOL001\.DAT/ }).checked).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /VOL001\.OPT/ }).checked).toBe(true)
    const rows = within(screen.getByRole('table', { name: 'First rows of the load file' }))
    rows.getByText('Price of gas')
    rows.getByText('This row has 2 values, the heading has 4.')
    within(await screen.findByRole('table', { name: 'First lines of the image list' })).getByText(
      'IMAGES\\1.TIF',
    )
    expect(screen.getByLabelText<HTMLSelectElement>('Between columns').selectedOptions[0]?.text).toBe(
      'DC4 (20)',
    )
    expect(screen.getByLabelText<HTMLSelectElement>('Around values').selectedOptions[0]?.text).toBe('þ (254)')
  })

  it('goes on only once somebody has said how dates are read, and stays where it was left', async () => {
    const shown = await start(mapping)
    await screen.findByText(/can be read in 2 ways/)
    expect(next('Next: mapping').tagName).toBe('BUTTON')
    fireEvent.click(screen.getByRole('radio', { name: /DD\/MM\/YYYY\s*– 03\/04\/2019 is April 3, 2019/ }))
    await waitFor(() => expect(next('Next: mapping').tagName).toBe('A'))
    expect(shown.query()).toBe('?source=4')
    await waitFor(() =>
      expect(asked('loads.look').at(-1)?.body).toMatchObject({ dialect: { dates: ['DD/MM/YYYY'] } }),
    )
    shown.unmount()
    desk.show(files)
    const kept = await screen.findByRole<HTMLInputElement>('radio', { name: /^DD\/MM\/YYYY/ })
    expect(kept.checked).toBe(true)
  })

  it('says why nothing can be read, and reads anew by what is chosen, also by the code of a character', async () => {
    const fault = 'The file is not valid UTF-16 LE.'
    const unreadable = lookOf([], {
      rows: [],
      fault,
      certain: { encoding: 'unsure', signs: 'unsure', heading: 'unsure' },
    })
    await start(files, {
      'loads.look': ({ body }) => {
        const { kind, dialect } = body as { kind: string; dialect: LoadDialect | null }
        if (kind === 'opt') return images
        if (dialect?.separator === '\u0007') return { ...usual, dialect }
        return dialect?.separator === ';'
          ? new Refusal(400, 'Separator and multi-value sign must differ.', 'badRequest')
          : { ...unreadable, dialect: dialect ?? concordance }
      },
    })
    await screen.findByText(fault)
    expect(next('Next: mapping').tagName).toBe('BUTTON')
    fireEvent.change(screen.getByLabelText('Between columns'), { target: { value: ';' } })
    await screen.findByText('Separator and multi-value sign must differ.')
    fireEvent.change(screen.getByLabelText('Between columns'), { target: { value: 'another' } })
    const typed = screen.getByLabelText('Between columns: character or its code')
    fireEvent.change(typed, { target: { value: 'ab' } })
    fireEvent.blur(typed)
    await screen.findByText('Type one character, or its decimal code, as 20.')
    fireEvent.change(typed, { target: { value: '7' } })
    fireEvent.blur(typed)
    fireEvent.change(screen.getByLabelText('Between columns'), { target: { value: 'another' } })
    const again = screen.getByLabelText('Between columns: character or its code')
    fireEvent.change(again, { target: { value: '07' } })
    fireEvent.keyDown(again, { key: 'Enter' })
    await screen.findByText('Price of gas')
    expect(screen.getByLabelText<HTMLSelectElement>('Between columns').selectedOptions[0]?.text).toBe(
      'BEL (7)',
    )
  })

  it('names characters, and reads them as they are typed', () => {
    expect(['\u0014', 'þ', '®', ',', '\t'].map(signName)).toEqual([
      ...['DC4 (20)', 'þ (254)', '® (174)', 'Comma , (44)', 'Tab (9)'],
    ])
    expect(['|', '124', '020', '5', '10', '13', '', 'ab', '55296', '70000'].map(signOf)).toEqual([
      ...['|', '|', '\u0014', '5', null, null, null, null, null, null],
    ])
  })

  it('says what would be here where no load file waits, and who may load', async () => {
    await start(files, { 'loads.find': () => ({ data: [], totalCount: 0, waiting: 3 }) })
    await screen.findByText('No load file waits in this source')
    cleanup()
    await desk.close()
    await start(files, {}, usual, 'ReviewManager')
    await screen.findByText('You have no access to loading with load files')
    expect(asked('loads.find')).toEqual([])
  })
})

describe('what each column fills', () => {
  const certain = lookOf(
    usual.columns.map((one) => ({ ...one, dates: one.dates && (['DD/MM/YYYY'] as const).slice() })),
    { dialect: { ...concordance, dates: ['DD/MM/YYYY'] } },
  )

  it('says at once that two columns fill the same, and that no column is the begin number', async () => {
    await start(mapping, {}, certain)
    await screen.findByText(/4 columns, 3 proposed by name/)
    fill('CONFID', 'property:Subject')
    await screen.findByText('SUBJECT fills the same.')
    screen.getByText('CONFID fills the same.')
    expect(next('Next: check').tagName).toBe('BUTTON')
    fill('CONFID', 'field:31')
    await waitFor(() => expect(screen.queryByText('SUBJECT fills the same.')).toBeNull())
    fill('BEGDOC', 'metadata')
    await screen.findByText(/No column is the begin number/)
    fill('BEGDOC', 'role:begin')
    await waitFor(() => expect(next('Next: check').tagName).toBe('A'))
    fill('CONFID', 'newField')
    const name = await screen.findByLabelText<HTMLInputElement>('Name of the new field of CONFID')
    expect(name.value).toBe('CONFID')
    fireEvent.change(name, { target: { value: 'confidential UNTIL' } })
    fireEvent.blur(name)
    await screen.findByText('The project has a field of this name: choose that.')
  })

  it('asks for the key where rows are laid over documents', async () => {
    await start(mapping, { 'loads.check': () => report }, certain)
    fireEvent.change(await screen.findByLabelText('Each row'), { target: { value: 'overlay' } })
    await screen.findByText('Choose the column by which documents are found.')
    fireEvent.change(screen.getByLabelText(/^Column that identifies it/), { target: { value: '0' } })
    // A text is laid over, too, but not by the column that finds the document.
    fill('BEGDOC', 'role:text')
    await screen.findByText('The column that identifies documents cannot be their text.')
    fill('BEGDOC', 'role:begin')
    fill('CONFID', 'role:text')
    await waitFor(() => expect(next('Next: check').tagName).toBe('A'))
    const empty = screen.getByLabelText<HTMLSelectElement>('Empty values')
    fireEvent.change(empty, { target: { value: 'clear' } })
    await waitFor(() => expect(empty.value).toBe('clear'))
    fireEvent.click(next('Next: check'))
    await waitFor(() => expect(asked('loads.check')).toHaveLength(1))
    expect(asked('loads.check')[0]?.body).toMatchObject({
      mode: { is: 'overlay', column: 0, by: 'Control_Number', blank: 'clear' },
      columns: expect.arrayContaining([{ column: 3, target: { is: 'role', role: 'text' } }]),
    })
  })

  it('applies a template by the names of columns, saves one and deletes one', async () => {
    const template = {
      ...{ templateId: 9, name: 'Acme' },
      columns: [
        { name: 'confid', target: { is: 'field', fieldId: 31 } },
        // That field is gone: the column stays as it is.
        { name: 'Subject', target: { is: 'field', fieldId: 99 } },
        { name: 'NOT HERE', target: metadata },
      ],
    }
    await start(
      mapping,
      {
        'loads.templates': () => list([template]),
        'loads.saveTemplate': ({ body }) => ({ ...(body as object), templateId: 10 }),
        'loads.deleteTemplate': () => undefined,
      },
      certain,
    )
    fireEvent.change(await screen.findByLabelText('Mapping template'), { target: { value: '9' } })
    fireEvent.click(screen.getByText('Apply'))
    await screen.findByText('Acme: 1 of 3 columns applied here.')
    const menu = screen.getByLabelText<HTMLSelectElement>('What CONFID fills')
    await waitFor(() => expect(menu.value).toBe('field:31'))
    expect(screen.getByLabelText<HTMLSelectElement>('What SUBJECT fills').value).toBe('property:Subject')
    fireEvent.click(screen.getByText('Save as template…'))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByText('Save over it'))
    await waitFor(() => expect(asked('loads.saveTemplate')).toHaveLength(1))
    expect(asked('loads.saveTemplate')[0]?.body).toMatchObject({
      name: 'Acme',
      columns: [{ name: 'BEGDOC', target: begin }, {}, {}, { target: { is: 'field', fieldId: 31 } }],
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByText('Delete…'))
    fireEvent.click(await screen.findByText('Delete the template'))
    await waitFor(() => expect(asked('loads.deleteTemplate')[0]?.params).toEqual({ templateId: '9' }))
  })
})

describe('checked and loaded', () => {
  const certain = lookOf(
    usual.columns.map((one) => ({ ...one, dates: one.dates && (['DD/MM/YYYY'] as const).slice() })),
    { dialect: { ...concordance, dates: ['DD/MM/YYYY'] } },
  )
  const checking = `${files}&step=check`
  const settings: LoadSettings = {
    rows: {
      ...{ sourceFileId: 21, kind: 'delimited' },
      dialect: { ...concordance, dates: ['DD/MM/YYYY'] },
    },
    images: { sourceFileId: 22, kind: 'opt' },
    columns: certain.columns.map(({ proposed }, at) => ({ column: at, target: proposed })),
    mode: { is: 'new' },
    custodians: { is: 'source' },
    timeZone: 'America/New_York',
  }
  const load: Load = {
    ...{ jobId: 7, sourceId: 4, source: 'Delivery', state: 'CompletedWithErrors', by: 'Ada Northwind' },
    ...{ at: '2026-03-02T10:00:00.000Z', settings, report },
  }

  it('shows what would come of it, loads by just those settings, and opens the report', async () => {
    const { query } = await start(files, {
      ...{ 'loads.check': () => report, 'loads.start': () => ({ jobId: 7 }), 'loads.get': () => load },
    })
    fireEvent.click(await screen.findByRole('radio', { name: /^DD\/MM\/YYYY/ }))
    await waitFor(() => expect(next('Next: mapping').tagName).toBe('A'))
    next('Next: mapping').focus()
    fireEvent.click(next('Next: mapping'))
    await screen.findByText('Columns', { selector: 'h2' })
    // A second Enter finds the heading, and not the way on from the step that nobody has seen yet.
    await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
    fireEvent.click(next('Next: check'))
    await screen.findByText('5 rows = 3 loaded + 0 overlaid + 2 refused')
    screen.getByText('12 files = 11 used + 1 unused')
    screen.getByText(
      '2 rows will be refused, 238 errors below will leave out what they are about, 1 file will wait again. Everything else is loaded.',
    )
    screen.getByText('the first 2 of 240 errors')
    screen.getByText('31/02/2019 is no day.')
    screen.getByText('VOL001/IMAGES/stray.tif')
    screen.getByText('2 redactions of the image list are not burned in.')
    screen.getByText('1 custodian to be made: Duarte, Ines')
    expect(asked('loads.check')[0]?.body).toEqual(settings)
    fireEvent.click(screen.getByText('Load 3 documents'))
    await screen.findByText('1 custodian made: Duarte, Ines')
    expect(query()).toBe('?job=7')
    expect(asked('loads.start')[0]?.body).toEqual(settings)
    expect(screen.getByText('All errors as CSV').getAttribute('href')).toContain(
      '/load/7/faults?projectId=11',
    )
    expect(screen.getByText('All unused files as CSV').getAttribute('href')).toContain(
      '/load/7/unused?projectId=11',
    )
    screen.getByText('of the source')
    const documents = screen.getByText('Documents loaded').parentElement
    fireEvent.click(within(documents ?? document.body).getByRole('link'))
    await waitFor(() =>
      expect(asked('documents.search').at(-1)?.body).toMatchObject({
        query: { queryString: '', includeFamily: false, objectId: 7, type: 'load' },
      }),
    )
  })

  it('says what the server refuses, keeps everything, and what does not add up', async () => {
    const off = { ...report, counts: { ...report.counts, loaded: 2 } }
    await start(
      checking,
      {
        'loads.check': () => off,
        'loads.start': () => new Refusal(409, 'Nothing waits in this source any more.'),
      },
      certain,
    )
    await screen.findByText('1 not accounted for')
    fireEvent.click(screen.getByText('Load 2 documents'))
    await screen.findByText('Nothing waits in this source any more.')
    screen.getByText('Load 2 documents')
  })

  it('lists the loads of the project with their figures, for those who only look as well', async () => {
    const {
      settings: _,
      report: { counts, faultCount },
      ...row
    } = load
    await start(
      '/overview/collect',
      {
        'loads.list': () => list([{ ...row, counts, faultCount }]),
        'loads.get': () => load,
      },
      certain,
      'ReviewManager',
    )
    const table = within(await screen.findByRole('table', { name: 'Loads' }))
    table.getByText('240')
    fireEvent.click(table.getByText('Delivery'))
    await screen.findByText('5 rows = 3 loaded + 0 overlaid + 2 refused')
    expect(screen.queryByText('All errors as CSV')).toBeNull()
  })
})
