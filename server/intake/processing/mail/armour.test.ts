import { expect, it } from 'vitest'
import { unlocked } from '#tests/fixtures/family-options.ts'
import { readFamily } from '../family.ts'
import { defaultLimits } from '../limits.ts'

const locked = [
  '-----BEGIN PGP MESSAGE-----',
  'Version: GnuPG v1.4.10 (GNU/Linux)',
  '',
  'hQEMA1b2c3d4e5f6AQf/Wk9xQ2x1c3RlciBvZiBieXRlcyB0aGF0IG5vYm9keSByZWFk',
  'cyBoZXJlLg==',
  '=aBcD',
  '-----END PGP MESSAGE-----',
].join('\n')
const flawsOf = async (body: string, headers = '') => {
  const { members } = await readFamily(
    Buffer.from(`From: a@x.example\nSubject: s\n${headers}\n${body}\n`),
    { path: ['m'] },
    { maxTextSize: 100_000, limits: defaultLimits, ...unlocked },
  )
  return members[0]?.flaws.map(({ code, reason, stage }) => `${code} (${stage}): ${reason}`)
}
const flaw = 'encrypted (text): Its text, or a part of it, is encrypted.'

it.each([
  ['alone', locked],
  ['between words', `Hello,\n\n${locked}\n\n-- \nAnn`],
  ['behind a mention', `-----BEGIN PGP MESSAGE----- is how it begins:\n${locked}`],
  ['without headers', locked.replace(/^Version.*\n/m, '')],
])('a message with OpenPGP in its text is encrypted: %s', async (_, body) => {
  expect(await flawsOf(body)).toEqual([flaw])
})

it('so is one that has it in HTML alone', async () => {
  const html = `<div>${locked.replaceAll('\n', '<br>\n')}</div>`
  expect(await flawsOf(html, 'Content-Type: text/html\n')).toEqual([flaw])
})

it.each([
  ['quotes one', locked.replaceAll(/^/gm, '> ')],
  ['has only its beginning', locked.slice(0, -30)],
  ['speaks of it', '-----BEGIN PGP MESSAGE-----\n\nis what stands first.\n-----END PGP MESSAGE-----'],
  ['has words where its bytes should be', locked.replace('hQEMA', 'AQEMA')],
  [
    'is signed',
    '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA1\n\nWords.\n-----BEGIN PGP SIGNATURE-----\n\niQEc\n-----END PGP SIGNATURE-----',
  ],
])('and one that %s is not', async (_, body) => {
  expect(await flawsOf(body)).toEqual([])
})
