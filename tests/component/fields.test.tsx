// @vitest-environment jsdom
/** Settings of a project: how it is set, and the fields that it has made. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { CustomField } from '#contracts/fields.ts'
import { fieldTypes } from '#contracts/project.ts'
import type { Settings } from '#contracts/settings.ts'
import { type Answers, type Desk, openDesk, Refusal } from '#tests/support/screens.tsx'

let desk: Desk
afterEach(async () => {
  cleanup()
  await desk?.close()
})
const asked = (name: string) => desk.asked.filter((one) => one.name === name)
const list = (data: readonly unknown[]) => ({ data, totalCount: data.length })

const settings = (over: Partial<Settings> = {}): Settings => ({
  projectName: 'Larkspur',
  prefix: 'NW',
  timeZone: 'America/New_York',
  timeZoneFixed: null,
  precedence: 'standard',
  noise: null,
  maxTextSize: 1_000_000,
  propagationEnabled: true,
  codingForms: true,
  reviewerTrackingEnabled: true,
  codingIdleTimeout: 15,
  aiSendingAllowed: false,
  ...over,
})
const box: CustomField = {
  fieldId: 31,
  name: 'Box number',
  queryName: 'Box_number',
  typeId: fieldTypes.shortText,
  multiValue: false,
  choices: [],
  forms: [],
  documents: 0,
}
const team: CustomField = {
  fieldId: 32,
  name: 'Team',
  queryName: 'Team',
  typeId: fieldTypes.multipleChoice,
  multiValue: true,
  choices: [
    { choiceId: 1, text: 'Red' },
    { choiceId: 2, text: 'Blue' },
  ],
  forms: [{ coding_form_id: 4, name: 'First pass' }],
  documents: 1_204,
}

const start = async (role: Parameters<Desk['signIn']>[0], answers: Answers = {}) => {
  desk = await openDesk({
    'settings.get': () => settings(),
    'fields.list': () => list([box, team]),
    ...answers,
  })
  await desk.signIn(role)
  desk.show('/overview/ProjectSetting')
  await screen.findByRole('heading', { name: 'Project settings' })
}
const rows = async () =>
  within(await screen.findByRole('table', { name: 'Custom fields' }))
    .getAllByRole('row')
    .slice(1)
const dialog = async () => within(await screen.findByRole('dialog'))
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const write = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

describe('settings of a project', () => {
  it('[rest-put-project-settings] project managers give it another time zone, which is shown at once', async () => {
    let now = settings()
    await start('ProjectManager', {
      'settings.get': () => now,
      'settings.change': ({ body }) => {
        now = { ...now, ...(body as Partial<Settings>) }
        return now
      },
    })
    await screen.findByText('America/New York')
    press('Change the time zone')
    const asking = await dialog()
    expect((asking.getByRole('button', { name: 'Change it' }) as HTMLButtonElement).disabled).toBe(true)
    write(asking.getByLabelText('Time zone'), 'Europe/Zurich')
    fireEvent.click(asking.getByRole('button', { name: 'Change it' }))
    await screen.findByText('Europe/Zurich')
    await screen.findByText('The settings are saved')
    expect(asked('settings.change').map(({ body }) => body)).toEqual([{ timeZone: 'Europe/Zurich' }])
    // The project itself is told anew: dates of documents go by it.
    await waitFor(() => expect(asked('project.get').length).toBeGreaterThan(1))
  })

  it('project managers give it noise words of its own, one a line', async () => {
    let now = settings()
    await start('ProjectManager', {
      'settings.get': () => now,
      'settings.change': ({ body }) => {
        now = { ...now, ...(body as Partial<Settings>) }
        return now
      },
    })
    await screen.findByText(/^The usual list, \d+ words$/)
    press('Change the noise words')
    const asking = await dialog()
    const words = asking.getByRole('textbox')
    write(words, 'the\ntwo words')
    fireEvent.click(asking.getByRole('button', { name: 'Change them' }))
    await asking.findByText('“two words” is not one word. Write one word on each line.')
    write(words, 'the\n\n of ')
    fireEvent.click(asking.getByRole('button', { name: 'Change them' }))
    await screen.findByText('The project’s own list, 2 words')
    expect(asked('settings.change').map(({ body }) => body)).toEqual([{ noise: ['the', 'of'] }])
  })

  it('[rest-get-project-settings] says why the time zone stays once anything is produced', async () => {
    await start('ProjectManager', {
      'settings.get': () => settings({ timeZoneFixed: 'Documents were produced with their dates in it.' }),
    })
    await screen.findByText('It cannot be changed any more. Documents were produced with their dates in it.')
    expect(screen.queryByRole('button', { name: 'Change the time zone' })).toBeNull()
  })

  it('review managers turn propagation on and off, and forms hear of it', async () => {
    let on = false
    await start('ReviewManager', {
      'settings.get': () => settings({ propagationEnabled: on }),
      'settings.changeReview': ({ body }) => {
        on = (body as { propagationEnabled: boolean }).propagationEnabled
        return settings({ propagationEnabled: on })
      },
    })
    await screen.findByText('Off: each document is coded by itself')
    press('Turn propagation on')
    await waitFor(() => expect(asked('project.get').length).toBeGreaterThan(1))
    press(await waitFor(() => screen.getByRole('button', { name: 'Turn propagation off' }).textContent ?? ''))
    await screen.findByText('Off: each document is coded by itself')
    expect(asked('settings.changeReview').map(({ body }) => body)).toEqual([
      { propagationEnabled: true },
      { propagationEnabled: false },
    ])
  })

  it('documents are allowed to be sent to AI only after it was said what that means, and that is taken back', async () => {
    let allowed = false
    await start('ProjectManager', {
      'settings.get': () => settings({ aiSendingAllowed: allowed }),
      'settings.change': ({ body }) => {
        allowed = (body as { aiSendingAllowed: boolean }).aiSendingAllowed
        return settings({ aiSendingAllowed: allowed })
      },
    })
    await screen.findByText('Not allowed: no document leaves this installation')
    press('Allow it')
    const asking = await dialog()
    expect(asking.getByText(/may then leave this installation/)).toBeTruthy()
    expect(asked('settings.change')).toEqual([])
    fireEvent.click(asking.getByRole('button', { name: 'Allow it' }))
    await screen.findByText('Allowed')
    press('Stop allowing it')
    fireEvent.click((await dialog()).getByRole('button', { name: 'Stop allowing it' }))
    await screen.findByText('Not allowed: no document leaves this installation')
    expect(asked('settings.change').map(({ body }) => body)).toEqual([
      { aiSendingAllowed: true },
      { aiSendingAllowed: false },
    ])
  })

  it('[excluded-export] [excluded-external-sync] project managers say which fields leave the project', async () => {
    const fields = ['Document_Name', 'File_Name', 'Box_number'].map((name, at) => ({
      fieldId: at + 1,
      name,
      displayName: name.replace('_', ' '),
    }))
    let now = { export: ['File_Name'], externalSync: [] as string[], version: 4, fields }
    await start('ProjectManager', {
      'excludedFields.get': () => now,
      'excludedFields.change': ({ body }) => {
        now = { ...now, ...(body as object), version: now.version + 1 }
        return now
      },
    })
    const table = within(await screen.findByRole('table', { name: 'Excluded fields' }))
    expect(table.getByRole('row', { name: /^Exports File_Name Extracted_Text, OCR_Text/ })).toBeTruthy()
    expect(table.getByText('None of its own')).toBeTruthy()
    const sync = table.getByRole('row', { name: /^Sync with an external platform/ })
    const always = [
      ...['Native_File_Path', 'Text_File_Path', 'Begin_Bates', 'End_Bates', 'Begin_Attach', 'End_Attach'],
      ...['Attachment_Range', 'Parent_Bates', 'Child_Bates', 'Transfer_Job', 'Annotation'],
      ...['All_Custodian_Last_Updated_Date', 'Last_Transfer_Date'],
    ]
    expect(within(sync).getByText(always.join(', '))).toBeTruthy()
    press('Change excluded fields')
    const asking = await dialog()
    const box = (name: string) => asking.getByRole<HTMLInputElement>('checkbox', { name })
    // What every project leaves out is said, and nobody's to change.
    expect(box('Exports: leave Document Name out')).toMatchObject({ checked: true, disabled: true })
    expect(box('Exports: leave File Name out')).toMatchObject({ checked: true, disabled: false })
    fireEvent.click(box('Exports: leave File Name out'))
    fireEvent.click(box('Exports: leave Box number out'))
    fireEvent.click(box('Sync with an external platform: leave Box number out'))
    fireEvent.click(asking.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(table.getAllByText('Box_number')).toHaveLength(2))
    expect(asked('excludedFields.change').map(({ body }) => body)).toEqual([
      { export: ['Box_number'], externalSync: ['Box_number'], version: 4 },
    ])
  })

  it('which fields leave the project is not saved over what somebody has changed meanwhile, and that is shown', async () => {
    let own: string[] = []
    const fields = [{ fieldId: 1, name: 'Box_number', displayName: 'Box number' }]
    const refusal = 'Somebody has changed which fields are left out.'
    await start('ProjectManager', {
      'excludedFields.get': () => ({ export: own, externalSync: [], version: own.length, fields }),
      'excludedFields.change': () => new Refusal(409, refusal, 'conflict', {}, 'version'),
    })
    await screen.findAllByText('None of its own')
    press('Change excluded fields')
    own = ['Shelf']
    fireEvent.click((await dialog()).getByRole('button', { name: 'Save' }))
    await screen.findByText(refusal)
    await screen.findByText('Shelf')
    cleanup()
    await desk.close()
    await start('ReviewManager')
    await screen.findAllByText('None of its own')
    expect(screen.queryByRole('button', { name: 'Change excluded fields' })).toBeNull()
  })

  it('a refusal is said, and what is so is shown again', async () => {
    let fixed: string | null = null
    await start('ProjectManager', {
      'settings.get': () => settings({ timeZoneFixed: fixed }),
      'settings.change': () => {
        fixed = 'Documents were produced.'
        return new Refusal(409, 'The time zone stays as it is. Documents were produced.')
      },
    })
    await screen.findByText('America/New York')
    press('Change the time zone')
    const asking = await dialog()
    write(asking.getByLabelText('Time zone'), 'UTC')
    fireEvent.click(asking.getByRole('button', { name: 'Change it' }))
    await screen.findByText('The time zone stays as it is. Documents were produced.')
    await screen.findByText('It cannot be changed any more. Documents were produced.')
  })

  it('review managers see them and change none; reviewers are told who sees them', async () => {
    await start('ReviewManager')
    await screen.findByText('Project managers change it, until anything is produced.')
    expect(screen.queryByRole('button', { name: 'Change the time zone' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Allow it' })).toBeNull()
    await screen.findByRole('heading', { name: 'You have no access to loading values' })
    await screen.findByRole('button', { name: 'Add a field' })
    cleanup()
    await desk.close()
    desk = await openDesk()
    await desk.signIn('SeniorReviewer')
    desk.show('/overview/ProjectSetting')
    await screen.findByRole('heading', { name: 'You have no access to the settings of this project' })
    expect(asked('settings.get')).toEqual([])
  })

  it('what could not be loaded is said in its place, and asked for again', async () => {
    let broken = true
    await start('ProjectManager', {
      'settings.get': () => (broken ? new Refusal(400, 'Not now.') : settings()),
      'fields.list': () => (broken ? new Refusal(400, 'Not now either.') : list([box])),
    })
    await screen.findByText('Not now.')
    await screen.findByText('Not now either.')
    broken = false
    for (const again of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(again)
    await screen.findByText('America/New York')
    expect(await rows()).toHaveLength(1)
  })
})

describe('custom fields', () => {
  it('[rest-any-project-field] are listed with their names in queries, types, choices, forms and documents; only unused ones can go', async () => {
    await start('ReviewManager')
    const [first, second] = await rows()
    expect(first?.textContent).toContain('Box numberBox_numberShort textno form0')
    expect(second?.textContent).toContain('TeamTeamMultiple choice · several at onceRed, BlueFirst pass1,204')
    expect(screen.getByRole('button', { name: 'Delete Box number' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete Team' })).toBeNull()
  })

  it('[rest-any-project-field] one is made with its choices, once they are whole', async () => {
    const made: CustomField[] = []
    await start('ReviewManager', {
      'fields.list': () => list(made),
      'fields.create': ({ body }) => {
        const { name } = body as { name: string }
        const field = { ...team, name, forms: [], documents: 0 }
        made.push(field)
        return field
      },
    })
    await screen.findByRole('heading', { name: 'No custom fields' })
    press('Add a field')
    const asking = await dialog()
    const send = () => fireEvent.click(asking.getByRole('button', { name: 'Add the field' }))
    send()
    await asking.findByText('Give the field a name.')
    await asking.findByText('Write every choice, or take the empty ones out.')
    write(asking.getByLabelText(/^Name/), ' Team ')
    write(asking.getByLabelText('Choice 1'), 'Red')
    fireEvent.click(asking.getByRole('button', { name: 'Add a choice' }))
    await waitFor(() => expect(document.activeElement).toBe(asking.getByLabelText('Choice 2')))
    write(asking.getByLabelText('Choice 2'), 'red')
    send()
    await asking.findByText('Two choices are the same.')
    await waitFor(() => expect(document.activeElement).toBe(asking.getByLabelText('Choice 2')))
    write(asking.getByLabelText('Choice 2'), 'Blue')
    fireEvent.click(asking.getByRole('button', { name: 'Move choice 2 up' }))
    expect(asked('fields.create')).toEqual([])
    send()
    await screen.findByText('Team is saved')
    expect(asked('fields.create').map(({ body }) => body)).toEqual([
      { name: 'Team', field_type_id: 8, choices: ['Blue', 'Red'] },
    ])
    expect(await rows()).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('an answer to what one dialog has sent closes no other', async () => {
    const replies = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
    let came = 0
    await start('ReviewManager', { 'fields.create': () => replies[came++]?.promise })
    const add = async (name: string) => {
      press('Add a field')
      const asking = await dialog()
      write(asking.getByLabelText(/^Name/), name)
      write(asking.getByLabelText('Choice 1'), 'Red')
      fireEvent.click(asking.getByRole('button', { name: 'Add the field' }))
      return asking
    }
    const first = await add('First')
    await waitFor(() => expect(asked('fields.create')).toHaveLength(1))
    fireEvent.click(first.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await add('Second')
    replies[0]?.resolve({ ...team, name: 'First' })
    await screen.findByText('First is saved')
    expect(screen.getByRole('dialog')).toBeTruthy()
    replies[1]?.resolve({ ...team, name: 'Second' })
    await screen.findByText('Second is saved')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('what was typed as choices stays when the type is chosen again', async () => {
    await start('ReviewManager')
    press('Add a field')
    const asking = await dialog()
    write(asking.getByLabelText('Choice 1'), 'Red')
    const pick = (type: number) =>
      fireEvent.change(asking.getByLabelText(/^Type/), { target: { value: String(type) } })
    pick(fieldTypes.shortText)
    expect(asking.queryByLabelText('Choice 1')).toBeNull()
    pick(fieldTypes.multipleChoice)
    expect((asking.getByLabelText('Choice 1') as HTMLInputElement).value).toBe('Red')
  })

  it('one is called otherwise, its choices by their ids; the type stays, and a refusal stands in the dialog', async () => {
    let refuses = true
    await start('ReviewManager', {
      'fields.change': () =>
        refuses ? new Refusal(409, 'NWI00000001 is coded with it. Code that otherwise first.') : team,
    })
    await rows()
    press('Change Team')
    const asking = await dialog()
    expect(asking.queryByLabelText('Type')).toBeNull()
    write(asking.getByLabelText('Choice 2'), 'Navy')
    fireEvent.click(asking.getByRole('button', { name: 'Take choice 1 out' }))
    fireEvent.click(asking.getByRole('button', { name: 'Add a choice' }))
    write(asking.getByLabelText('Choice 2'), 'Green')
    fireEvent.click(asking.getByRole('button', { name: 'Save' }))
    await asking.findByText('NWI00000001 is coded with it. Code that otherwise first.')
    refuses = false
    const forms = asked('coding.listForms').length
    fireEvent.click(asking.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(asked('fields.change')).toHaveLength(2)
    expect(asked('fields.change')[1]).toMatchObject({
      params: { fieldId: '32' },
      // With what was seen: what somebody has added since does not go with it.
      body: { name: 'Team', choices: [{ choiceId: 2, text: 'Navy' }, 'Green'], seen: [1, 2] },
    })
    // Forms that show it are looked at anew.
    await waitFor(() => expect(asked('coding.listForms').length).toBeGreaterThan(forms))
  })

  it('one that nothing goes by is deleted after it was asked; what the server knows better is said', async () => {
    let refuses = true
    const there = [box, team]
    await start('ReviewManager', {
      'fields.list': () => list(there),
      'fields.delete': () => {
        if (refuses) return new Refusal(409, '1 document has been coded with Box number.')
        there.shift()
        return undefined
      },
    })
    await rows()
    for (const outcome of ['1 document has been coded with Box number.', 'Box number is deleted']) {
      press('Delete Box number')
      fireEvent.click((await dialog()).getByRole('button', { name: 'Delete the field' }))
      await screen.findByText(outcome)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      refuses = false
    }
    await waitFor(async () => expect(await rows()).toHaveLength(1))
  })
})
