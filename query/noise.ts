/** Words too common to look for: they are no terms of a query, and any word matches at their place in a phrase. */
import { isUnspacedCharacter } from './unspaced.ts'

export const defaultNoise: ReadonlySet<string> = new Set(
  (
    'a about after all also an and another any are as at be because been before being between both but by came can ' +
    'come could did do each even for from further furthermore get got had has have he her here hi him himself his how ' +
    'however i if in indeed into is it its just like made many me might more moreover most much must my never not now ' +
    'of on only or other our out over said same see she should since some still such take than that the their them ' +
    'then there therefore these they this those through thus to too under up very was way we well were what when where ' +
    'which while who will with would you your'
  ).split(' '),
)

/** Whether a token is noise: in the list, or one character alone (a character of Chinese, say, is a word). */
export const isNoise = (token: string, noise: ReadonlySet<string>): boolean =>
  noise.has(token) || (token.length <= 2 && isOneCharacter(token) && !isUnspacedCharacter(token))

function isOneCharacter(token: string): boolean {
  const first = token.codePointAt(0)
  return first !== undefined && token.length === (first > 0xffff ? 2 : 1)
}
