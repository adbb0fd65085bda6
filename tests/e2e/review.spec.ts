/** Finding documents and reading them. */
import { getDocument } from '#contracts/documents.ts'
import { expect, type Page, signIn, test } from './fixture.ts'
import { letter, zipOf } from './mail.ts'
import { bringIn, ownProject } from './projects.ts'
import {
  foot,
  inquiry,
  list,
  matter,
  openProject,
  openReview,
  position,
  queryInput,
  scrollThrough,
  search,
  shown,
  shownId,
} from './review.ts'

async function inReview(page: Page, who = 'reviewer', project = matter): Promise<void> {
  await signIn(page, who)
  await openProject(page, project)
  await openReview(page)
}

const body = (page: Page) => page.getByTestId('message-body').contentFrame().locator('body')

test('a reviewer finds documents by words, phrases, AND, OR, NOT, brackets and fields, and sees how each query was read', async ({
  desk,
  as,
}) => {
  const api = await as('reviewer')
  const project = await api.project(matter)
  const page = await desk('reviewer')
  const counts = new Map<string, number>()
  const queries = [
    'casing',
    '"torque turn"',
    'casing AND invoice',
    'casing OR invoice',
    'casing NOT invoice',
    '(casing OR lien) AND Crestline',
    'Subject:casing',
    'Custodian:Reyes',
    'From:keller AND Subject:"Data room"',
  ]
  for (const query of queries)
    await test.step(query, async () => {
      const expected = (await api.search(project, query)).length
      counts.set(query, expected)
      await search(page, query)
      if (expected === 0)
        await expect(page.getByRole('heading', { name: 'No document matches' })).toBeVisible()
      else
        await expect(foot(page)).toContainText(
          expected === 1 ? '1 document ' : `${expected.toLocaleString('en-US')} documents`,
        )
      await expect(page.getByRole('region', { name: 'Result' })).toContainText('Interpreted as')
    })
  const found = (query: string) => counts.get(query) ?? 0
  expect(found('casing')).toBeGreaterThan(1)
  expect(found('Subject:casing')).toBeGreaterThan(0)
  expect(found('Custodian:Reyes')).toBeGreaterThan(0)
  expect(found('casing AND invoice') + found('casing NOT invoice')).toBe(found('casing'))
  expect(found('casing OR invoice')).toBeGreaterThan(found('casing'))
})

test('a query that cannot be read says what is wrong, and the document in view stays', async ({ desk }) => {
  const page = await desk('reviewer')
  const before = await shownId(page)
  const fault = page.getByRole('search').getByRole('alert')
  for (const [query, words] of [
    ['(casing OR lien', /bracket|parenthes/i],
    ['"torque turn', /quot/i],
    ['casing AND', /AND/],
    ['Nonsense:casing', /Nonsense/],
  ] as const)
    await test.step(query, async () => {
      await search(page, query)
      await expect(fault).toBeVisible()
      await expect(fault).toHaveText(words)
      await expect(page.getByTestId('document-list')).toBeVisible()
      await expect(queryInput(page)).toHaveAttribute('aria-invalid', 'true')
      expect(await shownId(page)).toBe(before)
    })
  await search(page, 'casing')
  await expect(fault).toHaveCount(0)
})

test('a reviewer goes through all results without an end in between: by scrolling, with End, and with j and k', async ({
  desk,
  as,
}) => {
  const api = await as('reviewer')
  const rows = await api.search(await api.project(matter))
  const page = await desk('reviewer')
  await expect(position(page)).toHaveText(`1 of ${rows.length}`)
  expect([...(await scrollThrough(page, rows.length))].sort()).toEqual(
    rows.map(({ documentId }) => documentId).sort(),
  )
  await list(page).focus()
  await page.keyboard.press('End')
  await expect(position(page)).toHaveText(`${rows.length} of ${rows.length}`)
  expect(await shownId(page)).toBe(rows.at(-1)?.documentId)
  await page.keyboard.press('k')
  await expect(position(page)).toHaveText(`${rows.length - 1} of ${rows.length}`)
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await expect(position(page)).toHaveText(`3 of ${rows.length}`)
  await expect.poll(() => shownId(page)).toBe(rows[2]?.documentId)
})

test('a list stays where it was scrolled to, however its rows are drawn anew', { tag: '@deep' }, async ({
  desk,
  as,
}) => {
  const api = await as('reviewer')
  const rows = await api.search(await api.project(matter))
  const page = await desk('reviewer')
  await expect(position(page)).toHaveText(`1 of ${rows.length}`)
  const stood = await list(page).evaluate(async (element) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    const seen: { asked: number; stood: number[] }[] = []
    for (let top = 0; top < element.scrollHeight - element.clientHeight; top += 505) {
      element.scrollTop = top
      const asked = element.scrollTop
      const stood = new Set<number>()
      for (let frames = 0; frames < 6; frames += 1) {
        await frame()
        stood.add(element.scrollTop)
      }
      seen.push({ asked, stood: [...stood] })
    }
    return seen
  })
  expect(stood.length).toBeGreaterThan(5)
  expect(stood.filter(({ asked, stood }) => stood.some((top) => top !== asked))).toEqual([])
})

