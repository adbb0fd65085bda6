/** Every address of the product, with exact capitals. */
export const publicPaths = {
  signIn: '/',
  invited: '/account-invited.html',
  sso: '/saml-login.html',
  reset: '/reset_password.html',
  cloudCallback: '/clouddrive-oauthcallback.html',
  officeCallback: '/officesuite-oauthcallback.html',
  terms: '/eula',
} as const

/** Below /overview; '' is its index. */
export const overviewPaths = [
  '',
  'collect',
  'process',
  'redact',
  'produce',
  'inspect',
  'review',
  'inspect-fullscreen',
  'review-fullscreen',
  'reconstruct',
  'analysis',
  'filter',
  'eda',
  'datahub',
  'promoexpo',
  'SystemSetting',
  'usersetpage',
  'contactsupport',
  'ProjectSetting',
  'eventlog',
  'reconciliation',
  'assignments',
] as const

/** Below /client. */
export const clientPaths = [
  '',
  'usersetpage',
  'contactsupport',
  'client-jobs',
  'SystemSetting',
  'eventlog',
] as const

/** Below /project. */
export const projectPaths = [
  '',
  'ClientSetting',
  'ClientDashboard',
  'allJobs',
  'projectdashboard',
  'usersetpage',
  'contactsupport',
  'SystemSetting',
  'datahub',
] as const

export type OverviewPath = (typeof overviewPaths)[number]
export type ClientPath = (typeof clientPaths)[number]
export type ProjectPath = (typeof projectPaths)[number]
