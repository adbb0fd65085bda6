/** Coding documents, mostly with the keyboard alone. */

import { documentHistory } from '#contracts/audit.ts'
import { readCoding } from '#contracts/coding.ts'
import type { DocumentRow } from '#contracts/documents.ts'
import { getDocument } from '#contracts/documents.ts'
import { listFields } from '#contracts/project.ts'
import { codeAnew } from './coded.ts'
import { type Api, expect, type Page, signIn, test } from './fixture.ts'
import { logOut } from './people.ts'
import {
  field,
  form,
  inquiry,
  list,
  matter,
  nothingOpen,
  openProject,
  openReview,
  openRow,
  position,
  search,
  searched,
  shownId,
  status,
  trail,
  unsent,
} from './review.ts'

/** Which document of the matter each test codes: no two the same. */
const documents = {
  types: 20,
  outside: 30,
  required: 40,
  negative: 45,
  unsaved: 47,
  undo: 50,
  otherTab: 60,
  stale: 75,
  takenBack: 80,
  /** The first of many. */
  fast: 200,
}

interface Seat {
  readonly row: DocumentRow
  readonly projectId: number
  /** What is on the record, by field name. */
  readonly record: () => Promise<Readonly<Record<string, unknown>>>
  readonly api: Api
}

/** To the review screen, in a browser of one's own: for tests that leave a document that cannot be left, or log out. */
async function enter(page: Page, who: string, project = matter): Promise<void> {
  await signIn(page, who)
  await openProject(page, project)
  await openReview(page)
}

/** Somebody on the review screen sits down before a document of the matter. */
async function sitDown(page: Page, api: Api, at: number): Promise<Seat> {
  const projectId = await api.project(matter)
  const row = (await api.search(projectId))[at]
  if (row === undefined) throw new Error(`There is no document ${at}.`)
  await goToDocument(page, row.documentId)
  await expect(status(page)).toHaveText(nothingOpen)
  const names = new Map<number, string>()
  for (const one of (await api.call(listFields, { project: projectId })).data)
    names.set(one.fieldId, one.displayName)
  const record = async () => {
    const { data } = await api.call(readCoding, { project: projectId, query: { documentId: row.documentId } })
    return Object.fromEntries(data.map((one) => [names.get(one.fieldId) ?? '', one.value]))
  }
  return { row, projectId, record, api }
}

/** Opens it without narrowing the list, so that there is a next one. */
async function goToDocument(page: Page, documentId: number): Promise<void> {
  await search(page, `Document_Id:>=${documentId}`)
  const sort = page.getByLabel('Sort')
  await expect(async () => {
    // A select that is drawn anew while it is chosen from goes back to what it was.
    if ((await sort.inputValue()) !== 'documentId') await sort.selectOption('documentId')
    // The list before this one stands until it has come, and then keeps its place in it.
    await list(page).press('Home')
    await expect.poll(() => shownId(page), { timeout: 1_000 }).toBe(documentId)
  }).toPass()
}
const radio = (page: Page, name: string, option: string) =>
  field(page, name).getByRole('radio', { name: option, exact: true })
const box = (page: Page, name: string, option: string) =>
  field(page, name).getByRole('checkbox', { name: option, exact: true })
const typed = (page: Page, name: string) => field(page, name).getByRole('textbox')
const saved = (page: Page) => expect(unsent(page)).toHaveText('All saved')

