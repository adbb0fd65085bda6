/** The model of the client (tests/support/model.ts), but in a real browser: four pages of one person, on a bad line. */

import { Api, expect, signIn, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { openProject, openReview } from './review.ts'
import { startTurmoil, unexplained } from './turmoil.ts'

const steps = 200
const letters = mbox(
  Array.from({ length: 12 }, (_, nth) => ({
    id: `turmoil-${nth}`,
    subject: `Turmoil ${nth}`,
    text: `Message ${nth}: what was found in the well.`,
  })),
)

test('four pages that are used, duplicated, reloaded and killed on a line that fails: what was acknowledged is on the record once, and the log agrees with it', {
  tag: '@deep',
}, async ({ server, browser }) => {
  test.setTimeout(600_000)
  const project = await ownProject(server, 'Turmoil')
  const { name, projectId, api } = project
  await bringIn(project, 'turmoil.mbox', letters)
  const documents = (await api.search(projectId)).map(({ documentId }) => documentId)
  const userName = 'Ada Storm'
  const who = await addPerson(server, { name: userName, project: name })
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await signIn(page, who)
  await openProject(page, name)
  await openReview(page)
  const seed = Number(process.env.AFFIANT_FAULT_SEED ?? Date.now() % 1_000_000)
  // So that what failed once can be played again: AFFIANT_FAULT_SEED.
  test.info().annotations.push({ type: 'seed', description: String(seed) })
  console.log(`seed ${seed}`)
  const turmoil = await startTurmoil({
    context,
    address: page.url(),
    seed,
    other: await Api.signIn(server.url, 'clientadmin'),
    projectId,
    documents,
    pages: 4,
  })
  await page.close()
  for (let step = 0; step < steps; step++) await turmoil.step()
  await turmoil.mend()
  await expect
    .poll(() => unexplained({ api, projectId, documents, userName, acknowledged: turmoil.acknowledged }), {
      timeout: 120_000,
      intervals: [2_000],
    })
    .toEqual([])
  expect(turmoil.acknowledged.size).toBeGreaterThan(0)
  await context.close()
})
