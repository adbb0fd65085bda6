/** Managing the tags of a project: order and names by the keyboard, merging two and undoing it, in two tabs. */
import AxeBuilder from '@axe-core/playwright'
import { documentHistory } from '#contracts/audit.ts'
import { createTag, documentTags, listManagedTags, putTagsOn } from '#contracts/tag-management.ts'
import { expect, type Page, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { bringIn, type OwnProject, ownProject } from './projects.ts'
import { goTo, openProject } from './review.ts'

const letters = 3

const rows = (page: Page, category: string) =>
  page.getByRole('list', { name: `Tags of ${category}` }).getByRole('listitem')
const row = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })

test.describe('the tags of a project', () => {
  let project: OwnProject
  let category: string
  let documents: readonly number[]
  let keys = 0

  test.beforeEach(async ({ server, page, signIn }) => {
    project = await ownProject(server, 'Tags', { codingForms: false })
    await bringIn(
      project,
      'box.mbox',
      mbox(Array.from({ length: letters }, (_, n) => ({ id: `tag-${n}`, subject: `Letter ${n}` }))),
    )
    documents = (await project.api.search(project.projectId)).map(({ documentId }) => documentId)
    const { categories } = await project.api.call(listManagedTags, { project: project.projectId })
    const several = categories.find(({ exclusive }) => !exclusive)
    if (several === undefined) throw new Error('A project begins without a category that takes several tags.')
    category = several.name
    for (const [name, on] of [
      ['Harbor', [0, 1]],
      ['Harbour', [1, 2]],
    ] as const) {
      const body = { tagCategoryId: several.tagCategoryId, name }
      const { tagId } = await project.api.call(createTag, { project: project.projectId, body })
      for (const n of on)
        await project.api.call(putTagsOn, {
          project: project.projectId,
          key: `e2e-tags-${project.projectId}-${++keys}`,
          body: { documentId: documents[n] ?? 0, tagIds: [tagId] },
        })
    }
    await signIn(page, 'clientadmin')
    await openProject(page, project.name)
    await goTo(page, '/overview/ProjectSetting')
    await page.getByRole('link', { name: 'Manage tags and their categories' }).click()
    await expect(page.getByRole('heading', { name: 'Tags', exact: true })).toBeVisible()
  })

  const tagged = async (n: number): Promise<string[]> => {
    const { data } = await project.api.call(documentTags, {
      project: project.projectId,
      query: { documentId: documents[n] ?? 0 },
    })
    return data.map(({ name }) => name).filter((name) => name === 'Harbor' || name === 'Port')
  }

  test('merging tags and undoing it: ordered, renamed and merged by the keyboard, followed by another tab', {
    tag: '@deep',
  }, async ({ page, context }) => {
    await expect(row(page, 'Harbor')).toContainText('2 documents')
    const other = await context.newPage()
    await other.goto(new URL('/overview/review', page.url()).href)
    const panel = other.getByTestId('tag-panel')
    await expect(panel.getByRole('checkbox', { name: 'Harbor', exact: true })).toBeVisible()

    // Up by one, and the keyboard stays with it.
    const rename = page.getByRole('button', { name: 'Rename Harbour' })
    await rename.focus()
    await page.keyboard.press('Alt+ArrowUp')
    await expect(rows(page, category).nth(-2)).toHaveAccessibleName('Harbour')
    await expect(rename).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Name of the tag' })).toBeFocused()
    await page.keyboard.type('Port')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Rename Port' })).toBeFocused()
    await expect(panel.getByRole('checkbox', { name: 'Port', exact: true })).toBeVisible({ timeout: 3_000 })
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])

    // Into the other one: said before what changes, then done and undone.
    await row(page, 'Port').getByRole('button', { name: 'More for Port' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: /^Move up/ })).toHaveAttribute('data-highlighted', '')
    const merge = page.getByRole('menuitem', { name: /^Merge/ })
    await expect(async () => {
      if ((await merge.getAttribute('data-highlighted')) === null) await page.keyboard.press('ArrowDown')
      await expect(merge).toHaveAttribute('data-highlighted', '', { timeout: 500 })
    }).toPass()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Into').selectOption({ label: `${category}: Harbor` })
    await expect(dialog.getByText('2 documents with Port will have Harbor instead.')).toBeVisible()
    // The menu it came from is gone, and so is the tooltip of its button.
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await dialog.getByRole('button', { name: 'Merge' }).focus()
    await page.keyboard.press('Enter')
    const change = page.getByRole('group', { name: 'Merge Port into Harbor' })
    await expect(change.getByRole('status')).toHaveText('2 documents changed')
    await expect(row(page, 'Port')).toHaveCount(0)
    await expect(row(page, 'Harbor')).toContainText('3 documents')
    for (const n of [0, 1, 2]) expect(await tagged(n)).toEqual(['Harbor'])
    await expect(panel.getByRole('checkbox', { name: 'Port', exact: true })).toHaveCount(0, {
      timeout: 3_000,
    })

    await change.getByRole('button', { name: 'Undo' }).focus()
    await page.keyboard.press('Enter')
    await expect(row(page, 'Port')).toContainText('2 documents')
    await expect(row(page, 'Harbor')).toContainText('2 documents')
    expect([await tagged(0), (await tagged(1)).sort(), await tagged(2)]).toEqual([
      ['Harbor'],
      ['Harbor', 'Port'],
      ['Port'],
    ])
    await expect(panel.getByRole('checkbox', { name: 'Port', exact: true })).toBeVisible({ timeout: 3_000 })
    const { data } = await project.api.call(documentHistory, {
      project: project.projectId,
      query: { documentId: documents[2] ?? 0 },
    })
    const changes = data.filter(({ action }) => action === 'tags.changed')
    expect(changes.map(({ how, newValue }) => [how, newValue])).toEqual([
      ['undo', ['Port']],
      ['bulk', ['Harbor']],
      ['manual', ['Harbour']],
    ])
    await row(page, 'Port').getByRole('link', { name: '2 documents tagged Port' }).click()
    await page.waitForURL(/\/overview\/review$/)
    await expect(page.getByRole('listbox', { name: 'Documents' }).getByRole('option')).toHaveCount(2)
  })
})
