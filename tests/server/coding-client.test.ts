import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AnyCall } from '#contracts/call.ts'
import { readCoding } from '#contracts/coding.ts'
import { putForm } from '#contracts/form-drafts.ts'
import { fetchHistory } from '#src/commands/audit.ts'
import { initialise, setValue, typeValue } from '#src/commands/coding.ts'
import { loadForms } from '#src/commands/coding-forms.ts'
import { resolve, save } from '#src/commands/coding-saves.ts'
import { redo, undo } from '#src/commands/undo.ts'
import { CallFailed, callFailure } from '#src/effects/failure.ts'
import type { Http } from '#src/effects/http.ts'
import { auditIn, reconciled } from '#src/stores/audit.ts'
import { formView } from '#src/stores/coding-view.ts'
import { deskAreas } from '#tests/support/desk.ts'
import { createBrowser, type Tab, type TestBrowser } from '#tests/support/tabs.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { addForm, type CreatedForm, everyType, fieldNamed, type Matter, startMatter } from './matter.ts'

describe.each(costlyDialects)('two reviewers, each with a client of his own, on %s', (dialect) => {
  let matter: Matter
  let form: CreatedForm
  let browsers: TestBrowser[]
  let ana: Tab
  let ben: Tab
  let documentId: number
  let stream: string

  const browserOf = async (user: TestUser): Promise<Tab> => {
    const browser = createBrowser({
      ...deskAreas,
      who: () => ({ userId: user.userId, role: user.role, projectId: matter.projectId, can: () => true }),
    })
    browsers.push(browser)
    const tab = await browser.openTab({ http: () => httpAs(user) })
    await tab.openAccount(user.userId)
    await tab.openProject(matter.projectId)
    await tab.dispatch(loadForms({}))
    await quiet(tab)
    return tab
  }

  /** The client's calls, answered by the server itself. */
  const httpAs = (user: TestUser): Http => ({
    call: (async (contract: AnyCall, said: Record<string, unknown> = {}) => {
      const answer = await matter.server.call(user, contract, {
        params: said.params ?? {},
        query: said.query ?? {},
        ...(contract.method === 'GET' ? {} : { body: said.body }),
        project: matter.projectId,
        ...(typeof said.idempotencyKey === 'string' ? { key: said.idempotencyKey } : {}),
        ...(typeof said.ifMatch === 'string' ? { ifMatch: said.ifMatch } : {}),
      })
      if (answer.status < 300) return contract.reply.parse(answer.data)
      const { message, code, data } = answer.error
      throw new CallFailed(callFailure({ kind: 'status', status: answer.status, message, code, data }))
    }) as Http['call'],
  })

  const quiet = async (tab: Tab) => {
    for (let round = 0; round < 4; round++) {
      await tab.settled()
      await tab.effects.delivery.idle()
      await tab.effects.idle()
    }
  }
  const recorded = async () => {
    const query = { documentId }
    const { data } = (await matter.server.call(matter.ana, readCoding, { project: matter.projectId, query }))
      .data
    return data
  }
  const open = async (tab: Tab) => tab.dispatch(initialise({ documentId, values: await recorded() }))
  const code = (tab: Tab, name: string, value: Parameters<typeof setValue>[0]['value']) =>
    tab.dispatch(setValue({ documentId, fieldId: fieldNamed(form, name).fieldId, value }))
  const saveNow = async (tab: Tab) => {
    await tab.dispatch(save({ documentId }))
    await quiet(tab)
  }
  const view = (tab: Tab) => formView(tab.state().coding, documentId, tab.tabId())
  const shown = (tab: Tab, name: string) =>
    view(tab)
      .sections.flatMap((section) => section.fields)
      .find((field) => field.name === name)
  const valueNow = async (name: string) =>
    (await recorded()).find((one) => one.fieldId === fieldNamed(form, name).fieldId)?.value

  beforeEach(async () => {
    matter = await startMatter(dialect)
    form = await addForm(matter)
    browsers = []
    documentId = matter.documents[0] ?? 0
    stream = `document:${documentId}`
    ana = await browserOf(matter.ana)
    ben = await browserOf(matter.ben)
    await open(ana)
    await open(ben)
  })
  afterEach(async () => {
    for (const tab of [ana, ben]) expect(tab.faults).toEqual([])
    for (const browser of browsers) await browser.close()
    await matter.close()
  })

  it('[coding-tag-and-code] code a document in every type of field, and find it as they left it', async () => {
    await code(ana, 'Responsive', 'Yes')
    await code(ana, 'Issues', 'Patent')
    await code(ana, 'Issues', 'Trade secret')
    await code(ana, 'Hot', false)
    const typed = {
      'Meeting date': '02/29/2024',
      Pages: '12',
      Amount: '-3',
      Summary: 's',
      Notes: 'n\nn',
      Comment: 'c',
      Related: '4',
    }
    for (const [name, value] of Object.entries(typed))
      await ana.dispatch(typeValue({ documentId, fieldId: fieldNamed(form, name).fieldId, value }))
    expect(shown(ana, 'Amount')?.note?.level).toBe('note')
    await saveNow(ana)
    expect(view(ana).status).toBe('clean')
    await open(ben)
    const held = view(ben).sections.flatMap((section) =>
      section.fields.map((field) => [field.name, field.shown]),
    )
    expect(Object.fromEntries(held)).toEqual({
      Responsive: 'Yes',
      Issues: 'Patent; Trade secret',
      Hot: 'No',
      'Meeting date': '02/29/2024',
      Pages: '12',
      Amount: 'not coded',
      Summary: 's',
      Notes: 'n\nn',
      Comment: 'c',
      Related: '4',
      'Batch remark': 'not coded',
    })
  })

  it('meet on one field: the second one sees both values and decides', async () => {
    await code(ana, 'Responsive', 'Yes')
    await code(ben, 'Responsive', 'No')
    await code(ben, 'Summary', 'b')
    await ben.dispatch({
      type: 'coding.setValue',
      payload: { documentId, fieldId: fieldNamed(form, 'Notes').fieldId, value: 'n' },
    })
    await saveNow(ana)
    await saveNow(ben)
    expect(view(ben).status).toBe('conflict')
    expect(shown(ben, 'Responsive')?.conflict).toMatchObject({ yours: 'No', theirs: 'Yes', by: 'Ana Lima' })
    expect(await valueNow('Summary')).toBeUndefined()
    const { fieldId } = fieldNamed(form, 'Responsive')
    await ben.dispatch(resolve({ documentId, fieldId, choice: 'mine' }))
    await quiet(ben)
    expect([await valueNow('Responsive'), await valueNow('Summary')]).toEqual(['No', 'b'])
    // Ana's undo of what Ben has overwritten is refused by the record; she takes his.
    await ana.dispatch(undo({ stream }))
    await quiet(ana)
    expect(await valueNow('Responsive')).toBe('No')
    expect(shown(ana, 'Responsive')?.conflict).toMatchObject({ theirs: 'No', by: 'Ben Novak' })
    await ana.dispatch(resolve({ documentId, fieldId, choice: 'theirs' }))
    await quiet(ana)
    expect([view(ana).status, shown(ana, 'Responsive')?.shown]).toEqual(['clean', 'No'])
  })

  it('go on with a choice that is called otherwise meanwhile', async () => {
    await code(ana, 'Responsive', 'Yes')
    await saveNow(ana)
    const { choiceId } = fieldNamed(form, 'Responsive').values[0] ?? expect.fail('no choice')
    const [decision, details] = everyType.sections
    const [responsive, ...others] = decision?.fields ?? []
    const renamed = await matter.server.call(matter.manager, putForm, {
      project: matter.projectId,
      params: { id: form.coding_form_id },
      body: {
        ...everyType,
        sections: [
          {
            ...decision,
            fields: [
              { ...responsive, choices: [{ choiceId, text: 'Produce' }, 'No', 'Needs further review'] },
              ...others,
            ],
          },
          details,
        ],
      },
    })
    expect(renamed.status).toBe(200)
    // Ben has the form as it was, and means the same choice as Ana.
    await code(ben, 'Responsive', 'Yes')
    await code(ben, 'Pages', 3)
    await saveNow(ben)
    expect([await valueNow('Responsive'), await valueNow('Pages')]).toEqual(['Produce', 3])
    for (const tab of [ana, ben]) {
      await tab.dispatch(loadForms({}))
      await quiet(tab)
      await open(tab)
      expect([view(tab).status, shown(tab, 'Responsive')?.shown]).toEqual(['clean', 'Produce'])
      expect(shown(tab, 'Responsive')?.options.map((option) => [option.text, option.checked])).toEqual([
        ['Produce', true],
        ['No', false],
        ['Needs further review', false],
      ])
    }
    await code(ana, 'Responsive', 'No')
    await saveNow(ana)
    await ana.dispatch(undo({ stream }))
    await quiet(ana)
    expect([await valueNow('Responsive'), shown(ana, 'Responsive')?.shown]).toEqual(['Produce', 'Produce'])
    // What she did before the renaming is known to have moved: that undo is refused, and nothing is written.
    await ana.dispatch(undo({ stream }))
    await quiet(ana)
    expect([await valueNow('Responsive'), view(ana).status]).toEqual(['Produce', 'clean'])
  })

  it('undo and redo what is saved, and the history holds each step with how it came about', async () => {
    await code(ana, 'Responsive', 'Yes')
    await saveNow(ana)
    await ana.dispatch(undo({ stream }))
    await quiet(ana)
    expect(await valueNow('Responsive')).toBeNull()
    await ana.dispatch(redo({ stream }))
    await quiet(ana)
    expect(await valueNow('Responsive')).toBe('Yes')
    await code(ben, 'Issues', 'Patent')
    await saveNow(ben)
    await ana.dispatch(fetchHistory({ documentId }))
    await quiet(ana)
    const both = reconciled(auditIn(ana.state().audit, documentId))
    const saves = both.filter((one) => one.entry?.what === 'coding')
    // A reviewer's history is what he did himself: Ben's row is not in it.
    expect(saves.map((one) => [one.state, one.rows.map((row) => row.how)])).toEqual([
      ['matched', ['redo']],
      ['matched', ['undo']],
      ['matched', ['manual']],
    ])
    expect(both.filter((one) => one.state === 'foreign')).toEqual([])
  })
})
