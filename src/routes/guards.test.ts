import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { property as test } from '#tests/runs.ts'
import { selection as selectionStore } from '../stores/selection.ts'
import { session as sessionStore } from '../stores/session.ts'
import {
  type Guard,
  isSettled,
  landing,
  protectedGuard,
  publicGuard,
  standingOf,
  termsGuard,
  unknownGuard,
  type Visitor,
} from './guards.ts'

const nobody: Visitor = {
  authenticated: false,
  hasToken: false,
  terms: 'unknown',
  level: -1,
  hasProject: false,
}
const signedIn: Visitor = {
  authenticated: true,
  hasToken: true,
  terms: 'accepted',
  level: 4,
  hasProject: true,
}
const unaccepted: Visitor = { ...signedIn, terms: 'unaccepted' }
const show = { show: true }

describe('guard 1: public pages', () => {
  it('[guard-public-home] sends who is signed in, has accepted and holds a token to the client home', () => {
    for (const path of ['/', '/account-invited.html', '/reset_password.html']) {
      expect(publicGuard(signedIn, path)).toEqual({ redirect: '/client' })
    }
  })

  it('[guard-public-saml-exempt] shows the single-sign-on landing all the same', () => {
    expect(publicGuard(signedIn, '/saml-login.html')).toEqual(show)
    expect(publicGuard(signedIn, '/saml-login.html/')).toEqual(show)
    expect(publicGuard(signedIn, '/')).toEqual({ redirect: '/client' })
  })

  it('[guard-public-terms] sends who has not accepted the terms to the terms route, from every public page', () => {
    for (const path of ['/', '/saml-login.html', '/account-invited.html']) {
      expect(publicGuard(unaccepted, path)).toEqual({ redirect: '/eula' })
    }
    expect(publicGuard({ ...unaccepted, hasToken: false }, '/')).toEqual({ redirect: '/eula' })
  })

  it('[guard-public-else] shows the page in every other case', () => {
    expect(publicGuard(nobody, '/')).toEqual(show)
    expect(publicGuard({ ...nobody, terms: 'unaccepted' }, '/')).toEqual(show)
    expect(publicGuard({ ...signedIn, hasToken: false }, '/')).toEqual(show)
    expect(publicGuard({ ...signedIn, terms: 'unknown' }, '/')).toEqual(show)
  })
})

describe('guard 2: protected pages', () => {
  it('[guard-protected-login] sends who is not signed in to the login', () => {
    expect(protectedGuard(nobody, '/overview')).toEqual({ redirect: '/' })
    expect(protectedGuard({ ...nobody, terms: 'unaccepted' }, '/overview')).toEqual({ redirect: '/' })
  })

  it('[guard-protected-terms] sends who has not accepted the terms to the terms route', () => {
    expect(protectedGuard(unaccepted, '/overview/review')).toEqual({ redirect: '/eula' })
  })

  it('[guard-protected-children] shows the page otherwise, also while the token is still on its way', () => {
    expect(protectedGuard(signedIn, '/overview')).toEqual(show)
    expect(protectedGuard({ ...signedIn, hasToken: false }, '/overview')).toEqual(show)
  })
})

describe('guard 3: unknown paths', () => {
  it('[guard-catchall-login] sends who is not signed in to the login', () => {
    expect(unknownGuard(nobody, '/nowhere')).toEqual({ redirect: '/' })
  })

  it('[guard-catchall-terms] sends who has not accepted the terms to the terms route', () => {
    expect(unknownGuard(unaccepted, '/nowhere')).toEqual({ redirect: '/eula' })
  })

  it('[guard-catchall-client-home] sends levels below 1 to the client home', () => {
    for (const level of [0, 0.5, -1]) {
      expect(unknownGuard({ ...signedIn, level }, '/nowhere')).toEqual({ redirect: '/client' })
    }
  })

  it('[guard-catchall-landing] [open-main-landing-route] sends anyone else to the landing: the overview, or without a project the project page', () => {
    for (const level of [1, 2, 6, 7]) {
      expect(unknownGuard({ ...signedIn, level }, '/nowhere')).toEqual({ redirect: '/overview' })
      expect(unknownGuard({ ...signedIn, level, hasProject: false }, '/nowhere')).toEqual({
        redirect: '/project',
      })
    }
    expect([landing(true), landing(false)]).toEqual(['/overview', '/project'])
  })
})