test('a reviewer codes every kind of field with the keyboard alone, and Ctrl+Enter saves and goes on', async ({
  desk,
  as,
}) => {
  const page = await desk('reviewer')
  const seat = await sitDown(page, await as('reviewer'), documents.types)
  // From the list the Tab key leads into the form; figures choose, letters are typed.
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(field(page, 'Responsive').locator(':focus')).toHaveCount(1, { timeout: 100 })
  }).toPass({ intervals: [1] })
  await page.keyboard.press('1')
  await expect(radio(page, 'Responsive', 'Responsive')).toBeChecked()
  const intoField = async (name: string) => {
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(field(page, name).locator('input:focus, textarea:focus')).toHaveCount(1, { timeout: 100 })
    }).toPass({ intervals: [1] })
  }
  // One Tab stop for each field, however many values it has, and one for the heading of the section in between.
  const place = () =>
    page.evaluate(
      () =>
        document.activeElement?.closest('[data-field]')?.getAttribute('data-field') ??
        document.activeElement?.textContent,
    )
  const stops: (string | null | undefined)[] = []
  while (stops.at(-1) !== 'Privilege basis' && stops.length < 12) {
    await page.keyboard.press('Tab')
    stops.push(await place())
  }
  expect(stops).toEqual(['Issues', 'Hot', 'Privilege', 'Privilege', 'Privilege basis'])
  // A key goes to any field, from the form as from elsewhere, and Escape from the form to the document.
  const goTo = async (keys: string, text: string, name: string) => {
    await page.keyboard.press(keys)
    await expect(page.getByRole('combobox', { name: 'Find a field' })).toBeFocused()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await expect(field(page, name).locator('input:focus, textarea:focus')).toHaveCount(1)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Document', exact: true })).toBeFocused()
  await goTo('f', 'witness', 'Related witness')
  await goTo('Control+j', '1', 'Responsive')
  await page.keyboard.press('Delete')
  await expect(radio(page, 'Responsive', 'Responsive')).not.toBeChecked()
  await page.keyboard.press('1')
  await intoField('Issues')
  await page.keyboard.press('1')
  // Arrows lead from value to value and choose nothing.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(box(page, 'Issues', 'Harmon water')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box(page, 'Issues', 'Casing')).toBeChecked()
  await expect(box(page, 'Issues', 'Harmon water')).toBeChecked()
  await intoField('Hot')
  await page.keyboard.press('1')
  await intoField('Privilege')
  await page.keyboard.press('2')
  const texts = {
    'Privilege basis': 'advice of counsel',
    'Privileged people': 'Susan Hart\nLeo Marchetti',
    'Event date': '03/15/2024',
    'Exhibit pages': '12',
    'Amount at stake': '1250.75',
    'Key passage': 'the joint at 6,180',
    'Related witness': 'Dale Whitcomb',
  } as const
  for (const [name, text] of Object.entries(texts)) {
    await intoField(name)
    await page.keyboard.type(text)
  }
  await expect(status(page)).toHaveText('Edited')
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => shownId(page)).not.toBe(seat.row.documentId)
  await expect(position(page)).toHaveText(/^2 of/)
  await expect.poll(seat.record).toEqual({
    Responsive: 'Responsive',
    Issues: ['Casing', 'Harmon water'],
    Hot: true,
    Privilege: 'Attorney-client',
    'Privilege basis': 'advice of counsel',
    'Privileged people': 'Susan Hart\nLeo Marchetti',
    'Event date': '2024-03-15T00:00:00',
    'Exhibit pages': 12,
    'Amount at stake': 1250.75,
    'Key passage': 'the joint at 6,180',
    'Related witness': 'Dale Whitcomb',
  })
  // An arrow that was meant for the list or the document chooses nothing; nor does a figure in a field out of view.
  await expect(field(page, 'Responsive')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(status(page)).toHaveText(nothingOpen)
  // The arrow scrolls the form, smoothly: what is scrolled meanwhile would go on by itself.
  const fields = form(page).locator('[data-coding-fields]')
  await expect
    .poll(() =>
      fields.evaluate(async (box) => {
        const before = box.scrollTop
        await new Promise((resolve) => setTimeout(resolve, 150))
        return before > 0 && box.scrollTop === before
      }),
    )
    .toBe(true)
  await fields.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(field(page, 'Responsive')).not.toBeInViewport()
  await page.keyboard.press('2')
  await expect(field(page, 'Responsive')).toBeInViewport()
  await expect(form(page)).toContainText('Responsive was out of view')
  await expect(status(page)).toHaveText(nothingOpen)
  await page.keyboard.press('2')
  await expect(radio(page, 'Responsive', 'Not responsive')).toBeChecked()
  await page.keyboard.press('Control+z')
  await expect(status(page)).toHaveText(nothingOpen)
  await page.keyboard.press('k')
  await expect.poll(() => shownId(page)).toBe(seat.row.documentId)
  await expect(radio(page, 'Responsive', 'Responsive')).toBeChecked()
  await expect(typed(page, 'Event date')).toHaveValue('03/15/2024')
  await expect(page.locator('#row-0 .codes')).toHaveAccessibleName(/Responsive/)
})

