/** When the frame shows. Tests are by substring of the path, as the product specifies. */

export interface Visitor {
  readonly isAuth: boolean
  readonly hasToken: boolean
  readonly acceptedTerms: boolean
}

const withoutFrame = ['inspect-fullscreen', 'review-fullscreen', 'eula', 'saml-login.html'] as const
const withoutMainMenu = ['review', 'inspect', 'ClientSetting', 'ProjectSetting', 'usersetpage'] as const

/** Whether sidebar and header show. */
export const showsFrame = (path: string, { isAuth, hasToken, acceptedTerms }: Visitor): boolean =>
  isAuth && hasToken && acceptedTerms && !withoutFrame.some((part) => path.includes(part))

/** Whether the sidebar's main menu shows. */
export const showsMainMenu = (path: string): boolean => !withoutMainMenu.some((part) => path.includes(part))
