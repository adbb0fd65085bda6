/** The users of the sample: one for each role, and a second reviewer. They review; none of them writes in the matter. */
import type { RoleName } from '#contracts/permission.ts'

export interface SampleUser {
  readonly login: string
  readonly name: string
  readonly role: RoleName
  /** Signs in with a second step, so that it can be seen. */
  readonly secondStep?: true
}

export const sampleUsers: readonly SampleUser[] = [
  { login: 'systemadmin', name: 'Sasha Novak', role: 'SystemAdmin' },
  { login: 'provideradmin', name: 'Paula Voss', role: 'ProviderAdmin' },
  { login: 'clientadmin', name: 'Carla Mendes', role: 'ClientAdmin' },
  { login: 'projectmanager', name: 'Pavel Horak', role: 'ProjectManager', secondStep: true },
  { login: 'litigationsupport', name: 'Lior Stern', role: 'LitigationSupport' },
  { login: 'reviewmanager', name: 'Rosa Marin', role: 'ReviewManager' },
  { login: 'seniorreviewer', name: 'Soren Rask', role: 'SeniorReviewer' },
  { login: 'reviewer', name: 'Rita Vale', role: 'Reviewer' },
  { login: 'reviewer2', name: 'Rob Yates', role: 'Reviewer' },
]

export const addressOf = ({ login }: Pick<SampleUser, 'login'>): string => `${login}@northwind.example`