test('a document that a changed list has not got is not coded until somebody says that it is meant', {
  tag: '@deep',
}, async ({ desk, as }) => {
  const page = await desk('reviewer')
  const api = await as('reviewer')
  const { row, projectId } = await sitDown(page, api, documents.outside)
  const behind = (await api.search(projectId)).find(({ documentId }) => documentId > row.documentId)
  const coded = behind?.documentId ?? 0
  await codeAnew(api, coded, 'Responsive', 'Not responsive')
  const found = async () =>
    (await api.search(projectId, `Document_Id:${coded} AND Responsive:"Not responsive"`)).length
  await expect.poll(found).toBe(1)
  const outside = page.getByTestId('outside-list')
  await searched(page, () => page.getByLabel('Show').selectOption('reviewed'))
  await expect(outside).toContainText('not in the list any more')
  expect(await shownId(page)).toBe(row.documentId)
  await expect(radio(page, 'Responsive', 'Responsive')).toBeDisabled()
  await page.keyboard.press('1')
  await expect(status(page)).toHaveText(nothingOpen)
  // One of the list is coded as always.
  await outside.getByRole('button', { name: 'Open the first of the list' }).click()
  await expect(position(page)).toHaveText(/^1 of/)
  await expect(outside).toHaveCount(0)
  await expect(radio(page, 'Responsive', 'Responsive')).toBeEnabled()
  await searched(page, () => page.getByLabel('Show').selectOption('all'))
  // Where nothing is found there is none to open; what is meant is coded all the same.
  const other = await shownId(page)
  await search(page, 'Document_Id:<0')
  await outside.getByRole('button', { name: 'Code it anyway' }).click()
  await expect(outside).toHaveCount(0)
  expect(await shownId(page)).toBe(other)
  await radio(page, 'Responsive', 'Needs further review').click()
  await expect(status(page)).toHaveText('Edited')
  await page.getByRole('button', { name: 'Reset to what is saved' }).click()
  await expect(status(page)).toHaveText(nothingOpen)
  // The next tab begins where this one was.
  await search(page, '')
})

test('keys that come faster than documents code the documents that they were meant for', async ({
  desk,
  as,
}) => {
  const page = await desk('reviewer')
  const api = await as('reviewer')
  const { projectId } = await sitDown(page, api, documents.fast)
  const ids = (await api.search(projectId, '')).map(({ documentId }) => documentId).sort((a, b) => a - b)
  const first = ids.indexOf(await shownId(page))
  const meant = ids.slice(first, first + 26).map((documentId, nth) => ({ documentId, figure: 1 + (nth % 2) }))
  await page.keyboard.press('c')
  await expect(field(page, 'Responsive').locator(':focus')).toHaveCount(1)
  for (const { figure } of meant) {
    await page.keyboard.press(String(figure))
    await page.keyboard.press('Control+Enter')
    await page.waitForTimeout(100)
  }
  const expected = meant.map(({ figure }) => (figure === 1 ? 'Responsive' : 'Not responsive'))
  const onRecord = async () => {
    const values: unknown[] = []
    for (const { documentId } of meant) {
      const { data } = await api.call(readCoding, { project: projectId, query: { documentId } })
      values.push(data.map(({ value }) => value).join())
    }
    return values
  }
  await expect.poll(onRecord).toEqual(expected)
  await expect.poll(() => shownId(page)).toBe(ids[first + meant.length])
  // A figure for the next document chooses in the field in which coding goes on there, not in the one that was left.
  await page.keyboard.press('1')
  await expect(radio(page, 'Responsive', 'Responsive')).toBeChecked()
  await box(page, 'Issues', 'Casing').focus()
  const inOneBreath = (...keys: readonly { readonly key: string; readonly ctrlKey?: boolean }[]) =>
    page.evaluate((all) => {
      for (const init of all)
        (document.activeElement ?? document.body).dispatchEvent(
          new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
        )
    }, keys)
  await inOneBreath({ key: 'Enter', ctrlKey: true }, { key: '3' })
  await expect.poll(() => shownId(page)).toBe(ids[first + meant.length + 1])
  await expect(radio(page, 'Responsive', 'Needs further review')).toBeChecked()
  await page.keyboard.press('Control+z')
  await expect(status(page)).toHaveText(nothingOpen)
  // What follows a refusal was meant for a document that never came.
  await inOneBreath({ key: 'Enter', ctrlKey: true }, { key: '2' })
  await expect(page.getByText('1 key pressed before the document was shown')).toBeVisible()
  await expect(page.getByTestId('missing')).toHaveText('Responsive is required.')
  await search(page, '')
})

