/** Fetches the clients and projects that the user may see. */
import { listCompanies, listProjects } from '#contracts/company.ts'
import { companiesRequested, projectsRequested } from '../events/catalog/company.ts'
import { failureOf, failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { companies, companiesKey, projectRows, projectsKey } from '../stores/company.ts'
import { effect } from './define.ts'

const retry = { times: 3, base: 300, cap: 5_000 } as const

const fetchCompanies = effect({
  name: 'company.fetchList',
  on: companiesRequested,
  strategy: 'latest',
  retry,
  request: (_, { call, fetched }) =>
    fetched(companies, companiesKey, async () => (await call(listCompanies, { query: {} })).data),
  done: (_, data) => ({
    cache: [write(companies, companiesKey, data), write(failures, companiesKey, null)],
  }),
  fail: (_, failure) =>
    failure.kind === 'canceled' ? {} : { cache: [write(failures, companiesKey, failureOf(failure))] },
})

const fetchProjects = effect({
  name: 'company.fetchProjects',
  on: projectsRequested,
  strategy: 'latest',
  retry,
  request: (_, { call, fetched }) =>
    fetched(projectRows, projectsKey, async () => (await call(listProjects, { query: {} })).data),
  done: (_, data) => ({
    cache: [write(projectRows, projectsKey, data), write(failures, projectsKey, null)],
  }),
  fail: (_, failure) =>
    failure.kind === 'canceled' ? {} : { cache: [write(failures, projectsKey, failureOf(failure))] },
})

export const companyEffects = [fetchCompanies, fetchProjects]
