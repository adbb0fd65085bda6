/** Scanned documents: their text recognised on request, read, searched, and trusted as far as it is sure. */
import { listJobs, settledStates } from '#contracts/jobs.ts'
import { startOcr } from '#contracts/ocr.ts'
import { bmp, scan, scannedPdf } from '#tests/fixtures/scans.ts'
import { expect, test } from './fixture.ts'
import { zipOf } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, type OwnProject, ownProject } from './projects.ts'
import { list, openProject, openReview, openRow, search, shown } from './review.ts'

const lease = ['The wharf lease was signed in', 'Rotterdam by Jonathan Albright', 'on the fourth of March.']
const memo = ['Confidential memorandum about', 'the harbour dredging tender']

/** As a bad copy has it: a stripe through the second line is gone. */
async function worn(lines: readonly string[]) {
  const page = await scan(lines)
  const pixels = Uint8Array.from(page.pixels)
  pixels.fill(255, 214 * page.width, 226 * page.width)
  return { ...page, pixels }
}

test.describe('the text of scans', () => {
  let project: OwnProject
  test.beforeEach(async ({ server, page, signIn }) => {
    project = await ownProject(server, 'Scans')
    const image = await worn(lease)
    const files = {
      'lease.pdf': scannedPdf([{ image }, { image: await scan(memo, 1) }]),
      'memo.bmp': bmp(await scan(memo)),
      'stamped.pdf': scannedPdf([{ image, stamp: 'Filed with the clerk of court' }]),
    }
    await bringIn(project, 'scans.zip', zipOf(files))
    const email = await addPerson(server, { role: 'ReviewManager', project: project.name })
    await signIn(page, email)
    await openProject(page, project.name)
    await openReview(page)
  })

  /** So many jobs of text recognition are done. */
  const recognised = (count: number) =>
    expect
      .poll(
        async () => {
          const { data } = await project.api.call(listJobs, { project: project.projectId, query: {} })
          return data.filter(({ kind, state }) => kind === 'ocr' && settledStates.includes(state)).length
        },
        { timeout: 60_000 },
      )
      .toBe(count)

  test('[jobs-type-ocr] [viewer-text-extracted] [msg-empty-ocr-job] is recognised for what is picked, found by its words, and says how sure it is', {
    tag: '@deep',
  }, async ({ page }) => {
    await search(page, 'Albright')
    await expect(list(page)).toHaveCount(0)
    await search(page, '')
    await openRow(page, 0)
    await page.keyboard.press('x')
    await page.getByRole('button', { name: /^Select all/ }).click()
    const recognise = page.getByRole('button', { name: 'Run OCR' })
    await recognise.click()
    // The stamped one too: a stamp is not the text of its page.
    await expect(page.getByText(/OCR of \d+ pages in 3 documents has started/)).toBeVisible()
    await recognised(1)
    // All of them are done: a second time there is nothing to do, and no job.
    await recognise.click()
    await expect(
      page.getByText(
        'No images exist to OCR in the selected saved search or folder. No job will be submitted.',
      ),
    ).toBeVisible()

    await page.reload()
    await expect(async () => {
      await search(page, '"harbour dredging"')
      await expect(list(page).getByRole('option')).toHaveCount(2)
    }).toPass({ timeout: 20_000 })
    await openRow(page, 0)
    const document = shown(page)
    await document.getByRole('tab', { name: 'Text' }).click()
    await expect(document.getByRole('button', { name: 'OCR Text' })).toHaveAttribute('aria-pressed', 'true')
    await expect(document.getByTestId('text-body')).toContainText('harbour dredging tender')
    await expect(document.locator('mark').first()).toHaveText(/harbour/)
    await expect(document.getByTestId('ocr-confidence')).toHaveText(/\d+ % sure/)
  })

  test('[rest-get-viewer-get-text-list] [rest-any-viewer-get-text] stands beside the text that a document has, and either can be read', async ({
    page,
  }) => {
    const { api, projectId } = project
    const [stamped] = await api.search(projectId, 'clerk')
    if (stamped === undefined) throw new Error('The stamped scan is not there.')
    const { documentId } = stamped
    await api.call(startOcr, {
      project: projectId,
      key: 'recognise-stamped',
      body: { documents: { ids: [documentId] }, withText: true, correlationId: 'gesture-0001' },
    })
    await recognised(1)
    await page.reload()
    await search(page, 'clerk')
    await openRow(page, 0)
    const document = shown(page)
    await document.getByRole('tab', { name: 'Text' }).click()
    const body = document.getByTestId('text-body')
    await expect(document.getByRole('button', { name: 'Extracted Text' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await expect(body).toHaveText(/^\s*Filed with the clerk of court\s*$/)
    await document.getByRole('button', { name: 'OCR Text' }).click()
    await expect(body).toContainText('The wharf lease was signed in')
    await expect(document.getByTestId('ocr-confidence')).toHaveText(/% sure · \d+ unsure words? underlined/)
    expect(await page.evaluate(() => CSS.highlights.get('unsure-words')?.size)).toBeGreaterThan(0)
  })
})