test('after Save and next, undo takes back what was saved, and shows its document', async ({ desk, as }) => {
  const page = await desk('reviewer')
  const seat = await sitDown(page, await as('reviewer'), documents.takenBack)
  expect(await seat.record()).toEqual({})
  await radio(page, 'Responsive', 'Responsive').click()
  await box(page, 'Issues', 'Reserves').click()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => shownId(page)).not.toBe(seat.row.documentId)
  const next = await shownId(page)
  await expect.poll(seat.record).toMatchObject({ Responsive: 'Responsive', Issues: ['Reserves'] })
  await expect(page.getByTestId('last-saved')).toContainText(`${seat.row.controlNumber} saved`)
  await page.keyboard.press('Control+z')
  await expect.poll(() => shownId(page)).toBe(seat.row.documentId)
  await expect.poll(seat.record).toEqual({ Responsive: null, Issues: null })
  await expect(page.getByTestId('last-saved')).toHaveCount(0)
  // What was done on the document in view since is taken back first; what was saved before it, by its button.
  await radio(page, 'Responsive', 'Not responsive').click()
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => shownId(page)).toBe(next)
  await radio(page, 'Responsive', 'Responsive').click()
  await expect(status(page)).toHaveText('Edited')
  await page.keyboard.press('Control+z')
  await expect(status(page)).toHaveText(nothingOpen)
  expect(await shownId(page)).toBe(next)
  await page.getByRole('button', { name: `Undo the coding of ${seat.row.controlNumber}` }).click()
  await expect.poll(() => shownId(page)).toBe(seat.row.documentId)
  await expect.poll(seat.record).toEqual({ Responsive: null, Issues: null })
  await saved(page)
  await search(page, '')
})

test('a required field keeps the reviewer at the document and says which', async ({ desk, as }) => {
  const page = await desk('reviewer')
  const seat = await sitDown(page, await as('reviewer'), documents.required)
  // Not before somebody tries to save or to go on without it.
  await expect(page.getByTestId('missing')).toHaveCount(0)
  await box(page, 'Issues', 'Reserves').click()
  await expect(box(page, 'Issues', 'Reserves')).toBeChecked()
  for (const keys of ['Control+Enter', 'j', 'k']) {
    await page.keyboard.press(keys)
    await expect(page.getByTestId('missing')).toHaveText('Responsive is required.')
    expect(await shownId(page)).toBe(seat.row.documentId)
  }
  expect(await seat.record()).toEqual({})
  await radio(page, 'Responsive', 'Not responsive').click()
  await expect(page.getByTestId('missing')).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect.poll(() => shownId(page)).not.toBe(seat.row.documentId)
  await expect.poll(seat.record).toEqual({ Responsive: 'Not responsive', Issues: ['Reserves'] })
  await saved(page)
})

