import { afterEach, expect, it } from 'vitest'
import { beginCreate, createProject, refuseCreate } from '#src/commands/project.ts'
import { productAreas } from '#tests/support/product.ts'
import { createBrowser, type Tab, type TestBrowser } from '#tests/support/tabs.ts'
import { creatingIn } from './project.ts'

let browser: TestBrowser
afterEach(() => browser.close())

const phase = (tab: Tab) => creatingIn(tab.state().project, tab.tabId()).phase
const asked = {
  companyId: 1,
  projectName: 'Orchard',
  prefix: 'ORCH',
  timeZone: 'UTC',
  codingForms: true,
}

it('a project that is being started in one tab is no business of the dialog in another', async () => {
  browser = createBrowser(productAreas)
  const [one, other] = [await browser.openTab(), await browser.openTab()]
  for (const tab of [one, other]) await tab.openAccount(7)
  await one.dispatch(createProject(asked))
  await other.dispatch(beginCreate({}))
  await expect.poll(() => phase(one)).toBe('sending')
  expect(phase(other)).toBe('idle')
  expect((await one.dispatch(createProject(asked))).rejected).toBe('The project is being made.')
  expect((await other.dispatch(createProject({ ...asked, prefix: 'OTHER' }))).rejected).toBeNull()
  await one.dispatch(refuseCreate({ message: 'There is a project of this name.', field: 'projectName' }))
  await expect.poll(() => phase(one)).toBe('refused')
  expect(phase(other)).toBe('sending')
})
