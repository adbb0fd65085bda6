/** The calls of contracts/privilege-log.ts. */
import * as contract from '#contracts/privilege-log.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { categories } from './categories.ts'
import { compare } from './compare.ts'
import { sendVersion } from './file.ts'
import { gapsOf } from './gaps.ts'
import { rowsOf } from './rows.ts'
import { saveRows } from './save.ts'
import { saveSettings, settingsNow } from './settings.ts'
import { peopleOnLog } from './spellings.ts'
import { listVersions, makeVersion, pageOfVersion } from './versions.ts'

export const routes: readonly Route[] = [
  route(contract.getLogSettings, (ctx) => settingsNow(ctx)),
  route(contract.saveLogSettings, (ctx, { body }) => saveSettings(ctx, body)),
  route(contract.logRows, (ctx, { query }) => rowsOf(ctx, query)),
  route(contract.saveLogRows, (ctx, { body }) => saveRows(ctx, body)),
  route(contract.logPeople, (ctx) => peopleOnLog(ctx)),
  route(contract.listLogVersions, (ctx, { query }) => listVersions(ctx, query)),
  route(contract.makeLogVersion, (ctx, { body }) => makeVersion(ctx, body)),
  route(contract.logVersionRows, (ctx, { query }) => pageOfVersion(ctx, query)),
  route(contract.logVersionFile, (ctx, { query, reply }) => sendVersion(ctx, query, reply)),
  route(contract.logCategories, (ctx, { query }) => categories(ctx, query)),
  route(contract.compareLog, (ctx, { query }) => compare(ctx, query)),
  route(contract.logGaps, (ctx) => gapsOf(ctx)),
]
