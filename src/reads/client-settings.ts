/** How a client is set. */
import * as z from 'zod/mini'
import { getClientInfo, getClientSettings } from '#contracts/client-settings.ts'
import { read } from './read.ts'

const ofClient = z.strictObject({ companyId: z.int() })

export const clientSettings = read({
  name: 'clientSettings.all',
  label: 'Look up the client’s settings',
  log: 'account',
  payload: ofClient,
  ask: (query, { call }) => call(getClientSettings, { query }),
})

export const clientInfo = read({
  name: 'clientSettings.info',
  label: 'Look up whom to ask at the client',
  log: 'account',
  payload: ofClient,
  ask: (query, { call }) => call(getClientInfo, { query }),
})
