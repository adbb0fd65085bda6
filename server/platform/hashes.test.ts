import { describe, expect, it } from 'vitest'
import { messageIdHash } from './hashes.ts'

describe('the hash of a message id', () => {
  it.each([
    // As RelativityOne documents it.
    ['CALckR-a8UDkRjO4xJyjd_s0GPxQWw@mail.gmail.com', '1de319c276884bd0c9e2f1621ada26cc'],
    // By hand: printf '<m1@test.example>' | md5sum
    ['m1@test.example', '59700a1bf04afa02cd36813f81c93862'],
    ['M1@test.example', 'cbca7b20a8d233f699b4964c12d5decc'],
  ])('is the MD5 of the id in its angle brackets, in its own case: %s', (id, hash) => {
    expect(messageIdHash(id)).toBe(hash)
  })

  it('is none where there is no id', () => {
    expect(messageIdHash('')).toBe('')
  })
})
