import { expect, it } from 'vitest'
import { browserWords } from './browser-words.ts'

it('calls browsers as people do', () => {
  const of = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) '
  expect(browserWords(`${of}Chrome/140.0 Safari/537.36`)).toBe('Chrome on Linux')
  expect(browserWords(`${of}Chrome/140.0 Safari/537.36 Edg/140.0`)).toBe('Edge on Linux')
  expect(browserWords('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1')).toBe(
    'Safari on iOS',
  )
  expect(browserWords('curl/8.5.0')).toBe('curl')
  expect(browserWords('')).toBe('Not known')
})
