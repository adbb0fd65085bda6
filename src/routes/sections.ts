/**
 * What the product consists of, in one declaration: every address, the screen that is fetched when it is visited, and how
 * it is reached. What is added later adds its entry here.
 */
import { withAreas } from '../areas/lazy.ts'
import type { MenuPlace, Panel } from '../features/shell/places.ts'
import type { Load } from './chunk.ts'

/** Every public address, with exact capitals. */
export const publicPaths = {
  signIn: '/',
  invited: '/account-invited.html',
  sso: '/saml-login.html',
  reset: '/reset_password.html',
  cloudCallback: '/clouddrive-oauthcallback.html',
  officeCallback: '/officesuite-oauthcallback.html',
  terms: '/eula',
} as const

const landings = () => import('../features/session/landing-screens.tsx')

export const publicScreens: Readonly<Record<keyof typeof publicPaths, Load>> = {
  signIn: async () => (await import('../features/session/sign-in-screen.tsx')).SignInScreen,
  invited: withAreas(
    ['invite'],
    async () => (await import('../features/session/invited-screen.tsx')).InvitedScreen,
  ),
  sso: async () => (await landings()).SsoScreen,
  reset: withAreas(['reset'], async () => (await import('../features/session/reset-screen.tsx')).ResetScreen),
  cloudCallback: async () => (await landings()).CloudCallbackScreen,
  officeCallback: async () => (await landings()).OfficeCallbackScreen,
  terms: async () => (await import('../features/session/licence-screen.tsx')).LicenceScreen,
}

/** A page of the workspace. */
export interface Section {
  /** With exact capitals. */
  readonly path: string
  readonly screen: Load
  /** Its place in the menu and the palette. Other ways lead to the rest, or only its address does. */
  readonly menu?: Omit<MenuPlace, 'path'>
}

const review: Load = async () => (await import('../features/review/review-screen.tsx')).ReviewScreen
const system: Load = withAreas(
  ['account', 'clientReport', 'project', 'sso'],
  async () => (await import('../features/settings/system-setting.tsx')).SystemSetting,
)
const settings: Load = withAreas(
  ['settings'],
  async () => (await import('../features/settings/user-settings.tsx')).UserSettings,
)
/** One's own settings stand under each of the three places. */
const ownSettings = (place: string): Section[] => [
  { path: `${place}/usersetpage`, screen: settings },
  {
    path: `${place}/usersetpage/security`,
    screen: withAreas(
      ['settings', 'account'],
      async () => (await import('../features/settings/security-page.tsx')).SecurityPage,
    ),
  },
  {
    path: `${place}/usersetpage/passkeys`,
    screen: withAreas(
      ['account'],
      async () => (await import('../features/settings/passkeys-page.tsx')).PasskeysPage,
    ),
  },
]
const support: Load = withAreas(
  ['account'],
  async () => (await import('../features/settings/contact-support.tsx')).ContactSupport,
)
const eventLog: Load = async () => (await import('./event-log-screen.tsx')).EventLogScreen
const overview: Load = withAreas(
  ['project'],
  async () => (await import('../features/project/overview.tsx')).Overview,
)
const dataHub: Load = withAreas(
  ['project', 'collect', 'jobs', 'stages'],
  async () => (await import('../features/project/data-hub.tsx')).DataHub,
)
const jobs = withAreas(['jobs', 'collect', 'processing'], () => import('../features/jobs/jobs-screens.tsx'))

const processing = withAreas(
  ['processing', 'collect', 'hashLists', 'jobs', 'keywords', 'project'],
  () => import('../features/processing/process-pages.tsx'),
)

/** A page of Process: the menu leads to the first of them, and the palette to each. */
const ofProcess = (name: string, label: string, screen: Load): Section => ({
  path: `/overview/process/${name}`,
  screen,
  menu: {
    menu: 'project',
    group: 'Import',
    label,
    icon: 'process',
    needs: 'collect.view',
    under: '/overview/process',
  },
})

