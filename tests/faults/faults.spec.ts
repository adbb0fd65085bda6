/**
 * `npm run faults`: what befalls the model of the client (tests/support/model.ts) befalls four pages of one person in a real
 * browser, through the screen, on a real server that is killed as well. AFFIANT_FAULTS_STEPS says how long, in things that
 * happen; AFFIANT_FAULTS_SEED plays a run again. By itself: a run takes minutes, and no two are the same to the millisecond.
 */
import { Api, expect, signIn, test } from '../e2e/fixture.ts'
import { mbox } from '../e2e/mail.ts'
import { addPerson } from '../e2e/people.ts'
import { bringIn, ownProject } from '../e2e/projects.ts'
import { openProject, openReview } from '../e2e/review.ts'
import { startTurmoil, unexplained } from './turmoil.ts'

const steps = Number(process.env.AFFIANT_FAULTS_STEPS ?? 200)
const seed = Number(process.env.AFFIANT_FAULTS_SEED)

const letters = (count: number): Buffer =>
  mbox(
    Array.from({ length: count }, (_, nth) => ({
      id: `turmoil-${nth}`,
      subject: `Turmoil ${nth}`,
      text: `Message ${nth}: what was found in the well.`,
    })),
  )

test(`four pages in turmoil (seed ${seed}, ${steps} steps): what was acknowledged is on the record once, and the log agrees with the record`, async ({
  context,
  page,
  server,
}) => {
  test.setTimeout(300_000 + steps * 3_000)
  const project = await ownProject(server, 'In turmoil')
  const { name, projectId, api } = project
  await bringIn(server, name, 'turmoil.mbox', letters(12))
  const documents = (await api.search(projectId)).map(({ documentId }) => documentId)
  const reviewer = await addPerson(server, { name: 'Tura Moil', project: name })
  await signIn(page, reviewer)
  await openProject(page, name)
  await openReview(page)
  const turmoil = await startTurmoil({
    context,
    address: page.url(),
    seed,
    other: await Api.signIn(server.url, 'clientadmin'),
    projectId,
    documents,
    pages: 4,
    server,
  })
  const { acknowledged } = turmoil
  await page.close()
  for (let nth = 0; nth < steps; nth++) await turmoil.step()
  await turmoil.mend()

  for (const what of ['code', 'save', 'undo', 'foreign', 'fate', 'offline', 'powerCut'])
    expect(turmoil.done.get(what) ?? 0, what).toBeGreaterThan(0)
  expect(acknowledged.size).toBeGreaterThan(5)
  await expect
    .poll(() => unexplained({ api, projectId, documents, userName: 'Tura Moil', acknowledged }), {
      timeout: 90_000,
    })
    .toEqual([])
  const verified = await server.affiant(['audit', 'verify', '--all'])
  expect(verified.code, verified.out).toBe(0)
})
