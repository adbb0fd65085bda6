import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { codingIndex, currentForm } from '#src/events/coding/forms.ts'
import { createDesk, type Desk, form, viewOf } from '#tests/support/desk.ts'
import { chooseForm, loadForms } from './coding-forms.ts'

let desk: Desk
beforeEach(async () => {
  desk = await createDesk({ bare: true })
})
afterEach(async () => {
  expect(desk.tab.faults).toEqual([])
  await desk.close()
})

const second = { ...form, coding_form_id: 2, name: 'Second pass', isSelected: false, sections: [] }
const forms = () => desk.tab.state().coding.forms
const load = async () => {
  desk.record.asked.length = 0
  await desk.tab.dispatch(loadForms({}))
  await desk.quiet()
  return desk.record.asked.map((one) => one.call)
}

describe("the project's forms", () => {
  it('[form-list-cached-per-project] are kept with the project, also after a reload, and only new revisions are fetched', async () => {
    expect(await load()).toEqual(['coding.listForms', 'coding.getForm'])
    expect(forms().list?.map((one) => one.name)).toEqual(['First pass'])
    expect(await load()).toEqual(['coding.listForms'])
    desk.record.forms.push(second)
    expect(await load()).toEqual(['coding.listForms', 'coding.getForm'])
    desk.record.forms[0] = { ...form, name: 'First look', revision: 2 }
    expect(await load()).toEqual(['coding.listForms', 'coding.getForm'])
    expect(currentForm(forms()).name).toBe('First look')
    const tab = await desk.reload()
    expect(tab.state().coding.forms.list?.map((one) => one.name)).toEqual(['First look', 'Second pass'])
    // Another project has forms of its own.
    await tab.openProject(2)
    expect(tab.state().coding.forms.list).toBeNull()
    await tab.openProject(1)
    expect(tab.state().coding.forms.list).toHaveLength(2)
  })

  it('stay as they were where they cannot be fetched, and say why', async () => {
    await load()
    desk.record.down = true
    await load()
    expect(forms()).toMatchObject({ asking: false, fault: expect.any(String) })
    expect(forms().list).toHaveLength(1)
    desk.record.down = false
    await load()
    expect(forms().fault).toBeNull()
  })

  it("are coded with by the reviewer's choice, else the project's, else the first", async () => {
    desk.record.forms.push(second)
    await load()
    await desk.open()
    expect(viewOf(desk.tab)).toMatchObject({ formId: 1, codingIndex: 0 })
    await desk.tab.dispatch(chooseForm({ formId: 2 }))
    expect(viewOf(desk.tab)).toMatchObject({ formId: 2, formName: 'Second pass', codingIndex: 1 })
    expect((await desk.tab.dispatch(chooseForm({ formId: 9 }))).rejected).toBe('There is no such form.')
    // The chosen one is deleted: back to the project's own.
    desk.record.forms.pop()
    await load()
    expect(viewOf(desk.tab).formId).toBe(1)
    desk.record.forms.pop()
    await load()
    expect(viewOf(desk.tab)).toMatchObject({ formId: -1, codingIndex: -1 })
    expect(codingIndex(forms())).toBe(-1)
  })
})