test('coding that was never saved stands in the way of logging out, also from outside the project', {
  tag: '@deep',
}, async ({ page, as }) => {
  await enter(page, 'reviewer')
  const seat = await sitDown(page, await as('reviewer'), documents.unsaved)
  await radio(page, 'Responsive', 'Responsive').click()
  await expect(status(page)).toHaveText('Edited')
  await page.goto('/client')
  await logOut(page)
  const dialog = page.getByRole('dialog', { name: 'Coding of 1 document not saved' })
  await dialog.getByRole('button', { name: 'Stay signed in' }).click()
  // The keyboard goes on where it was, or in the page where the menu had not yet given it back: not nowhere.
  await expect(dialog).toHaveCount(0)
  const account = page.getByRole('button', { name: /^Account:/ })
  await expect(account.or(page.locator('#main')).and(page.locator(':focus'))).toHaveCount(1)
  await openProject(page)
  await openReview(page)
  expect(await shownId(page)).toBe(seat.row.documentId)
  await page.keyboard.press('Control+s')
  await saved(page)
  await expect.poll(seat.record).toEqual({ Responsive: 'Responsive' })
  await logOut(page)
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
})

test('a negative number is noted before it is saved, and then kept as empty', { tag: '@deep' }, async ({
  page,
  as,
}) => {
  await enter(page, 'reviewer')
  const seat = await sitDown(page, await as('reviewer'), documents.negative)
  await typed(page, 'Exhibit pages').fill('-4')
  await expect(field(page, 'Exhibit pages').getByRole('note')).toContainText('Negative numbers are not kept')
  await typed(page, 'Key passage').fill('kept')
  await page.keyboard.press('Control+s')
  await expect(status(page)).toHaveText('Saved')
  await expect.poll(seat.record).toEqual({ 'Key passage': 'kept' })
})

test('steps are undone and redone one by one, after a reload too, and a click on the trail goes back to it', async ({
  desk,
  as,
}) => {
  const page = await desk('reviewer')
  const seat = await sitDown(page, await as('reviewer'), documents.undo)
  await radio(page, 'Responsive', 'Responsive').click()
  await expect(radio(page, 'Responsive', 'Responsive')).toBeChecked()
  await box(page, 'Issues', 'Casing').click()
  await expect(box(page, 'Issues', 'Casing')).toBeChecked()
  await typed(page, 'Key passage').fill('a passage')
  await typed(page, 'Key passage').blur()
  await expect(trail(page)).toContainText('Edits: 3')
  await page.keyboard.press('Control+s')
  await expect.poll(seat.record).toMatchObject({ Responsive: 'Responsive', 'Key passage': 'a passage' })

  await page.keyboard.press('Control+z')
  await expect(typed(page, 'Key passage')).toHaveValue('')
  await expect(box(page, 'Issues', 'Casing')).toBeChecked()
  await page.keyboard.press('Control+z')
  await expect(box(page, 'Issues', 'Casing')).not.toBeChecked()
  await page.keyboard.press('Control+Shift+z')
  await expect(box(page, 'Issues', 'Casing')).toBeChecked()
  await saved(page)

  await page.reload()
  await expect.poll(() => shownId(page)).toBe(seat.row.documentId)
  await expect(trail(page)).toContainText('Edits: 2')
  await expect(box(page, 'Issues', 'Casing')).toBeChecked()
  await page.keyboard.press('Control+Shift+z')
  await expect(typed(page, 'Key passage')).toHaveValue('a passage')
  await expect(trail(page)).toContainText('Edits: 3')
  await trail(page).getByRole('listitem').last().getByRole('button').click()
  await expect(trail(page)).toContainText('Edits: 0')
  await expect(radio(page, 'Responsive', 'Responsive')).not.toBeChecked()
  await expect(box(page, 'Issues', 'Casing')).not.toBeChecked()
  await expect
    .poll(async () => Object.values(await seat.record()).filter((value) => value !== null))
    .toEqual([])
  await saved(page)

  // The record has every step: nothing was taken away from it.
  const { data } = await seat.api.call(documentHistory, {
    project: seat.projectId,
    query: { documentId: seat.row.documentId },
  })
  const kinds = data.map(({ how }) => how)
  for (const how of ['manual', 'undo', 'redo'] as const) expect(kinds).toContain(how)
})

