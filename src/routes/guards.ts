/**
 * Who may stand where: the product's three route guards and the terms page's own, as decisions over plain data.
 *
 * "Authenticated" means signed in completely, or holding a token with nothing but the licence left to do: otherwise
 * nobody who has to accept the terms could ever reach them.
 */
import { choiceOf, levelOf, type SelectionState } from '../stores/selection.ts'
import { isAuthenticated, type SessionState } from '../stores/session.ts'

const routes = {
  login: '/',
  terms: '/eula',
  clientHome: '/client',
  overview: '/overview',
  project: '/project',
  ssoLanding: '/saml-login.html',
} as const

export interface Visitor {
  readonly authenticated: boolean
  readonly hasToken: boolean
  /** `unknown`: nobody has said so far. */
  readonly terms: 'accepted' | 'unaccepted' | 'unknown'
  /** The current permission level; -1 until it is known. */
  readonly level: number
  readonly hasProject: boolean
}

type Verdict = { readonly show: true } | { readonly redirect: string }
export type Guard = (standing: Visitor, path: string) => Verdict

const show: Verdict = { show: true }
const to = (redirect: string): Verdict => ({ redirect })

/** Guard 1: public pages. */
export const publicGuard: Guard = ({ authenticated, hasToken, terms }, path) => {
  if (!authenticated) return show
  if (terms === 'unaccepted') return to(routes.terms)
  if (terms === 'accepted' && hasToken && !isSsoLanding(path)) return to(routes.clientHome)
  return show
}

/** Guard 2: pages of the workspace. */
export const protectedGuard: Guard = ({ authenticated, terms }) => {
  if (!authenticated) return to(routes.login)
  return terms === 'unaccepted' ? to(routes.terms) : show
}

/** Guard 3: paths that nobody knows. */
export const unknownGuard: Guard = ({ authenticated, terms, level, hasProject }) => {
  if (!authenticated) return to(routes.login)
  if (terms === 'unaccepted') return to(routes.terms)
  return to(level < 1 ? routes.clientHome : landing(hasProject))
}

/** The terms page itself: never sent to itself. */
export const termsGuard: Guard = ({ authenticated, terms }) => {
  if (!authenticated) return to(routes.login)
  return terms === 'accepted' ? to(routes.clientHome) : show
}

/** The main landing route. */
export const landing = (hasProject: boolean): string => (hasProject ? routes.overview : routes.project)

export function standingOf(session: SessionState, selection: SelectionState, tabId: string): Visitor {
  return {
    authenticated: isAuthenticated(session),
    hasToken: session.hasToken,
    terms: termsOf(session),
    level: levelOf(selection, session, tabId),
    hasProject: choiceOf(selection, tabId).projectId !== null,
  }
}

/**
 * Whether guards may decide: what the browser had stored has been read, and where it may be that a session goes on
 * (a reload on the terms page), the server has said so.
 */
export const isSettled = ({ rehydrated, busy, isAuth }: SessionState): boolean =>
  rehydrated && (isAuth || busy !== 'restore')

/** The cookie `accepted` says no; or, with no word from it, the account has accepted them. */
function termsOf({ accepted, acceptedCurrentVersion }: SessionState): Visitor['terms'] {
  if (accepted === false) return 'unaccepted'
  return accepted === true || acceptedCurrentVersion ? 'accepted' : 'unknown'
}

const isSsoLanding = (path: string): boolean => path.replace(/\/+$/, '').endsWith(routes.ssoLanding)