describe('the terms page', () => {
  it('[state-terms-forced] shows to who has to accept, and to nobody else', () => {
    expect(termsGuard(unaccepted, '/eula')).toEqual(show)
    expect(termsGuard({ ...signedIn, terms: 'unknown' }, '/eula')).toEqual(show)
    expect(termsGuard(nobody, '/eula')).toEqual({ redirect: '/' })
    expect(termsGuard(signedIn, '/eula')).toEqual({ redirect: '/client' })
  })
})

describe('all guards together', () => {
  const standings = fc.record({
    authenticated: fc.boolean(),
    hasToken: fc.boolean(),
    terms: fc.constantFrom('accepted' as const, 'unaccepted' as const, 'unknown' as const),
    level: fc.constantFrom(-1, 0, 0.5, 1, 4, 7),
    hasProject: fc.boolean(),
  })
  const guardOf = (path: string): Guard => {
    if (path === '/eula') return termsGuard
    if (['/', '/saml-login.html', '/reset_password.html'].includes(path)) return publicGuard
    return ['/client', '/project', '/overview'].includes(path) ? protectedGuard : unknownGuard
  }

  test('never send anybody round in a circle', () => {
    fc.assert(
      fc.property(
        standings,
        fc.constantFrom(
          '/',
          '/saml-login.html',
          '/reset_password.html',
          '/eula',
          '/client',
          '/overview',
          '/nowhere',
        ),
        (standing, start: string) => {
          let path = start
          for (let hop = 0; hop < 4; hop++) {
            const verdict = guardOf(path)(standing, path)
            if ('show' in verdict) return
            expect(verdict.redirect).not.toBe(path)
            path = verdict.redirect
          }
          throw new Error(`From ${start} nobody arrives`)
        },
      ),
    )
  })

  test('[state-terms-forced] let nobody who has not accepted see anything but the terms', () => {
    fc.assert(
      fc.property(standings, fc.constantFrom('/', '/client', '/overview', '/nowhere'), (standing, path) => {
        fc.pre(standing.authenticated && standing.terms === 'unaccepted')
        expect(guardOf(path)(standing, path)).toEqual({ redirect: '/eula' })
      }),
    )
  })
})

describe('where a person stands', () => {
  const session = { ...sessionStore.initial, rehydrated: true }
  const selection = selectionStore.initial

  it('counts a token with the licence still to be accepted as signed in, and one with a code still to come not', () => {
    const licence = { ...session, hasToken: true, stage: 'licence' as const, accepted: false }
    expect(standingOf(licence, selection, 'tab')).toMatchObject({ authenticated: true, terms: 'unaccepted' })
    const mfa = { ...session, hasToken: true, stage: 'mfa' as const }
    expect(standingOf(mfa, selection, 'tab')).toMatchObject({
      authenticated: false,
      terms: 'unknown',
      level: -1,
    })
  })

  it('[store-cookie-accepted] reads the terms from the cookie first', () => {
    const auth = { ...session, isAuth: true, acceptedCurrentVersion: true }
    expect(standingOf({ ...auth, accepted: false }, selection, 'tab').terms).toBe('unaccepted')
    expect(standingOf({ ...auth, accepted: null }, selection, 'tab').terms).toBe('accepted')
    expect(standingOf({ ...session, accepted: true }, selection, 'tab').terms).toBe('accepted')
  })

  it('is not known before what was stored has been read and a session that may go on has been asked for', () => {
    expect(isSettled({ ...session, rehydrated: false })).toBe(false)
    expect(isSettled({ ...session, busy: 'restore' })).toBe(false)
    expect(isSettled({ ...session, busy: 'restore', isAuth: true })).toBe(true)
    expect(isSettled(session)).toBe(true)
  })
})
