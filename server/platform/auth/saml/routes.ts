/** The calls of contracts/sso.ts, and of contracts/auth.ts those of single sign-on. */
import { setTimeout as wait } from 'node:timers/promises'
import { findSso, landSso } from '#contracts/auth.ts'
import * as sso from '#contracts/sso.ts'
import { type Route, route } from '../../http/route.ts'
import { readCookies, setSsoCookie } from '../cookies.ts'
import { handOut } from '../hand-out.ts'
import { newSecret } from '../secrets.ts'
import { agentOf } from '../sessions.ts'
import { begin, beginTry, land, requestLifeMs, take } from './flow.ts'
import { addressesOf, metadataOf } from './provider.ts'
import { changeSetting, readSetting, removeSetting, settingsOf } from './setting.ts'

/** Far more than the work of a request to a provider takes, far less than anybody minds. */
const answerAfterMs = 250

/** What an administrator sees in the window of a try once the provider has answered. */
const triedPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Single sign-on was tried</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32em;margin:20vh auto;padding:0 1.5em}h1{font-size:1.25em}</style>
<main><h1>Single sign-on was tried</h1>
<p>Nobody was signed in by it. Close this window: the page “Single sign-on” of the client settings shows what came and what would follow.</p></main>
</html>
`

export const routes: readonly Route[] = [
  route(findSso, async (ctx, { body, raw, reply }) => {
    const browser = readCookies(raw).sso ?? newSecret()
    // Asking a provider costs a little more work than having none: all are answered at the same moment.
    const [url] = await Promise.all([begin(ctx, body.email, browser), wait(answerAfterMs)])
    setSsoCookie(reply, ctx.config, browser, requestLifeMs / 1000)
    return { url }
  }),

  route(landSso, async (ctx, { raw, reply }) =>
    handOut(ctx, reply, await land(ctx, readCookies(raw).sso, agentOf(raw))),
  ),

  route(sso.takeResponse, async (ctx, { params, body, reply }) => {
    const purpose = await take(ctx, params.companyId, body)
    if (purpose === 'try') await reply.type('text/html; charset=utf-8').send(triedPage)
    else await reply.redirect('/saml-login.html', 303)
  }),

  route(sso.getSso, async (ctx, { query }) => ({ setting: await readSetting(ctx, query.companyId) })),
  route(sso.putSso, async (ctx, { body }) => ({ setting: await changeSetting(ctx, body) })),
  route(sso.deleteSso, async (ctx, { body }) => ({ setting: await removeSetting(ctx, body.companyId) })),

  route(sso.getSsoAddresses, async (ctx, { query }) => {
    await readSetting(ctx, query.companyId)
    const addresses = addressesOf(ctx.config, query.companyId)
    return { ...addresses, metadata: metadataOf(addresses) }
  }),

  route(sso.trySso, async (ctx, { query, reply }) => {
    await reply.redirect(await beginTry(ctx, query.companyId), 303)
  }),

  route(sso.listSso, async (ctx, { query }) => {
    const data = await settingsOf(ctx, query.query ?? '')
    return { data, totalCount: data.length }
  }),
]