/** In the order of the menus. */
export const sections: readonly Section[] = [
  {
    path: '/overview',
    screen: overview,
    menu: { menu: 'project', group: 'Project', label: 'Overview', icon: 'overview', keys: 'g o' },
  },
  {
    path: '/overview/collect',
    screen: withAreas(
      ['collect', 'jobs', 'loads', 'project'],
      async () => (await import('../features/collect/collect-screen.tsx')).CollectScreen,
    ),
    menu: {
      menu: 'project',
      group: 'Import',
      label: 'Collect',
      icon: 'collect',
      keys: 'g c',
      needs: 'collect.view',
      tasks: [{ label: 'Collect material', icon: 'collect' }],
    },
  },
  {
    // Collect leads to it, and a source in which files wait.
    path: '/overview/collect/load',
    screen: withAreas(
      ['loads', 'collect', 'jobs', 'project'],
      async () => (await import('../features/loads/loads-screen.tsx')).LoadsScreen,
    ),
  },
  {
    path: '/overview/process',
    screen: async () => (await processing()).QueuePage,
    menu: {
      menu: 'project',
      group: 'Import',
      label: 'Process',
      icon: 'process',
      needs: 'collect.view',
      tasks: [{ label: 'Process material', icon: 'process' }],
    },
  },
  ofProcess(
    'reconciliation',
    'Reconciliation of imports',
    async () => (await processing()).ReconciliationPage,
  ),
  ofProcess('exceptions', 'Processing exceptions', async () => (await processing()).ExceptionsPage),
  ofProcess('suppressed', 'Suppressed items', async () => (await processing()).SuppressedPage),
  ofProcess('keywords', 'Keyword lists', async () => (await processing()).KeywordListsPage),
  ofProcess('hash-lists', 'De-NIST lists', async () => (await processing()).HashListsPage),
  ofProcess('settings', 'Processing settings', async () => (await processing()).ProcessSettingsPage),
  {
    path: '/overview/eda',
    screen: withAreas(
      ['filter', 'stages'],
      async () => (await import('../features/eda/eda-screen.tsx')).EdaScreen,
    ),
    menu: {
      menu: 'project',
      group: 'Import',
      label: 'Early case assessment',
      icon: 'eda',
      needs: 'collect.view',
    },
  },
  {
    path: '/overview/filter',
    screen: withAreas(
      ['filter', 'stages', 'templates'],
      async () => (await import('../features/filter/filter-screen.tsx')).FilterScreen,
    ),
    menu: { menu: 'project', group: 'Import', label: 'Filter', icon: 'filter', needs: 'collect.view' },
  },
  {
    path: '/overview/promoexpo',
    screen: withAreas(
      ['filter', 'project', 'stages'],
      async () => (await import('../features/filter/promote-screen.tsx')).PromoteScreen,
    ),
    menu: { menu: 'project', group: 'Import', label: 'Promote', icon: 'promote', needs: 'collect.view' },
  },
  {
    path: '/overview/datahub',
    screen: dataHub,
    menu: { menu: 'project', group: 'Import', label: 'Data hub', icon: 'datahub', needs: 'collect.view' },
  },
  {
    path: '/overview/inspect',
    screen: review,
    menu: {
      menu: 'project',
      group: 'Work',
      label: 'Inspect',
      icon: 'inspect',
      keys: 'g i',
      needs: 'document.search',
      tasks: [{ label: 'Search documents', icon: 'search' }],
    },
  },
  {
    path: '/overview/review',
    screen: review,
    menu: {
      menu: 'project',
      group: 'Work',
      label: 'Review',
      icon: 'review',
      keys: 'g r',
      needs: 'document.search',
      tasks: [
        { label: 'Review documents', icon: 'review' },
        { label: 'Code documents', icon: 'codingForms', needs: 'coding.save' },
        { label: 'Redact documents', icon: 'review', needs: 'redaction.draw' },
      ],
    },
  },
  { path: '/overview/inspect-fullscreen', screen: review },
  { path: '/overview/review-fullscreen', screen: review },
  {
    path: '/overview/analysis',
    screen: withAreas(
      ['analysis', 'filter', 'stages'],
      async () => (await import('../features/analysis/analysis-screen.tsx')).AnalysisScreen,
    ),
    menu: { menu: 'project', group: 'Work', label: 'Analysis', icon: 'analysis', needs: 'document.search' },
  },
  {
    path: '/overview/assignments',
    screen: withAreas(
      ['assignments', 'jobs'],
      async () => (await import('../features/assignments/assignments-screen.tsx')).AssignmentsScreen,
    ),
    menu: {
      menu: 'project',
      group: 'Work',
      label: 'Assignments',
      icon: 'assignment',
      keys: 'g a',
      needs: 'assignment.manage',
      tasks: [{ label: 'Give out documents in batches', icon: 'assignment' }],
    },
  },
  {
    path: '/overview/reconstruct',
    screen: withAreas(
      ['reconstruct'],
      async () => (await import('../features/reconstruct/reconstruct-screen.tsx')).ReconstructScreen,
    ),
    menu: {
      menu: 'project',
      group: 'Work',
      label: 'Reconstruct',
      icon: 'reconstruct',
      keys: 'g t',
      needs: 'audit.project',
      tasks: [{ label: 'See who coded what, and when', icon: 'reconstruct' }],
    },
  },
  {
    path: '/overview/redact',
    screen: withAreas(
      ['redaction', 'redactionLog'],
      async () => (await import('../features/redaction-log/redaction-log-screen.tsx')).RedactionLogScreen,
    ),
    menu: {
      menu: 'project',
      group: 'Work',
      label: 'Redaction log',
      icon: 'log',
      needs: 'redaction.see',
    },
  },
  {
    path: '/overview/produce',
    screen: withAreas(
      ['production', 'jobs', 'folders', 'savedSearches', 'searchReports'],
      async () => (await import('../features/production/production-screen.tsx')).ProductionScreen,
    ),
    menu: {
      menu: 'project',
      group: 'Work',
      label: 'Productions',
      icon: 'production',
      keys: 'g b',
      needs: 'production.view',
      tasks: [{ label: 'Produce documents', icon: 'production', needs: 'production.manage' }],
    },
  },
  {
    // A production leads to it, and says with which other one it is compared.
    path: '/overview/produce/compare',
    screen: withAreas(
      ['production'],
      async () => (await import('../features/production/compare-screen.tsx')).CompareScreen,
    ),
  },
  {
    path: '/overview/export',
    screen: withAreas(
      ['exports', 'jobs', 'folders', 'savedSearches', 'searchReports'],
      async () => (await import('../features/exports/exports-screen.tsx')).ExportsScreen,
    ),
    menu: {
      menu: 'project',
      group: 'Work',
      label: 'Exports',
      icon: 'external',
      needs: 'export.run',
      tasks: [{ label: 'Export documents', icon: 'external', needs: 'export.run' }],
    },
  },
  {
    path: '/overview/privilege-log',
    screen: withAreas(
      ['privilegeLog', 'searchReports'],
      async () => (await import('../features/privilege-log/privilege-log-screen.tsx')).PrivilegeLogScreen,
    ),
    menu: {
      menu: 'project',
      group: 'Work',
      label: 'Privilege log',
      icon: 'lock',
      needs: 'production.view',
      tasks: [{ label: 'Describe what is privileged', icon: 'lock', needs: 'privilegeLog.edit' }],
    },
  },
  {
    path: '/project/allJobs',
    screen: async () => (await jobs()).ProjectJobs,
    menu: { menu: 'project', group: 'Manage', label: 'Jobs', icon: 'jobs', keys: 'g j', needs: 'job.view' },
  },
  {
    path: '/overview/reconciliation',
    screen: async () => (await import('../features/reconcile/reconcile-screen.tsx')).ReconcileScreen,
    menu: {
      menu: 'project',
      group: 'Manage',
      label: 'Sync check',
      icon: 'reconciliation',
      needs: 'audit.project',
    },
  },
  {
    path: '/overview/ProjectSetting',
    screen: withAreas(
      ['fields', 'highlights', 'keywords', 'overlay', 'people', 'project', 'projectEnd'],
      async () => (await import('../features/settings/project-setting.tsx')).ProjectSetting,
    ),
    menu: {
      menu: 'project',
      group: 'Manage',
      label: 'Project settings',
      icon: 'settings',
      // Whoever is behind a wall manages no forms, and may still manage the walls; an archived project can be restored.
      needs: ['codingForm.manage', 'wall.manage', 'project.archive'],
    },
  },
  {
    // Project settings lead to it, and the tag panel, where a project has tags.
    path: '/overview/ProjectSetting/tags',
    screen: withAreas(
      ['tagManagement'],
      async () => (await import('../features/tag-management/tag-page.tsx')).TagPage,
    ),
  },
  {
    // The walls and the people of a project lead to it.
    path: '/overview/ProjectSetting/see-as',
    screen: withAreas(['people'], async () => (await import('../features/people/see-as-page.tsx')).SeeAsPage),
  },
  {
    path: '/overview/ProjectSetting/coding-forms',
    screen: withAreas(
      ['forms', 'fields', 'project'],
      async () => (await import('../features/form-builder/forms-page.tsx')).FormsPage,
    ),
    menu: {
      menu: 'project',
      group: 'Manage',
      label: 'Coding forms',
      icon: 'codingForms',
      needs: 'codingForm.manage',
      under: '/overview/ProjectSetting',
      tasks: [{ label: 'Build a coding form', icon: 'codingForms' }],
    },
  },
  { path: '/overview/SystemSetting', screen: system },
  ...ownSettings('/overview'),
  { path: '/overview/contactsupport', screen: support },
  { path: '/overview/eventlog', screen: eventLog },
  {
    path: '/client',
    screen: async () => (await import('../features/company/client-home.tsx')).ClientHome,
    menu: { menu: 'client', group: 'Clients', label: 'Clients and projects', icon: 'client', keys: 'g h' },
  },
  {
    path: '/client/client-jobs',
    screen: async () => (await jobs()).ClientJobs,
    menu: { menu: 'client', group: 'Clients', label: "Client's jobs", icon: 'jobs', needs: 'job.view' },
  },
  {
    path: '/project/ClientSetting',
    screen: withAreas(
      ['clientSettings', 'project'],
      async () => (await import('../features/settings/client-setting.tsx')).ClientSetting,
    ),
    menu: {
      menu: 'client',
      group: 'Administration',
      label: 'Client settings',
      icon: 'settings',
      needs: 'company.manage',
    },
  },
  {
    path: '/project/ClientSetting/people',
    screen: withAreas(
      ['clientPeople'],
      async () => (await import('../features/client-people/people-screen.tsx')).PeopleScreen,
    ),
    menu: {
      menu: 'client',
      group: 'Administration',
      label: 'People of the client',
      icon: 'users',
      needs: 'company.people',
      under: '/project/ClientSetting',
    },
  },
  {
    path: '/project/ClientSetting/report',
    screen: withAreas(
      ['clientReport'],
      async () => (await import('../features/settings/client-report.tsx')).ClientReport,
    ),
    menu: {
      menu: 'client',
      group: 'Administration',
      label: 'Client report',
      icon: 'eda',
      needs: 'company.manage',
      under: '/project/ClientSetting',
    },
  },
  {
    path: '/project/ClientSetting/sign-in',
    screen: withAreas(['sso'], async () => (await import('../features/sso/sign-in-page.tsx')).SignInPage),
  },
  {
    path: '/client/SystemSetting',
    screen: system,
    menu: {
      menu: 'client',
      group: 'Administration',
      label: 'System settings',
      icon: 'datahub',
      needs: 'system.view',
    },
  },
  ...ownSettings('/client'),
  { path: '/client/contactsupport', screen: support },
  { path: '/client/eventlog', screen: eventLog },
  { path: '/project', screen: async () => (await import('./project-index.tsx')).ProjectIndex },
  {
    path: '/project/ClientDashboard',
    screen: async () => (await import('../features/company/client-dashboard.tsx')).ClientDashboard,
  },
  { path: '/project/projectdashboard', screen: overview },
  ...ownSettings('/project'),
  { path: '/project/contactsupport', screen: support },
  { path: '/project/SystemSetting', screen: system },
  { path: '/project/datahub', screen: dataHub },
]

