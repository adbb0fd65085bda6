/** Which screen stands at which address. Each is fetched only when its address is visited. */
import { withAreas } from '../areas/lazy.ts'
import type { Load } from './chunk.ts'
import type { ClientPath, OverviewPath, ProjectPath, publicPaths } from './paths.ts'

const review: Load = async () => (await import('../features/review/review-screen.tsx')).ReviewScreen
const system: Load = withAreas(
  ['project'],
  async () => (await import('../features/stages/setting-screens.tsx')).SystemSetting,
)
const settings: Load = async () => (await import('../features/settings/user-settings.tsx')).UserSettings
const support: Load = async () => (await import('../features/settings/contact-support.tsx')).ContactSupport
const eventLog: Load = async () => (await import('./event-log-screen.tsx')).EventLogScreen
const overview: Load = withAreas(
  ['project', 'jobs'],
  async () => (await import('../features/project/overview.tsx')).Overview,
)
const dataHub: Load = withAreas(
  ['project', 'collect', 'jobs', 'stages'],
  async () => (await import('../features/project/data-hub.tsx')).DataHub,
)
const stages = withAreas(
  ['project', 'filter', 'stages'],
  () => import('../features/stages/project-stages.tsx'),
)
const jobs = withAreas(['jobs', 'collect', 'processing'], () => import('../features/jobs/jobs-screens.tsx'))
const landings = () => import('../features/session/landing-screens.tsx')

export const publicScreens: Readonly<Record<keyof typeof publicPaths, Load>> = {
  signIn: async () => (await import('../features/session/sign-in-screen.tsx')).SignInScreen,
  invited: async () => (await landings()).InvitedScreen,
  sso: async () => (await landings()).SsoScreen,
  reset: async () => (await import('../features/session/reset-screen.tsx')).ResetScreen,
  cloudCallback: async () => (await landings()).CloudCallbackScreen,
  officeCallback: async () => (await landings()).OfficeCallbackScreen,
  terms: async () => (await import('../features/session/licence-screen.tsx')).LicenceScreen,
}

export const overviewScreens: Readonly<Record<OverviewPath, Load>> = {
  '': overview,
  collect: withAreas(
    ['collect', 'jobs', 'project'],
    async () => (await import('../features/collect/collect-screen.tsx')).CollectScreen,
  ),
  process: withAreas(
    ['processing', 'collect', 'hashLists', 'jobs', 'keywords', 'project'],
    async () => (await import('../features/processing/process-screen.tsx')).ProcessScreen,
  ),
  redact: async () => (await stages()).RedactScreen,
  produce: async () => (await stages()).ProduceScreen,
  inspect: review,
  review,
  'inspect-fullscreen': review,
  'review-fullscreen': review,
  reconstruct: withAreas(
    ['reconstruct'],
    async () => (await import('../features/reconstruct/reconstruct-screen.tsx')).ReconstructScreen,
  ),
  analysis: withAreas(
    ['analysis', 'filter', 'stages'],
    async () => (await import('../features/analysis/analysis-screen.tsx')).AnalysisScreen,
  ),
  filter: withAreas(
    ['filter', 'stages', 'templates'],
    async () => (await import('../features/filter/filter-screen.tsx')).FilterScreen,
  ),
  eda: withAreas(
    ['filter', 'stages'],
    async () => (await import('../features/eda/eda-screen.tsx')).EdaScreen,
  ),
  datahub: dataHub,
  promoexpo: async () => (await stages()).PromoteExportScreen,
  SystemSetting: system,
  usersetpage: settings,
  contactsupport: support,
  ProjectSetting: withAreas(
    ['fields', 'overlay', 'project'],
    async () => (await import('../features/stages/project-setting.tsx')).ProjectSetting,
  ),
  eventlog: eventLog,
  reconciliation: async () => (await import('../features/reconcile/reconcile-screen.tsx')).ReconcileScreen,
  assignments: withAreas(
    ['assignments', 'jobs'],
    async () => (await import('../features/assignments/assignments-screen.tsx')).AssignmentsScreen,
  ),
}

export const clientScreens: Readonly<Record<ClientPath, Load>> = {
  '': async () => (await import('../features/company/client-home.tsx')).ClientHome,
  usersetpage: settings,
  contactsupport: support,
  'client-jobs': async () => (await jobs()).ClientJobs,
  SystemSetting: system,
  eventlog: eventLog,
}

export const projectScreens: Readonly<Record<ProjectPath, Load>> = {
  '': async () => (await import('./project-index.tsx')).ProjectIndex,
  ClientSetting: withAreas(
    ['project'],
    async () => (await import('../features/stages/setting-screens.tsx')).ClientSetting,
  ),
  ClientDashboard: async () => (await import('../features/company/client-dashboard.tsx')).ClientDashboard,
  allJobs: async () => (await jobs()).ProjectJobs,
  projectdashboard: overview,
  usersetpage: settings,
  contactsupport: support,
  SystemSetting: system,
  datahub: dataHub,
}
