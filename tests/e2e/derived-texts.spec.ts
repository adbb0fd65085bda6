/** Texts made of documents: looked at, allowed, sent, read with what made them, and led back from. */
import { type AiServer, said, startAiServer } from '#tests/fixtures/ai-server.ts'
import { expect, test } from './fixture.ts'
import { zipOf } from './mail.ts'
import { addPerson, signIn } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { openProject, openReview, openRow, shown } from './review.ts'
import { type RunningServer, startServer } from './server.ts'

const lease =
  'Preface words stand here alone.\n\n'.repeat(60) +
  'The wharf lease was signed in Rotterdam by Jonathan Albright before the dredging tender of the harbour closed. ' +
  'The dredging tender is void unless the wharf lease of the harbour was signed before it. Tea is served at four o’clock.'

test('[entity-billing-counts] without an endpoint a summary is extractive and leads into the text, and translation says what to configure', async ({
  page,
  server,
  signIn: enter,
}) => {
  const project = await ownProject(server, 'Summaries')
  await bringIn(project, 'lease.zip', zipOf({ 'lease.txt': lease }))
  const email = await addPerson(server, { role: 'ReviewManager', project: project.name })
  await enter(page, email)
  await openProject(page, project.name)
  await openReview(page)
  await openRow(page, 0)
  await page.keyboard.press('x')
  await page.getByRole('button', { name: 'Texts', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Texts made of documents' })
  await expect(dialog.getByTestId('texts-check')).toHaveText('1 document.Nothing leaves this server.')

  await dialog.getByLabel('What').selectOption('Translation')
  await expect(dialog.getByTestId('texts-check')).toContainText(
    'Translation needs an OpenAI-compatible endpoint, and none is configured. Set AI_BASE_URL, AI_API_KEY and AI_MODEL',
  )
  await expect(dialog.getByTestId('texts-check')).toContainText(/1 document, [\d,]+ characters/)
  await expect(dialog.getByRole('button', { name: 'Begin' })).toBeDisabled()
  await dialog.getByLabel('What').selectOption('Transcript of recordings')
  await expect(dialog.getByTestId('texts-check')).toContainText(
    'There is nothing to do; 1 document has no recording.',
  )

  await dialog.getByLabel('What').selectOption('Summary: sentences of the document')
  await dialog.getByRole('button', { name: 'Summarize 1 document' }).click()
  await expect(page.getByText('Summaries of one document have started')).toBeVisible()
  await expect(dialog).toBeHidden()
  const document = shown(page)
  await document.getByRole('tab', { name: 'Text' }).click()
  await expect(document.getByRole('button', { name: 'Extractive Summary' })).toBeVisible({ timeout: 30_000 })
  await document.getByRole('button', { name: 'Extractive Summary' }).click()
  await expect(document.getByTestId('made-by')).toHaveText(/^Extractive: sentences of the document · /)
  await document.getByRole('button', { name: /^The wharf lease was signed in Rotterdam/ }).click()
  await expect(document.getByTestId('text-body')).toContainText('Preface words')
  // The sentence stands far down: it has been brought into view.
  await expect
    .poll(() => page.evaluate(() => [...(CSS.highlights.get('led-to') ?? [])].map(String).length))
    .toBe(1)
  const scrolled = () =>
    document.getByTestId('text-body').evaluate((body) => body.parentElement?.scrollTop ?? 0)
  await expect.poll(scrolled).toBeGreaterThan(500)
})

test.describe('with an endpoint', () => {
  let ai: AiServer
  let own: RunningServer
  test.beforeAll(async () => {
    ai = await startAiServer(() => said('Il contratto del molo fu firmato a Rotterdam.'))
    own = await startServer(ai.env)
  })
  test.afterAll(async () => {
    await own.close()
    await ai.close()
  })

  test('a project manager allows it, sees where documents go, and reads the translation with what made it', {
    tag: '@deep',
  }, async ({ browser }) => {
    const project = await ownProject(own, 'Translations')
    await bringIn(project, 'lease.zip', zipOf({ 'lease.txt': lease }))
    const email = await addPerson(own, { role: 'ProjectManager', project: project.name })
    const context = await browser.newContext({ baseURL: own.url, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    await signIn(page, email)
    await openProject(page, project.name)
    await openReview(page)
    await openRow(page, 0)
    await page.keyboard.press('x')
    await page.getByRole('button', { name: 'Texts', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Texts made of documents' })
    await dialog.getByLabel('What').selectOption('Translation')
    await dialog.getByLabel('Into').selectOption('Italian')
    const check = dialog.getByTestId('texts-check')
    await expect(check).toContainText('This project does not allow that documents are sent')
    expect(ai.asked).toHaveLength(0)
    await check.getByRole('button', { name: 'Allow it in this project' }).click()
    const host = new URL(ai.url).host
    await expect(check).toContainText(`Their text leaves this server for ${host} (model scribe-1).`)
    await dialog.getByRole('button', { name: `Send 1 document to ${host}` }).click()
    await expect(page.getByText('The translation of one document has started')).toBeVisible()
    await expect.poll(() => ai.asked.length).toBeGreaterThan(0)
    const document = shown(page)
    await document.getByRole('tab', { name: 'Text' }).click()
    await expect(document.getByRole('button', { name: 'Translated Text (it)' })).toBeVisible({
      timeout: 30_000,
    })
    await document.getByRole('button', { name: 'Translated Text (it)' }).click()
    await expect(document.getByTestId('made-by')).toHaveText(/^By scribe-1, may be wrong · /)
    await expect(document).toContainText('contratto')
    await context.close()
  })
})
