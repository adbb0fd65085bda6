/** One's own keys, sessions and second step; who reads what is written to support, and what was. */
import * as z from 'zod/mini'
import { getSecondStep, listSessions } from '#contracts/account.ts'
import { listKeys } from '#contracts/api-keys.ts'
import { getContact, listContactRequests } from '#contracts/contact.ts'
import { read } from './read.ts'

const nothing = z.strictObject({})

export const ownKeys = read({
  name: 'account.keys',
  label: 'Look up passkeys',
  log: 'account',
  payload: nothing,
  ask: (_, { call }) => call(listKeys),
})

export const ownSessions = read({
  name: 'account.sessions',
  label: 'Look up open sessions',
  log: 'account',
  payload: nothing,
  ask: (_, { call }) => call(listSessions),
})

export const ownSecondStep = read({
  name: 'account.secondStep',
  label: 'Look up the second step',
  log: 'account',
  payload: nothing,
  ask: (_, { call }) => call(getSecondStep),
})

export const contactSetting = read({
  name: 'account.contact',
  label: 'Look up who reads support requests',
  log: 'account',
  payload: nothing,
  ask: (_, { call }) => call(getContact),
})

export const contactRequests = read({
  name: 'account.contactRequests',
  label: 'Look up support requests',
  log: 'account',
  payload: nothing,
  ask: (_, { call }) => call(listContactRequests),
})
