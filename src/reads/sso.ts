/** Single sign-on of a client, and what its provider has to know. */
import * as z from 'zod/mini'
import { id } from '#contracts/ids.ts'
import { getSso, getSsoAddresses, listSso } from '#contracts/sso.ts'
import { read } from './read.ts'

const ofCompany = z.strictObject({ companyId: id })

export const ssoSetting = read({
  name: 'sso.setting',
  label: 'Look up single sign-on',
  log: 'account',
  payload: ofCompany,
  ask: (query, { call }) => call(getSso, { query }),
})

export const ssoAddresses = read({
  name: 'sso.addresses',
  label: 'Look up what the identity provider has to know',
  log: 'account',
  payload: ofCompany,
  ask: (query, { call }) => call(getSsoAddresses, { query }),
})

/** Of all clients, for those who run the system. */
export const ssoList = read({
  name: 'sso.list',
  label: 'Look up the single sign-on of clients',
  log: 'account',
  payload: z.strictObject({}),
  ask: (_, { call }) => call(listSso, { query: {} }),
})