export const menuPlaces: readonly MenuPlace[] = sections.flatMap(({ path, menu }) =>
  menu === undefined ? [] : [{ path, ...menu }],
)

/** Beside the documents, on review and inspect. */
export const panels: readonly Panel[] = [
  {
    id: 'facets',
    icon: 'filter',
    keys: 'o n',
    content: withAreas(['facets'], async () => (await import('../features/facets/panel.tsx')).FacetsPanel),
  },
  {
    id: 'folder',
    icon: 'folder',
    keys: 'o d',
    content: withAreas(['folders'], async () => (await import('../features/folders/panel.tsx')).FoldersPanel),
  },
  {
    id: 'keyword',
    icon: 'keyword',
    keys: 'o k',
    content: withAreas(
      ['keywords'],
      async () => (await import('../features/keywords/keyword-panel.tsx')).KeywordPanel,
    ),
  },
  {
    id: 'savedSearch',
    icon: 'saved',
    keys: 'o s',
    content: withAreas(
      ['savedSearches', 'searchReports'],
      async () => (await import('../features/search-reports/searches-panel.tsx')).SearchesPanel,
    ),
  },
  {
    id: 'production',
    icon: 'production',
    keys: 'o p',
    needs: 'production.view',
    content: withAreas(
      ['production', 'pages'],
      async () => (await import('../features/production/panel.tsx')).ProductionPanel,
    ),
  },
  {
    id: 'assignment',
    icon: 'assignment',
    keys: 'o a',
    content: withAreas(
      ['assignments'],
      async () => (await import('../features/assignments/panel.tsx')).AssignmentPanel,
    ),
  },
  {
    id: 'codingForms',
    icon: 'codingForms',
    keys: 'o f',
    content: async () => (await import('../features/coding-form/forms-panel.tsx')).CodingFormsPanel,
  },
  {
    id: 'jobs',
    icon: 'jobs',
    keys: 'o j',
    content: withAreas(['jobs'], async () => (await import('../features/jobs/jobs-panel.tsx')).JobsPanel),
  },
]
