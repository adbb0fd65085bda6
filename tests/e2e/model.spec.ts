/**
 * The model of the client (tests/support/model.ts) in a real browser: the same things happen to four pages of one
 * person, through the screen, on a real server. Invariants 4, 12 and 16.
 */
import { Api, expect, signIn, test } from './fixture.ts'
import { mbox } from './mail.ts'
import { addPerson } from './people.ts'
import { bringIn, ownProject } from './projects.ts'
import { openProject, openReview } from './review.ts'
import { startTurmoil, unexplained } from './turmoil.ts'

const letters = (count: number): Buffer =>
  mbox(
    Array.from({ length: count }, (_, nth) => ({
      id: `turmoil-${nth}`,
      subject: `Turmoil ${nth}`,
      text: `Message ${nth}: what was found in the well.`,
    })),
  )

test('four pages in turmoil: what was acknowledged is on the record once, and the log agrees with the record', async ({
  context,
  page,
  server,
}) => {
  test.setTimeout(300_000)
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
    seed: 20_261_122,
    other: await Api.signIn(server.url, 'clientadmin'),
    projectId,
    documents,
    pages: 4,
    server,
  })
  const { acknowledged } = turmoil
  await page.close()
  for (let nth = 0; nth < 200; nth++) await turmoil.step()
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
