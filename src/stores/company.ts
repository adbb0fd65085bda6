/** Clients and projects as the server last told them. */
import type { Company, ProjectRow } from '#contracts/company.ts'
import { createCache } from './cache.ts'

export const companiesKey = 'company.list'
export const projectsKey = 'company.projects'

export const companies = createCache<readonly Company[]>('companies', 1, 'account')
export const projectRows = createCache<readonly ProjectRow[]>('projectRows', 1, 'account')
