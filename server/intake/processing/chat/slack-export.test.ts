import { describe, expect, it } from 'vitest'
import { isSlackExport, readSlackDirectory, slackFiles } from './slack-export.ts'

const json = (name: string, value: unknown) => ({ name, bytes: Buffer.from(JSON.stringify(value)) })

describe('Slack exports', () => {
  it('are known by their lists and the days of their channels, also inside a folder that was packed', () => {
    expect(isSlackExport(['users.json', 'channels.json', 'general/2024-01-02.json'])).toBe(true)
    expect(
      isSlackExport(['Acme Slack/users.json', 'Acme Slack/dms.json', 'Acme Slack/D1/2024-01-02.json']),
    ).toBe(true)
    expect(isSlackExport(['users.json', 'channels.json'])).toBe(false)
    expect(isSlackExport(['users.json', 'general/2024-01-02.json'])).toBe(false)
    expect(isSlackExport(['a/users.json', 'channels.json', 'general/2024-01-02.json'])).toBe(false)
    expect(isSlackExport([])).toBe(false)
  })

  it('have the days of each channel in their order, and leave alone what is just a file', () => {
    const files = slackFiles([
      'general/2024-01-10.json',
      'general/2024-01-02.json',
      'general/notes.json',
      'constructor/2024-01-02.json',
      'general/deeper/2024-01-02.json',
      'groups.json',
      'users.json',
      'integration_logs.json',
    ])
    expect(files?.lists).toEqual(['groups.json', 'users.json'])
    expect([...(files?.folders ?? [])]).toEqual([
      ['general', ['general/2024-01-02.json', 'general/2024-01-10.json']],
      ['constructor', ['constructor/2024-01-02.json']],
    ])
  })

  it('say who people are and what a folder is: channels by their names, direct messages by their ids', () => {
    const directory = readSlackDirectory([
      json('x/users.json', [
        { id: 'U1', name: 'ann', profile: { real_name: 'Ann Lee', email: 'ann@x.example' } },
        { id: 'U2', name: 'bo', real_name: '' },
        { name: 'without an id' },
        'no person',
      ]),
      json('x/channels.json', [
        { id: 'C1', name: 'general', members: ['U1', 'U9'], topic: { value: 'All and everything' } },
        { id: 'C2', name: 'D1' },
      ]),
      json('x/dms.json', [{ id: 'D1', members: ['U1', 'U2'] }]),
    ])
    expect(directory.person('U1')).toEqual({ id: 'U1', name: 'Ann Lee', email: 'ann@x.example' })
    expect(directory.person('U2')?.name).toBe('bo')
    expect(directory.person('toString')).toBeNull()
    expect(directory.channelOf('general')).toEqual({
      id: 'C1',
      name: 'general',
      kind: 'public',
      members: [
        { id: 'U1', name: 'Ann Lee', email: 'ann@x.example' },
        { id: 'U9', name: 'U9', email: '' },
      ],
      topic: 'All and everything',
    })
    expect(directory.channelOf('D1')).toMatchObject({ id: 'D1', kind: 'direct' })
    expect(directory.channelOf('lost')).toMatchObject({ id: '', name: 'lost', kind: 'unknown' })
    expect(directory.channelName('C1')).toBe('general')
    expect(directory.flaws).toEqual([])
  })

  it('say which list is damaged, and go on with the others', () => {
    const directory = readSlackDirectory([
      { name: 'users.json', bytes: Buffer.from('[{"id":') },
      json('channels.json', [{ id: 'C1', name: 'general' }]),
    ])
    expect(directory.flaws).toMatchObject([{ code: 'corrupt', stage: 'parse' }])
    expect(directory.flaws[0]?.reason).toContain('users.json')
    expect(directory.channelOf('general').id).toBe('C1')
  })
})
