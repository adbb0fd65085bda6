import { describe, expect, it } from 'vitest'
import { showsFrame, showsMainMenu } from './visibility.ts'

const signedIn = { isAuth: true, hasToken: true, acceptedTerms: true }

describe('the frame', () => {
  it.each([
    ['[shell-hide-inspect-fullscreen]', '/overview/inspect-fullscreen'],
    ['[shell-hide-review-fullscreen]', '/overview/review-fullscreen'],
    ['[shell-hide-eula]', '/eula'],
    ['[shell-hide-saml-login]', '/saml-login.html'],
  ])('%s is hidden on %s', (_id, path) => {
    expect(showsFrame(path, signedIn)).toBe(false)
    expect(showsFrame('/overview', signedIn)).toBe(true)
  })

  it('[shell-show-only-signed-in] shows only with all three: authenticated, a token, accepted terms', () => {
    for (const part of ['isAuth', 'hasToken', 'acceptedTerms'] as const) {
      expect(showsFrame('/overview', { ...signedIn, [part]: false })).toBe(false)
    }
    expect(showsFrame('/overview', signedIn)).toBe(true)
  })
})

describe('the main menu', () => {
  it.each([
    ['[shell-menu-hide-review]', '/overview/review'],
    ['[shell-menu-hide-inspect]', '/overview/inspect'],
    ['[shell-menu-hide-clientsetting]', '/project/ClientSetting'],
    ['[shell-menu-hide-projectsetting]', '/overview/ProjectSetting'],
    ['[shell-menu-hide-usersetpage]', '/client/usersetpage'],
  ])('%s is hidden on %s', (_id, path) => {
    expect(showsMainMenu(path)).toBe(false)
  })

  it('shows on every other path', () => {
    for (const path of [
      '/overview',
      '/overview/collect',
      '/client',
      '/project/allJobs',
      '/overview/SystemSetting',
    ]) {
      expect(showsMainMenu(path)).toBe(true)
    }
  })
})