test('what is coded in one tab can be undone from another', async ({ desk, as }) => {
  const page = await desk('reviewer')
  const seat = await sitDown(page, await as('reviewer'), documents.otherTab)
  await radio(page, 'Responsive', 'Needs further review').click()
  await expect(radio(page, 'Responsive', 'Needs further review')).toBeChecked()
  await page.keyboard.press('Control+s')
  await saved(page)
  const other = await page.context().newPage()
  await other.goto('/overview/review')
  await goToDocument(other, seat.row.documentId)
  await expect(radio(other, 'Responsive', 'Needs further review')).toBeChecked()
  await other.keyboard.press('Control+z')
  await expect(radio(other, 'Responsive', 'Needs further review')).not.toBeChecked()
  await expect(radio(page, 'Responsive', 'Needs further review')).not.toBeChecked()
  await expect.poll(seat.record).toEqual({ Responsive: null })
})

test('fields that two reviewers change apart from each other are both kept', async ({
  page,
  another,
  as,
}) => {
  await enter(page, 'reviewer')
  const seat = await sitDown(page, await as('reviewer'), documents.stale)
  const other = await another()
  await enter(other, 'reviewer2')
  await sitDown(other, await as('reviewer2'), documents.stale)
  await typed(other, 'Privilege basis').fill('theirs')
  await other.keyboard.press('Control+s')
  await expect.poll(seat.record).toEqual({ 'Privilege basis': 'theirs' })
  await typed(page, 'Key passage').fill('ours')
  await page.keyboard.press('Control+s')
  await expect.poll(seat.record).toEqual({ 'Privilege basis': 'theirs', 'Key passage': 'ours' })
  await expect(status(page)).toHaveText('Saved')
})

test('in the project without forms, t and a figure put a tag on, and undo takes it off', async ({
  page,
  as,
}) => {
  const api = await as('reviewer')
  const project = await api.project(inquiry)
  await enter(page, 'reviewer', inquiry)
  await expect(page.getByTestId('tag-panel')).toBeVisible()
  await expect(form(page)).toHaveCount(0)
  const documentId = await shownId(page)
  const tags = async () =>
    (await api.call(getDocument, { project, query: { documentId, ahead: '1' } })).tagIds.length
  const tag = (name: string) => page.getByTestId('tag-panel').getByRole('checkbox', { name })
  await expect(tag('Responsive t 1')).not.toBeChecked()
  await page.keyboard.press('t')
  await page.keyboard.press('1')
  await expect(tag('Responsive t 1')).toBeChecked()
  await expect.poll(tags).toBe(1)
  // One of its category: the other goes.
  await page.keyboard.press('t')
  await page.keyboard.press('2')
  await expect(tag('Not responsive')).toBeChecked()
  await expect(tag('Responsive t 1')).not.toBeChecked()
  await expect.poll(tags).toBe(1)
  await page.keyboard.press('Control+z')
  await expect(tag('Responsive t 1')).toBeChecked()
  await page.keyboard.press('Control+z')
  await expect(tag('Responsive t 1')).not.toBeChecked()
  await expect.poll(tags).toBe(0)
})

test('tags of another machine stand in the trail, and Ctrl+Z takes them off the record', {
  tag: '@deep',
}, async ({ page, another, as }) => {
  const api = await as('reviewer')
  const project = await api.project(inquiry)
  await enter(page, 'reviewer', inquiry)
  const documentId = await openRow(page, 4)
  const responsive = page.getByTestId('tag-panel').getByRole('checkbox', { name: 'Responsive t 1' })
  await responsive.click()
  await expect(responsive).toBeChecked()
  await expect(trail(page)).toContainText('Edits: 1')
  await expect(unsent(page)).toHaveText('All saved')

  const elsewhere = await another()
  await enter(elsewhere, 'reviewer', inquiry)
  expect(await openRow(elsewhere, 4)).toBe(documentId)
  const earlier = elsewhere.getByRole('list', { name: 'Earlier, in the audit log' })
  await expect(earlier.getByRole('button', { name: /no tag → Responsive/ })).toBeEnabled()
  await elsewhere.keyboard.press('Control+z')
  await expect(earlier).toContainText('undone')
  await expect
    .poll(async () => (await api.call(getDocument, { project, query: { documentId, ahead: '1' } })).tagIds)
    .toEqual([])
  const { data } = await api.call(documentHistory, { project, query: { documentId } })
  expect(data.find(({ action }) => action === 'tags.changed')?.how).toBe('undo')
})
