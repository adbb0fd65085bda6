/** The clients and projects that one may see. */
import * as z from 'zod/mini'
import { type Company, listCompanies, listProjects, type ProjectRow } from '#contracts/company.ts'
import { read } from './read.ts'

const nothing = z.strictObject({})

export const clients = read({
  name: 'company.list',
  label: 'Look up clients',
  log: 'account',
  payload: nothing,
  offline: true,
  ask: async (_, { call }): Promise<readonly Company[]> => (await call(listCompanies, { query: {} })).data,
})

export const projects = read({
  name: 'company.projects',
  label: 'Look up projects',
  log: 'account',
  payload: nothing,
  offline: true,
  ask: async (_, { call }): Promise<readonly ProjectRow[]> => (await call(listProjects, { query: {} })).data,
})
