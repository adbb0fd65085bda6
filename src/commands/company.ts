/** Asking for the clients and projects that one may see. */
import * as z from 'zod/mini'
import { companiesRequested, projectsRequested } from '../events/catalog/company.ts'
import { command } from './define.ts'

const nothing = z.strictObject({})

export const requestCompanies = command({
  type: 'company.requestList',
  capture: 'never',
  payload: nothing,
  decide: () => [companiesRequested({})],
  label: () => 'Look up clients',
})

export const requestProjects = command({
  type: 'company.requestProjects',
  capture: 'never',
  payload: nothing,
  decide: () => [projectsRequested({})],
  label: () => 'Look up projects',
})
