/** Fetches the clients and projects that the user may see. */
import { listCompanies, listProjects } from '#contracts/company.ts'
import { companiesRequested, projectsRequested } from '../events/catalog/company.ts'
import { companies, companiesKey, projectRows, projectsKey } from '../stores/company.ts'
import { effect } from './define.ts'
import { came, missed } from './outcomes.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const

const fetchCompanies = effect({
  name: 'company.fetchList',
  on: companiesRequested,
  strategy: 'latest',
  retry,
  request: (_, { call, fetched }) =>
    fetched(companies, companiesKey, async () => (await call(listCompanies, { query: {} })).data),
  done: (_, data) => came(companies, companiesKey, data),
  fail: (_, failure) => missed(companiesKey, failure),
})

const fetchProjects = effect({
  name: 'company.fetchProjects',
  on: projectsRequested,
  strategy: 'latest',
  retry,
  request: (_, { call, fetched }) =>
    fetched(projectRows, projectsKey, async () => (await call(listProjects, { query: {} })).data),
  done: (_, data) => came(projectRows, projectsKey, data),
  fail: (_, failure) => missed(projectsKey, failure),
})

export const companyEffects = [fetchCompanies, fetchProjects]
