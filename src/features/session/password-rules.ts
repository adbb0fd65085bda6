import { passwordLength } from '#contracts/auth.ts'

/** What is wrong with a new password, in words; null where nothing is. The server knows the list of common ones. */
export function passwordProblem(password: string): string | null {
  if (password.length < passwordLength.min) return `Use at least ${passwordLength.min} characters.`
  return password.length > passwordLength.max ? `Use at most ${passwordLength.max} characters.` : null
}