test('a row that is still on its way can be clicked, and opens when it has come', { tag: '@deep' }, async ({
  desk,
  as,
}) => {
  const api = await as('reviewer')
  const rows = await api.search(await api.project(matter))
  const page = await desk('reviewer')
  const held = Promise.withResolvers<void>()
  await page.route('**/rest/review/page/documents-3?*', async (route) => {
    await held.promise
    await route.continue()
  })
  await list(page).evaluate((element) => {
    element.scrollTop = 28 * 120
  })
  const row = page.locator('#row-122')
  await expect(row).toHaveAccessibleName('Document 123, loading')
  await row.click()
  held.resolve()
  await expect(position(page)).toHaveText(`123 of ${rows.length}`)
  expect(await shownId(page)).toBe(rows[122]?.documentId)
})

test('a message shows its headers, its HTML or its text, its metadata, and its attachments as family', async ({
  desk,
  as,
}) => {
  const api = await as('reviewer')
  const rows = await api.search(await api.project(matter), 'Attachment_Count:>0')
  const parent = rows.find(({ ordinal, attachments }) => ordinal === 0 && attachments > 0)
  expect(parent).toBeDefined()
  if (parent === undefined) return
  const page = await desk('reviewer')
  await search(page, `Document_Id:${parent.documentId}`)
  await expect.poll(() => shownId(page)).toBe(parent.documentId)
  const document = shown(page)
  await expect(document.getByRole('heading', { level: 2 })).toHaveText(parent.title)
  for (const line of ['From', 'To', 'Sent', 'Custodian'])
    await expect(document.getByText(line, { exact: true }).first()).toBeVisible()

  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(page.getByTestId('text-body')).toHaveText(/\w+/)
  await page.getByRole('tab', { name: 'Metadata' }).click()
  const metadata = page.getByRole('region', { name: 'Metadata' })
  await expect(metadata.getByRole('row', { name: /^Control number/ })).toContainText(parent.controlNumber)
  await expect(metadata.getByRole('row', { name: /^SHA-256/ })).toContainText(/[0-9a-f]{64}/)
  await page.getByRole('tab', { name: 'Document' }).click()

  const family = page.getByRole('navigation', { name: 'Family' })
  await expect(family).toContainText(`Family of ${parent.attachments + 1}`)
  await family.getByRole('button').nth(1).click()
  await expect.poll(() => shownId(page)).not.toBe(parent.documentId)
  await family.getByRole('button').first().click()
  await expect.poll(() => shownId(page)).toBe(parent.documentId)
})

test('hits are marked and counted, and Enter and Shift+Enter go from one to the next', async ({ desk }) => {
  const page = await desk('reviewer')
  await search(page, 'casing OR invoice')
  await expect(shown(page)).toHaveAttribute('data-document-shown', /\d+/)
  await page.getByRole('tab', { name: 'Text' }).click()
  const hits = page.getByRole('toolbar', { name: 'Hits' })
  const marks = page.getByTestId('text-body').locator('mark')
  await expect(marks.first()).toBeVisible()
  const total = await marks.count()
  await expect(hits.getByRole('status')).toHaveText(total === 1 ? '1 hit' : `${total} hits`)
  for (const text of await marks.allInnerTexts()) expect(text).toMatch(/^(casing|invoice)/i)

  await list(page).focus()
  await page.keyboard.press('Enter')
  await expect(hits.getByRole('status')).toHaveText(`Hit 1 of ${total}`)
  await expect(page.locator('mark.focused')).toHaveCount(1)
  await page.keyboard.press('Shift+Enter')
  await expect(hits.getByRole('status')).toHaveText(`Hit ${total} of ${total}`)
  await expect(page.locator('mark.focused')).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(hits.getByRole('status')).toHaveText(`Hit 1 of ${total}`)
})

