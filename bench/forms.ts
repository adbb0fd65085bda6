/** From a key that codes to what it shows, on a form of 200 fields with 2,000 choices. */
import { type Browser, chromium, type Page } from 'playwright'
import { createForm, type FormDraft, patchForm } from '#contracts/form-drafts.ts'
import { fieldTypes } from '#contracts/project.ts'
import { mbox } from '../tests/e2e/mail.ts'
import { bringIn, ownProject } from '../tests/e2e/projects.ts'
import { atRest } from '../tests/e2e/rest.ts'
import { openProject } from '../tests/e2e/review.ts'
import { type App, chromiumOptions, openApp } from './app.ts'
import { type Figure, p95 } from './figure.ts'
import { frames } from './references.ts'

const runs = 100
const fieldCount = 200
const choicesOfEach = 10

export async function* figures(): AsyncGenerator<Figure> {
  const app = await openApp()
  const browser = await chromium.launch(chromiumOptions)
  try {
    const page = await coding(app, browser)
    const taken: number[] = []
    for (let turn = 0; turn < runs; turn++) {
      taken.push(await shownAfter(page, turn))
      await page.waitForTimeout(50)
    }
    yield {
      group: 'forms',
      name: `key press to the choice marked, on a form of ${fieldCount} fields and ${fieldCount * choicesOfEach} choices`,
      value: p95(taken),
      unit: 'ms',
      reference: frames('a bare mark of one radio in the same page', p95(await bareMarks(page))),
      bound: 3,
      better: 'lower',
    }
  } finally {
    await browser.close()
    await app.close()
  }
}

const choices = Array.from({ length: choicesOfEach }, (_, nth) => `Choice ${nth + 1}`)
const form: FormDraft = {
  name: 'Large form',
  sections: Array.from({ length: fieldCount / 20 }, (_, section) => ({
    name: `Section ${section + 1}`,
    fields: Array.from({ length: 20 }, (_, nth) => ({
      field_name: `Question ${section * 20 + nth + 1}`,
      field_type_id: fieldTypes.singleChoice,
      is_required: false,
      is_read_only: false,
      choices,
    })),
  })),
}

/** A page on the review screen, with the large form beside a document, and its first field in focus. */
async function coding(app: App, browser: Browser): Promise<Page> {
  const project = await ownProject(app, 'Large form')
  const { api, projectId } = project
  await bringIn(project, 'one.mbox', mbox([{ id: 'one', subject: 'One', text: 'One message.' }]))
  const { coding_form_id: id } = await api.call(createForm, { project: projectId, body: form })
  await api.call(patchForm, { project: projectId, params: { id }, body: { isSelected: true } })
  const page = await browser.newPage({ baseURL: app.url, viewport: { width: 1440, height: 900 } })
  await app.signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  const first = page.getByTestId('coding-panel').getByRole('radio').first()
  await first.waitFor()
  await atRest(page)
  await first.focus()
  return page
}

/** Ms from a figure that codes the field in focus to the frame after which that choice is marked. */
const shownAfter = (page: Page, turn: number): Promise<number> =>
  page.evaluate(
    (choice) =>
      new Promise<number>((shown, failed) => {
        const radios = [...(document.activeElement?.closest('[data-field]')?.querySelectorAll('input') ?? [])]
        const started = performance.now()
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key: `${choice + 1}`, bubbles: true, cancelable: true }),
        )
        const look = () => {
          if (radios[choice]?.checked) setTimeout(() => shown(performance.now() - started))
          else if (performance.now() - started > 5_000) failed(new Error('nothing was marked'))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      }),
    turn % 9,
  )

/** Ms to the frame after which a bare radio is marked, with all of the form in the page. */
const bareMarks = (page: Page): Promise<number[]> =>
  page.evaluate(async (count) => {
    const radio = document.createElement('input')
    radio.type = 'checkbox'
    document.body.append(radio)
    const taken: number[] = []
    for (let turn = 0; turn < count; turn++) {
      const started = performance.now()
      radio.checked = !radio.checked
      taken.push(
        await new Promise<number>((shown) =>
          requestAnimationFrame(() => setTimeout(() => shown(performance.now() - started))),
        ),
      )
    }
    radio.remove()
    return taken
  }, runs)
