/** Folders of documents: their tree, filing and taking out, from a file too, searching inside, and what each person sees. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { searchDocuments } from '#contracts/documents.ts'
import { readFacets } from '#contracts/facets.ts'
import * as contract from '#contracts/folders.ts'
import { getWalls, putWalls } from '#contracts/walls.ts'
import { allSettled } from './all-settled.ts'
import { bulkIn } from './bulk-changes.ts'
import { costlyDialects, type TestUser } from './harness.ts'
import { addDocuments, type Matter, startMatter } from './matter.ts'
import { trail } from './people.ts'

describe.each(costlyDialects)('folders of documents on %s', (dialect) => {
  let matter: Matter
  let bulk: ReturnType<typeof bulkIn>
  let keys = 0
  beforeAll(async () => {
    matter = await startMatter(dialect, { documents: 6 })
    await addDocuments(matter.server, matter.projectId, matter.manager.userId, 2, {
      control: 7,
      at: new Date(Date.UTC(2026, 0, 6)),
    }).then((more) => {
      matter = { ...matter, documents: [...matter.documents, ...more] }
    })
    matter.server.services.search.wake()
    await matter.server.services.search.settled(matter.projectId)
    bulk = bulkIn(matter, null)
  })
  afterAll(() => matter.close())
  // Each test begins without folders.
  beforeEach(async () => {
    await matter.server.services.records.write('interactive', async (trx) => {
      await trx.updateTable('folder').set({ deleted_with: -1 }).execute()
    })
  })

  const project = () => ({ project: matter.projectId })
  const key = () => `folder-command-${++keys}`
  const correlationId = 'gesture-0001'
  const save = (
    user: TestUser,
    name: string,
    under: contract.FolderPlace = 'own',
    over: { readonly folderId: number; readonly version: number } | null = null,
  ) => matter.server.call(user, contract.saveFolder, { ...project(), body: { name, under, over } })
  const made = async (...asked: Parameters<typeof save>) => (await save(...asked)).data.folderId
  const list = async (user: TestUser) =>
    (await matter.server.call(user, contract.listFolders, project())).data.data
  const shown = async (user: TestUser) =>
    (await list(user)).map((one) => [one.name, one.documents, one.withSubfolders])
  const remove = (user: TestUser, folderId: number) =>
    matter.server.call(user, contract.deleteFolder, { ...project(), query: { folderId } })
  const file = (
    user: TestUser,
    folderId: number,
    ids: readonly number[],
    how: contract.FolderHow = 'fileIn',
  ) =>
    matter.server.call(user, contract.fileDocuments, {
      ...project(),
      key: key(),
      body: { folderId, how, documents: { ids }, families: false, correlationId },
    })
  const filed = async (...asked: Parameters<typeof file>) => bulk.settled((await file(...asked)).data.jobId)
  const inside = async (user: TestUser, objectId: number, type: string) =>
    matter.server.call(user, searchDocuments, {
      ...project(),
      body: {
        query: { queryString: '', includeFamily: false, objectId, type },
        ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 50, page: 1 },
      },
    })
  const found = async (...asked: Parameters<typeof inside>) =>
    (await inside(...asked)).data.data.map(({ documentId }) => documentId)
  const told = async () =>
    (await trail(matter.server, `project:${matter.projectId}`))
      .filter(({ action }) => action.startsWith('folder.'))
      .map(({ text }) => JSON.parse(text))

  it('[search-folders-concept] [entity-folder] [rest-any-project-folder] keeps a tree of own and shared folders; each change is on the record', async () => {
    const { manager, ana, ben } = matter
    const trial = await made(manager, 'Trial', 'shared')
    const hot = await made(manager, ' Hot documents ', trial)
    await made(ana, 'Mine')
    expect(await list(ben)).toEqual([
      expect.objectContaining({
        ...{ folderId: hot, name: 'Hot documents', parentId: trial, shared: true },
        ...{ madeBy: 'Maria Alvarez', version: 1, mayChange: false, documents: 0 },
      }),
      expect.objectContaining({ folderId: trial, parentId: null }),
    ])
    expect((await list(ana)).map(({ name, mayChange }) => [name, mayChange])).toEqual([
      ['Hot documents', false],
      ['Mine', true],
      ['Trial', false],
    ])
    // A name is taken once in a place, ignoring case, and two who take it at once are not both told yes.
    expect(await save(manager, 'HOT documents', trial)).toMatchObject({
      status: 409,
      error: { detail: 'name' },
    })
    const twice = await Promise.all([save(manager, 'Twice', trial), save(manager, 'twice', trial)])
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await save(ana, 'Theirs', 'shared')).error?.message).toMatch(/^This folder would be shared/)
    expect((await save(ana, 'Theirs', trial)).status).toBe(403)
    // Renamed and moved as it was seen; what is in a folder that is shared is shared with it.
    const over = { folderId: hot, version: 1 }
    expect((await save(manager, 'Key documents', 'shared', over)).data.version).toBe(2)
    expect((await save(manager, 'Late', trial, over)).error?.message).toMatch(
      /^Maria Alvarez has changed Key documents since/,
    )
    expect((await save(manager, 'Trial', hot, { folderId: trial, version: 1 })).data.version).toBe(2)
    expect((await save(manager, 'Key', trial, { folderId: hot, version: 2 })).error?.message).toMatch(
      /^A folder cannot be moved into itself/,
    )
    const lead = await matter.server.user({ role: 'ReviewManager', companyId: matter.companyId })
    await matter.server.member(matter.projectId, lead.userId, 'ReviewManager')
    expect((await save(lead, 'Key', 'own', { folderId: hot, version: 2 })).error?.message).toMatch(
      /^Others have made it, or folders in it: it stays shared/,
    )
    expect((await save(manager, 'Key', 'own', { folderId: hot, version: 2 })).status).toBe(200)
    expect(await shown(ben)).toEqual([])
    const told3 = (await told()).map(({ action, facts }) => [action, facts.name])
    expect(told3).toEqual([
      ...[
        ['folder.created', 'Trial'],
        ['folder.created', 'Hot documents'],
        ['folder.created', 'Mine'],
      ],
      ...[
        ['folder.created', expect.stringMatching(/^twice$/i)],
        ['folder.changed', 'Key documents'],
      ],
      ...[
        ['folder.changed', 'Trial'],
        ['folder.changed', 'Key'],
      ],
    ])
  })

  it('has eight levels and no more', async () => {
    let under: contract.FolderPlace = 'own'
    for (let level = 1; level <= 8; level++) under = await made(matter.ana, `Level ${level}`, under)
    expect((await save(matter.ana, 'Level 9', under)).error?.message).toMatch(/at most 8 levels/)
    const top = (await list(matter.ana)).find(({ parentId }) => parentId === null)
    const other = await made(matter.ana, 'Other')
    const over = { folderId: top?.folderId ?? 0, version: 1 }
    expect((await save(matter.ana, 'Level 1', other, over)).status).toBe(409)
    // Nor by what comes back where there is less room than there was.
    const last = await made(matter.ana, 'Last', other)
    const within = await made(matter.ana, 'Within', last)
    await remove(matter.ana, within)
    const seventh = (await list(matter.ana)).find((one) => one.name === 'Level 7')?.folderId ?? 0
    expect((await save(matter.ana, 'Last', seventh, { folderId: last, version: 1 })).status).toBe(200)
    expect(
      (
        await matter.server.call(matter.ana, contract.restoreFolder, {
          ...project(),
          body: { folderId: within },
        })
      ).error?.message,
    ).toMatch(/at most 8 levels/)
  })

  it('[rest-job-folder] [rest-job-folder-metadata] [rest-any-review-folder-document] files documents and takes them out, with a receipt whose undo takes back exactly that', async () => {
    const { manager, ana, ben, documents } = matter
    const [one = 0, two = 0, three = 0, four = 0] = documents
    const top = await made(manager, 'Trial', 'shared')
    const below = await made(manager, 'Hot', top)
    await filed(manager, top, [one, two])
    const second = await filed(manager, below, [two, three, 999_999])
    expect(second).toMatchObject({ what: 'folders', title: 'File in Hot', written: 2, left: { gone: 1 } })
    const again = await filed(manager, top, [two, three, four])
    expect(again).toMatchObject({ written: 2, alreadySo: 1 })
    expect(await shown(ben)).toEqual([
      ['Hot', 2, 2],
      ['Trial', 4, 4],
    ])
    const meta = await matter.server.call(manager, contract.filingMetadata, {
      ...project(),
      query: { jobId: again.jobId },
    })
    expect(meta.data).toEqual({
      ...{ jobId: again.jobId, folderId: top, folderName: 'Trial', how: 'fileIn', state: 'Completed' },
      ...{ documents: 3, done: 3, changed: 2, alreadySo: 1, fileId: null },
    })
    const of = async (user: TestUser, documentId: number) =>
      (await matter.server.call(user, contract.documentFolders, { ...project(), query: { documentId } })).data
        .data
    const own = await made(ana, 'Mine')
    // Others see the job too, and not what she calls her folder.
    expect((await filed(ana, own, [two])).title).toBe('File in a folder of one’s own')
    expect(await of(ana, two)).toEqual(
      [below, own, top].map((folderId) => expect.objectContaining({ folderId })),
    )
    expect((await of(ben, two)).map(({ folderId }) => folderId)).toEqual([below, top])
    // What somebody has filed again since is theirs.
    await filed(manager, top, [three], 'takeOut')
    await filed(manager, top, [three])
    const undone = await bulk.undone(again.jobId, { as: manager })
    expect(undone).toMatchObject({ written: 1, left: { changed: 1 } })
    expect(await found(ben, top, 'folderOnly')).toEqual([one, two, three])
    await bulk.redone(again.jobId, { as: manager })
    expect(await found(ben, top, 'folderOnly')).toEqual([one, two, three, four])
    const rows = (await told()).filter(({ action }) => action === 'folder.filed')
    expect(rows[0]).toMatchObject({ documentId: one, field: 'Folder', newValue: 'Trial', how: 'bulk' })
    expect(rows.some(({ newValue }) => newValue === 'Mine')).toBe(false)
    // Only who may share files in a shared folder; others have their own, and undo what they filed there.
    expect((await file(ana, top, [one])).status).toBe(403)
    expect((await file(ben, own, [one])).status).toBe(404)
    const job = await filed(ana, own, [one])
    await bulk.undone(job.jobId, { as: ana })
    expect(await found(ana, own, 'folder')).toEqual([two])
    expect((await bulk.undo(again.jobId, { as: ana })).status).toBe(404)
    // Where the folder is gone no undo begins, and it can be asked for again once it is back.
    const late = await filed(ana, own, [three])
    await remove(ana, own)
    expect((await bulk.undo(late.jobId, { as: ana })).status).toBe(409)
    // What was taken out and put back is whose it was before.
    const out = await filed(manager, below, [two], 'takeOut')
    await bulk.undone(out.jobId, { as: manager })
    expect(await bulk.undone(second.jobId, { as: manager })).toMatchObject({ written: 2 })
  })

  it('is searched inside with its subfolders or without; deleting it deletes no document and is taken back', async () => {
    const { manager, ana, ben, documents } = matter
    const [one = 0, two = 0] = documents
    const top = await made(manager, 'Trial', 'shared')
    const below = await made(manager, 'Hot', top)
    await filed(manager, top, [one])
    await filed(manager, below, [two])
    expect(await found(ben, top, 'folder')).toEqual([one, two])
    expect(await found(ben, top, 'folderOnly')).toEqual([one])
    const own = await made(ana, 'Mine')
    expect((await inside(ben, own, 'folder')).status).toBe(404)
    expect((await remove(ben, top)).status).toBe(403)
    expect((await remove(manager, top)).data).toEqual({ folders: 2 })
    expect(await shown(ben)).toEqual([])
    expect((await inside(ben, below, 'folder')).status).toBe(404)
    const restore = (user: TestUser) =>
      matter.server.call(user, contract.restoreFolder, { ...project(), body: { folderId: top } })
    expect((await restore(ben)).status).toBe(404)
    expect((await restore(manager)).data).toEqual({ folders: 2 })
    expect(await shown(ben)).toEqual([
      ['Hot', 1, 1],
      ['Trial', 1, 2],
    ])
  })

  it('is asked for in a query by its name or by the way to it, with what is in it', async () => {
    const { manager, ana, documents, server } = matter
    const [one = 0, two = 0, three = 0] = documents
    const top = await made(manager, 'Trial', 'shared')
    const inIt = await made(manager, 'Exhibits', top)
    await made(ana, 'Mine')
    await filed(manager, top, [one])
    await filed(manager, inIt, [two, three])
    const asks = async (user: TestUser, queryString: string) =>
      server.call(user, searchDocuments, {
        ...project(),
        body: {
          query: { queryString, includeFamily: false, objectId: null, type: null },
          ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 50, page: 1 },
        },
      })
    const finds = async (queryString: string) =>
      (await asks(ana, queryString)).data.data.map(({ documentId }) => documentId)
    expect(await finds('Folder:trial')).toEqual([one, two, three])
    expect(await finds(`Folder:"Trial / Exhibits" AND NOT Document_Id:${two}`)).toEqual([three])
    expect(await finds('NOT Folder:Exhibits AND Folder is not null')).toEqual([one])
    expect(await finds('Folder is null')).toEqual(documents.slice(3))
    // Beside the list each folder counts what its name in a query finds, with those in it.
    const counts = async (user: TestUser, queryString: string) => {
      const { data } = await server.call(user, readFacets, {
        ...project(),
        body: {
          ...{ stage: 'review', filter: null, histograms: [], matrix: null },
          query: { queryString, includeFamily: false, objectId: null, type: null },
          facets: [{ field: 'Folder', most: 100 }],
        },
      })
      const [facet] = data.facets
      return {
        none: facet?.none.documents,
        ...Object.fromEntries((facet?.values ?? []).map((v) => [v.value, v.documents])),
      }
    }
    const mine = await made(manager, 'Only mine')
    await filed(manager, mine, [one])
    const shared = { none: documents.length - 3, Trial: 3, 'Trial / Exhibits': 2 }
    expect(await counts(ana, '')).toEqual(shared)
    expect(await counts(manager, '')).toEqual({ ...shared, 'Only mine': 1 })
    expect(await counts(ana, 'Folder:"Trial / Exhibits"')).toEqual({
      none: 0,
      Trial: 2,
      'Trial / Exhibits': 2,
    })
    // What is filed counts at once, and a slip finds nothing in silence.
    await filed(manager, inIt, [two], 'takeOut')
    expect(await finds('Folder:Exhibits')).toEqual([three])
    expect((await asks(manager, 'Folder:Mine')).error?.message).toBe(
      'There is no folder “Mine”. The panel Folders lists yours.',
    )
    const many = Array.from({ length: 51 }, (_, nth) => `Folder:Exhibit${nth}*`)
    expect((await asks(manager, many.join(' OR '))).error?.message).toMatch(
      /^This query asks for 51 folders; 50 can be looked up/,
    )
  })

  it('[rest-job-folder-upload-csv] [rest-job-bulk-folder-with-csv] files what a list of control numbers names, and says of every row what became of it', async () => {
    const { manager, ben } = matter
    const folderId = await made(manager, 'From counsel', 'shared')
    await filed(manager, folderId, [matter.documents[0] ?? 0])
    const csv =
      '\uFEFFNWI00000001;first\r\nnwi00000002;\r\nNWI00000002;twice\r\nOTH00000003;\r\nNWI00000999;\r\n'
    const upload = (user: TestUser, text: string) =>
      matter.server.call(user, contract.uploadFolderFile, { ...project(), body: Buffer.from(text) })
    const { data: report } = await upload(manager, csv)
    expect(report).toMatchObject({ column: 'Control_Number', rows: 5, documents: 2, unmatched: 3 })
    expect(report.faults.map(({ row, value, outcome }) => [row, value, outcome])).toEqual([
      [3, 'NWI00000002', 'twice'],
      [4, 'OTH00000003', 'badKey'],
      [5, 'NWI00000999', 'unmatched'],
    ])
    const { fileId } = report
    const body = { fileId, folderId, correlationId }
    const send = (user: TestUser) =>
      matter.server.call(user, contract.fileFromFile, { ...project(), key: key(), body })
    expect((await send(ben)).status).toBe(404)
    const receipt = await bulk.settled((await send(manager)).data.jobId)
    expect(receipt).toMatchObject({ written: 1, alreadySo: 1 })
    expect((await send(manager)).error?.message).toMatch(/^This file has been filed/)
    expect((await list(ben))[0]).toMatchObject({ documents: 2 })
    const { raw } = await matter.server.call(manager, contract.folderFileRows, {
      ...project(),
      params: { fileId },
      query: { projectId: matter.projectId },
    })
    expect(
      raw.body
        .trim()
        .split('\r\n')
        .map((line: string) => line.split(',').slice(0, 4)),
    ).toEqual([
      ['Row', 'Control_Number', 'Control number', 'Outcome'],
      ['1', 'NWI00000001', 'NWI00000001', 'already'],
      ['2', 'nwi00000002', 'NWI00000002', 'filed'],
      ['3', 'NWI00000002', '', 'twice'],
      ['4', 'OTH00000003', '', 'badKey'],
      ['5', 'NWI00000999', '', 'unmatched'],
    ])
    expect(raw.body).toContain('Row 2 is about the same Control_Number.')
    expect((await upload(manager, 'Subject\nHello\n')).error?.message).toMatch(/needs a column/)
  })

  it('tells whoever is behind a wall of shared folders that hold what is open to them, and counts only that', async () => {
    const { manager, ben, documents, server } = matter
    const [one = 0, , , , , , seven = 0] = documents
    const top = await made(manager, 'Trial', 'shared')
    const mixed = await made(manager, 'Mixed', top)
    const closed = await made(manager, 'Zanzibar', top)
    await filed(manager, mixed, [one, seven])
    await filed(manager, closed, [one])
    const admin = await server.user({ role: 'ClientAdmin', companyId: matter.companyId })
    const lead = await server.user({ role: 'ReviewManager', companyId: matter.companyId })
    await server.member(matter.projectId, lead.userId, 'ReviewManager')
    const walls = (await server.call(admin, getWalls, project())).data
    const part = walls.parts.find(({ name }) => name === 'Mailroom 7')
    const open = { kind: 'custodian' as const, partId: part?.partId ?? 0, access: 'allow' as const }
    const put = (version: number, groups: readonly object[]) =>
      server.call(admin, putWalls, {
        ...project(),
        ifMatch: String(version),
        body: { groups, batchesOnly: false, shutOut: true } as never,
      })
    const { data: walled } = await put(walls.version, [
      { name: 'Late mail', userIds: [ben.userId, lead.userId], parts: [open] },
    ])
    expect(await shown(ben)).toEqual([
      ['Mixed', 1, 1],
      ['Trial', 0, 1],
    ])
    expect(await found(ben, top, 'folder')).toEqual([seven])
    expect((await inside(ben, closed, 'folder')).status).toBe(404)
    const named = await server.call(ben, contract.uploadFolderFile, {
      ...project(),
      body: Buffer.from('NWI00000001\nNWI00000007\n'),
    })
    expect(named.data).toMatchObject({ documents: 1, faults: [{ row: 1, outcome: 'unmatched' }] })
    // Nobody takes away what they do not see, nor what is the team's; what they deleted themselves comes back.
    const taken = await Promise.all([
      remove(lead, top),
      save(lead, 'Trial', 'own', { folderId: top, version: 1 }),
    ])
    for (const { error } of taken) expect(error?.message).toMatch(/^It holds folders that you do not see/)
    expect((await remove(lead, mixed)).data).toEqual({ folders: 1 })
    const restore = { ...project(), body: { folderId: mixed } }
    expect((await server.call(lead, contract.restoreFolder, restore)).data).toEqual({ folders: 1 })
    await put(walled.version, [])
  })
  it('walls are made of a folder: what is filed there is what somebody sees, and only whoever manages walls files there', async () => {
    const { manager, ben, documents, server } = matter
    const [one = 0, two = 0, three = 0, , five = 0] = documents
    const admin = await server.user({ role: 'ClientAdmin', companyId: matter.companyId })
    const top = await made(admin, 'Trial', 'shared')
    const forBen = await made(admin, 'For Ben', top)
    const inIt = await made(admin, 'Second set', forBen)
    const never = await made(admin, 'Clawed back', 'shared')
    await filed(admin, forBen, [one])
    await filed(admin, never, [three])
    const walls = (await server.call(admin, getWalls, project())).data
    expect(walls.parts.filter(({ kind }) => kind === 'folder')).toEqual([
      { kind: 'folder', partId: never, name: 'Clawed back', documents: 1 },
      { kind: 'folder', partId: top, name: 'Trial', documents: 1 },
      { kind: 'folder', partId: forBen, name: 'Trial / For Ben', documents: 1 },
      { kind: 'folder', partId: inIt, name: 'Trial / For Ben / Second set', documents: 0 },
    ])
    const part = (partId: number, access: 'allow' | 'deny') => ({ kind: 'folder' as const, partId, access })
    const custodians = walls.parts
      .filter(({ kind }) => kind === 'custodian')
      .map(({ partId }) => ({ kind: 'custodian' as const, partId, access: 'allow' as const }))
    const put = (version: number, groups: readonly object[]) =>
      server.call(admin, putWalls, {
        ...project(),
        ifMatch: String(version),
        body: { groups, batchesOnly: false, shutOut: true } as never,
      })
    // Whoever is behind a wall sees no receipt of others.
    const filedByAdmin = async (...asked: Parameters<typeof file>) => {
      expect((await file(...asked)).status).toBe(200)
      await allSettled(server.services)
    }
    const { data: walled } = await put(walls.version, [
      { name: 'Expert', userIds: [ben.userId], parts: [part(forBen, 'allow')] },
      { name: 'Team', userIds: [manager.userId], parts: [...custodians, part(never, 'deny')] },
      { name: 'Lead', userIds: [admin.userId], parts: custodians },
    ])
    const all = async (user: TestUser) =>
      (
        await server.call(user, searchDocuments, {
          ...project(),
          body: {
            query: { queryString: '', includeFamily: false, objectId: null, type: null },
            ...{ sort: 'documentId', viewer: 'parentsAndChildren', filter: 'all', pageSize: 50, page: 1 },
          },
        })
      ).data.data.map(({ documentId }) => documentId)
    expect(await all(ben)).toEqual([one])
    expect(await all(manager)).toEqual(documents.filter((id) => id !== three))
    // In force at the next request, in the folders of the folder too.
    await filedByAdmin(admin, inIt, [two])
    expect(await all(ben)).toEqual([one, two])
    await filedByAdmin(admin, never, [two])
    expect(await all(manager)).toEqual(documents.filter((id) => id !== two && id !== three))
    await filedByAdmin(admin, forBen, [one], 'takeOut')
    expect(await all(ben)).toEqual([two])
    await filedByAdmin(admin, inIt, [five])
    // Filing there is giving access: whoever shares folders and manages no walls does not.
    expect((await file(manager, forBen, [five])).error?.message).toMatch(
      /^What is in For Ben decides who sees it/,
    )
    expect((await save(manager, 'Second set', top, { folderId: inIt, version: 1 })).error?.message).toMatch(
      /^This would change who sees what is in it/,
    )
    expect((await remove(admin, top)).error?.message).toMatch(/^Walls are made of Trial or of a folder in it/)
    expect((await remove(admin, inIt)).data).toEqual({ folders: 1 })
    expect(await all(ben)).toEqual([])
    await put(walled.version, [])
    expect((await remove(admin, top)).data).toEqual({ folders: 2 })
  })
})