test('Space and the page keys scroll the document from the list and from the form', { tag: '@deep' }, async ({
  desk,
  as,
}) => {
  const page = await desk('reviewer')
  const api = await as('reviewer')
  const project = await api.project(matter)
  const details = (await api.search(project)).map(({ documentId }) =>
    api.call(getDocument, { project, query: { documentId, ahead: '1' } }),
  )
  const long = (await Promise.all(details))
    .filter(({ html }) => html !== null)
    .sort((one, other) => (other.text?.length ?? 0) - (one.text?.length ?? 0))[0]
  await search(page, `Document_Id:${long?.documentId}`)
  await expect.poll(() => shownId(page)).toBe(long?.documentId)
  const size = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({ width: size.width, height: 360 })
  const offsets = {
    document: () =>
      body(page).evaluate(({ ownerDocument }) => ownerDocument.scrollingElement?.scrollTop ?? -1),
    text: () => page.getByRole('region', { name: 'Text' }).evaluate(({ scrollTop }) => scrollTop),
  }
  for (const [tab, offset] of Object.entries(offsets)) {
    await page.getByRole('tab', { name: tab }).click()
    const places = [() => list(page).focus(), () => page.keyboard.press('c')]
    for (const place of places)
      for (const [down, up] of [
        ['Space', 'Shift+Space'],
        ['PageDown', 'PageUp'],
      ] as const) {
        await place()
        // A choice that has the focus takes Space for itself.
        if (place === places[1] && down === 'Space') continue
        await expect.poll(offset).toBe(0)
        await page.keyboard.press(down)
        await expect.poll(offset).toBeGreaterThan(20)
        await page.keyboard.press(up)
        await expect.poll(offset).toBe(0)
      }
  }
  await page.setViewportSize(size)
  await page.getByRole('tab', { name: 'Document', exact: true }).click()
  await search(page, '')
})

test('a reload, and another project in between, lead back to the document, its place in the list and its hits', async ({
  page,
}) => {
  await inReview(page, 'seniorreviewer')
  await search(page, 'northwind')
  await expect(list(page)).toBeFocused()
  await page.keyboard.press('End')
  await expect(position(page)).toHaveText(/^(\S+) of \1$/)
  const here = await position(page).textContent()
  const documentId = await shownId(page)
  const isThere = async () => {
    await expect(position(page)).toHaveText(here ?? '')
    await expect(shown(page)).toHaveAttribute('data-document-shown', String(documentId))
    await expect(list(page).getByRole('option', { selected: true })).toBeInViewport()
    await expect(page.getByRole('toolbar', { name: 'Hits' })).toContainText(/[1-9]\d* hits?/)
  }
  await isThere()
  await page.reload()
  await isThere()
  await page.goto('/client')
  await openProject(page, inquiry)
  await openReview(page)
  await expect(queryInput(page)).toHaveValue('')
  await page.goto('/client')
  await openProject(page)
  await openReview(page)
  await expect(queryInput(page)).toHaveValue('northwind')
  await isThere()
})

test('a hostile message can be read, and nothing in it runs, loads or leads away', async ({
  page,
  server,
}) => {
  const project = await ownProject(server, 'Hostile mail')
  const evil = `http://127.0.0.1:9/evil`
  const html = `<html><head><meta http-equiv="refresh" content="0;url=${evil}"><base href="${evil}/">
    <link rel="stylesheet" href="${evil}.css"><style>@import url(${evil}2.css); body{background:url(${evil}.gif)}</style>
    <script>parent.hacked = 1; top.hacked = 1; document.title = 'hacked'</script></head>
    <body onload="parent.hacked=2"><p>The quarterly ledger is attached.</p>
    <img src="${evil}.png" onerror="parent.hacked=3"><img src=x onerror="parent.hacked=4">
    <svg onload="parent.hacked=5"><script>parent.hacked=6</script></svg>
    <iframe src="${evil}.html"></iframe><iframe srcdoc="<script>top.hacked=7</script>"></iframe>
    <object data="${evil}.swf"></object><embed src="${evil}.swf"><video src="${evil}.mp4" autoplay></video>
    <form action="${evil}" method="post"><input name="q" autofocus onfocus="parent.hacked=8"><button>Send</button></form>
    <a href="javascript:parent.hacked=9">Look here</a> <a href="${evil}" target="_top">or here</a>
    <div style="background-image:url('${evil}3.gif');position:fixed">end of the message</div></body></html>`
  await bringIn(
    project,
    'hostile.zip',
    zipOf({ 'inbox/1.eml': letter({ id: 'hostile-1', subject: 'Ledger', html }) }),
  )
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('dialog', (dialog) => requests.push(`dialog ${dialog.message()}`))
  await inReview(page, 'clientadmin', project.name)
  await expect(body(page)).toContainText('The quarterly ledger is attached.')
  await expect(body(page)).toContainText('end of the message')
  for (const words of ['Look here', 'or here']) await body(page).getByText(words).click()
  await expect(body(page)).toContainText('end of the message')
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await page.title()).not.toBe('hacked')
  expect(new URL(page.url()).pathname).toBe('/overview/review')
  expect(requests.filter((url) => /^(https?|dialog)/.test(url) && !url.startsWith(server.url))).toEqual([])
  const inside = await body(page).evaluate((element) => ({
    live: element.ownerDocument.querySelectorAll('script, iframe, object, embed, form, video, link, base')
      .length,
    handlers: [...element.querySelectorAll('*')].filter((one) =>
      [...one.attributes].some(
        ({ name, value }) =>
          /^on/.test(name) || (/^(href|src|action|style)$/.test(name) && /script:|url\(/i.test(value)),
      ),
    ).length,
  }))
  expect(inside).toEqual({ live: 0, handlers: 0 })
})
