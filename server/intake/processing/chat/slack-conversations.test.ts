import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { runs, property as test } from '#tests/runs.ts'
import { type Channel, type Conversation, chatLimits } from './conversation.ts'
import { slackConversations } from './slack-conversations.ts'
import { type ExportedFile, readSlackDirectory, slackFiles } from './slack-export.ts'
import { conversationReading, conversationText } from './transcript.ts'

const directory = readSlackDirectory([
  {
    name: 'users.json',
    bytes: Buffer.from(
      JSON.stringify([
        { id: 'U1', name: 'ann', profile: { real_name: 'Ann Lee', email: 'ann@x.example' } },
        { id: 'U2', name: 'bo', profile: { real_name: 'Bo Ek' } },
      ]),
    ),
  },
  { name: 'channels.json', bytes: Buffer.from('[{"id":"C1","name":"general","members":["U1","U2"]}]') },
  { name: 'dms.json', bytes: Buffer.from('[{"id":"D1","members":["U1","U2"]}]') },
])
const general = directory.channelOf('general')
const day = (date: string, rows: unknown): ExportedFile => ({
  name: `general/${date}.json`,
  bytes: Buffer.from(typeof rows === 'string' ? rows : JSON.stringify(rows)),
})
/** Seconds since 1970, as Slack writes them. */
const ts = (instant: string, count = 0): string =>
  `${Date.parse(instant) / 1000}.${String(count).padStart(6, '0')}`

async function read(files: readonly ExportedFile[], timeZone = 'UTC', channel: Channel = general) {
  const all: Conversation[] = []
  for await (const one of slackConversations(channel, files, directory, timeZone)) all.push(one)
  return all
}
/** The lines of what was said on one day. */
async function textOf(...rows: readonly object[]): Promise<readonly string[]> {
  const all = await read([day('2024-01-02', rows)])
  return all.flatMap((one) => conversationText(one).split('\n'))
}
const said = (at: string, more: object = {}): object => ({
  type: 'message',
  user: 'U1',
  text: 'hello',
  ts: ts(`2024-01-02T${at}Z`),
  ...more,
})

describe('conversations of a Slack channel', () => {
  it('are of a day in the given zone, whatever days the files are of', async () => {
    const files = [
      day('2024-01-01', [{ user: 'U1', text: 'late', ts: ts('2024-01-02T07:59:59Z') }]),
      day('2024-01-02', [
        { user: 'U1', text: 'early', ts: ts('2024-01-02T08:00:00Z') },
        { user: 'U2', text: 'evening', ts: ts('2024-01-03T01:00:00Z') },
      ]),
    ]
    const texts = async (zone: string) =>
      (await read(files, zone)).map(({ title, messages }) => [title, ...messages.map(({ text }) => text)])
    expect(await texts('America/Los_Angeles')).toEqual([
      ['#general, 2024-01-01', 'late'],
      ['#general, 2024-01-02', 'early', 'evening'],
    ])
    expect(await texts('UTC')).toEqual([
      ['#general, 2024-01-02', 'late', 'early'],
      ['#general, 2024-01-03', 'evening'],
    ])
  })

  it('show mentions, links and commands as people saw them', async () => {
    const text =
      '<@U2>, <@U9|cy>, <@U8>: see <#C1> and <#C9|sales>, <!channel> <!subteam^S1|@lawyers>, <https://x.example/a?b=1&amp;c=2|the &lt;list&gt;> or <https://y.example> <mailto:a@x.example|a@x.example> by <!date^1392734382^{date}|Feb 18, 2014> &lt;not a tag&gt;'
    expect(await textOf(said('10:00:00', { text }))).toEqual([
      '[10:00:00] Ann Lee: @Bo Ek, @cy, @U8: see #general and #sales, @channel @lawyers, the <list> (https://x.example/a?b=1&c=2) or https://y.example a@x.example by Feb 18, 2014 <not a tag>',
    ])
  })

  it('tell joins and leaves, edits, deletions, reactions, files, and what answers what', async () => {
    const lines = await textOf(
      said('09:00:00', { subtype: 'channel_join', inviter: 'U2', text: '<@U1> has joined the channel' }),
      said('10:00:00', {
        text: 'The price is 200.',
        edited: { user: 'U1', ts: ts('2024-01-02T10:01:00Z') },
        reactions: [{ name: '+1', users: ['U2', 'U9'], count: 3 }],
        thread_ts: ts('2024-01-02T10:00:00Z'),
      }),
      said('10:05:00', {
        user: 'U2',
        text: 'No.',
        thread_ts: ts('2024-01-02T10:00:00Z'),
        files: [
          {
            id: 'F1',
            name: 'list.xlsx',
            mimetype: 'application/vnd.ms-excel',
            size: 512,
            url_private: 'https://files.slack.com/F1/list.xlsx?t=xoxe-secret',
          },
        ],
      }),
      said('10:06:00', {
        text: 'Yesterday you agreed.',
        thread_ts: ts('2024-01-01T08:00:00Z'),
        parent_user_id: 'U2',
      }),
      said('10:07:00', { subtype: 'me_message', text: 'shrugs' }),
      said('10:08:00', { subtype: 'channel_topic', text: 'set the channel topic: Prices' }),
      said('10:09:00', { subtype: 'tombstone', user: 'USLACKBOT', text: 'This message was deleted.' }),
      said('11:00:00', { subtype: 'channel_leave', text: '<@U1> has left the channel' }),
    )
    expect(lines).toEqual([
      '[09:00:00] * Ann Lee joined: invited by Bo Ek',
      '[10:00:00] Ann Lee (edited 10:01:00): The price is 200.',
      '  [Reactions: :+1: Bo Ek, U9, 1 more]',
      '[10:05:00] Bo Ek (reply to Ann Lee, 10:00:00): No.',
      '  [File: list.xlsx, application/vnd.ms-excel, 512 bytes, https://files.slack.com/F1/list.xlsx]',
      '[10:06:00] Ann Lee (reply to Bo Ek, 2024-01-01 08:00:00): Yesterday you agreed.',
      '[10:07:00] * Ann Lee shrugs',
      '[10:08:00] * Ann Lee set the channel topic: Prices',
      '[10:09:00] Slackbot (deleted): This message was deleted.',
      '[11:00:00] * Ann Lee left',
    ])
  })

  it('keep what was said before it was changed or deleted, where the export tells it', async () => {
    const first = ts('2024-01-02T10:00:00Z')
    const other = ts('2024-01-02T10:00:30Z')
    const lines = await textOf(
      said('10:00:00', { text: 'at 100' }),
      said('10:00:30', { text: 'shred it', user: 'U2' }),
      said('10:01:00', {
        subtype: 'message_changed',
        message: { user: 'U1', text: 'at 200', ts: first },
        previous_message: { user: 'U1', text: 'at 100', ts: first },
      }),
      said('10:02:00', { subtype: 'message_deleted', user: 'U2', deleted_ts: other }),
      said('10:03:00', {
        subtype: 'message_deleted',
        user: undefined,
        deleted_ts: ts('2023-12-01T10:00:00Z'),
        previous_message: { user: 'U2', text: 'of last year' },
      }),
    )
    expect(lines).toEqual([
      '[10:00:00] Ann Lee (edited 10:01:00): at 200',
      '  [Before it was edited: at 100]',
      '[10:00:30] Bo Ek (deleted 10:02:00): shred it',
      '[10:03:00] * deleted a message of Bo Ek: of last year',
    ])
  })

  it('have what bots say in boxes and layouts, and people of other companies by the names that messages bring', async () => {
    const lines = await textOf(
      said('10:00:00', {
        user: undefined,
        bot_id: 'B1',
        username: 'builder',
        subtype: 'bot_message',
        text: '',
        attachments: [
          { fallback: 'all again', pretext: 'Build', title: 'No. 7', title_link: 'https://x.example/7' },
          { fallback: 'only this' },
        ],
      }),
      said('10:01:00', {
        user: 'W5',
        user_profile: { real_name: 'Cy Other', name: 'cy' },
        text: 'New ticket',
        blocks: [
          { type: 'section', text: { type: 'mrkdwn', text: 'New ticket' }, fields: [{ text: 'For <@U2>' }] },
        ],
      }),
      said('10:02:00', {
        text: '',
        blocks: [
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [
                  { type: 'text', text: 'Ask ' },
                  { type: 'user', user_id: 'U2' },
                  { type: 'link', url: 'https://x.example', text: ' here' },
                ],
              },
            ],
          },
        ],
      }),
    )
    expect(lines).toEqual([
      '[10:00:00] builder:',
      '  > Build',
      '  > No. 7 (https://x.example/7)',
      '  > only this',
      '[10:01:00] Cy Other: New ticket',
      '  > For @Bo Ek',
      '[10:02:00] Ann Lee:',
      '  > Ask @Bo Ek here (https://x.example)',
    ])
  })

  it('have the rows of tables, what pictures and choices are called, and mentions of groups', async () => {
    const cell = (text: string) => ({ type: 'raw_text', text })
    const lines = await textOf(
      said('10:00:00', {
        text: 'The offers',
        blocks: [
          {
            type: 'table',
            rows: [
              [cell('Bidder'), cell('Offer')],
              [cell('Strand'), cell('offers')],
              [cell('Vale'), cell('offers')],
              [cell('offers'), cell('')],
              [cell('offers'), cell('')],
              [
                { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [cell('Harmon')] }] },
                cell('42 million'),
              ],
            ],
          },
          { type: 'video', title: cell('Site visit'), description: cell('The cavern from inside') },
          { type: 'actions', elements: [{ type: 'select', options: [{ text: cell('Approve quietly') }] }] },
          {
            type: 'rich_text',
            elements: [
              {
                type: 'rich_text_section',
                elements: [
                  { type: 'usergroup', usergroup_id: 'S1' },
                  { type: 'date', timestamp: 1, fallback: ' by 4 March' },
                ],
              },
            ],
          },
        ],
      }),
    )
    expect(lines).toEqual([
      '[10:00:00] Ann Lee: The offers',
      ...[
        'Bidder\tOffer',
        'Strand\toffers',
        'Vale\toffers',
        'offers\t',
        'offers\t',
        'Harmon\t42 million',
      ].map((line) => `  > ${line}`),
      '  > Site visit',
      '  > The cavern from inside',
      '  > Approve quietly',
      '  > @S1 by 4 March',
    ])
  })

  it('have what stands behind long menus, and no mark of a cut where nothing was cut', async () => {
    const option = (n: number) => ({ text: { type: 'plain_text', text: `Choice ${n}` }, value: `${n}` })
    const menu = (from: number) => ({
      type: 'actions',
      elements: [
        { type: 'static_select', options: Array.from({ length: 90 }, (_, n) => option(from + n)) },
        { type: 'static_select', options: Array.from({ length: 90 }, (_, n) => option(from + 90 + n)) },
      ],
    })
    const deep = (depth: number): object =>
      depth === 0
        ? { type: 'section', text: { type: 'mrkdwn', text: 'At the bottom' } }
        : { elements: [deep(depth - 1)] }
    const lines = await textOf(
      said('10:00:00', {
        text: 'Choose',
        blocks: [menu(0), deep(4), { type: 'section', text: { type: 'mrkdwn', text: 'Behind them' } }],
      }),
    )
    expect(lines).toContain('  > Choice 179')
    expect(lines).toContain('  > At the bottom')
    expect(lines.at(-1)).toBe('  > Behind them')
  })

  it('name the files of messages that are passed on', async () => {
    const [conversation] = await read([
      day('2024-01-02', [
        said('10:00:00', {
          text: '',
          attachments: [
            { is_share: true, text: 'as agreed', files: [{ id: 'F7', name: 'annex.pdf', size: 9 }] },
          ],
        }),
      ]),
    ])
    expect(conversation?.messages[0]?.files).toMatchObject([{ id: 'F7', name: 'annex.pdf', size: 9 }])
  })

  it('that have more below a message than is kept of it say so, and where all of it is', async () => {
    const line = (text: string) => ({ type: 'context', elements: [{ type: 'mrkdwn', text }] })
    const bot = (blocks: readonly object[]) => [
      { ts: ts('2024-01-02T10:00:00Z'), bot_id: 'B1', text: 'Report', blocks },
    ]
    const left: string[] = []
    const flawsOf = async (blocks: readonly object[]) => {
      const flaws: string[] = []
      const files = [day('2024-01-02', bot(blocks))]
      for await (const one of slackConversations(general, files, directory, 'UTC', (name) => left.push(name)))
        flaws.push(...one.flaws.map(({ code }) => code))
      return flaws
    }
    expect(await flawsOf(Array.from({ length: 9 }, (_, n) => line(`row ${n}`)))).toEqual([])
    expect(left).toEqual([])
    expect(await flawsOf(Array.from({ length: 300 }, (_, n) => line(`row ${n}`)))).toEqual(['textTruncated'])
    // The same few lines, and one more behind them.
    const many = Array.from({ length: 3_000 }, (_, n) => line(n < 2_999 ? 'the same' : 'the last'))
    expect(await flawsOf(many)).toEqual(['textTruncated'])
    expect(left).toEqual(['general/2024-01-02.json', 'general/2024-01-02.json'])
  })

  it('are in the order of the times, and say who takes part', async () => {
    const rows = [
      said('10:00:01', { text: 'third' }),
      said('10:00:00', { text: 'second', ts: ts('2024-01-02T10:00:00Z', 9) }),
      said('10:00:00', { text: 'first', user: 'U2', ts: ts('2024-01-02T10:00:00Z', 2) }),
    ]
    const [one] = await read([day('2024-01-02', rows)])
    expect(one?.messages.map(({ text }) => text)).toEqual(['first', 'second', 'third'])
    expect(one?.participants.map(({ id }) => id)).toEqual(['U2', 'U1'])
    const [direct] = await read([day('2024-01-02', [said('10:00:00')])], 'UTC', directory.channelOf('D1'))
    expect(direct?.title).toBe('Ann Lee, Bo Ek, 2024-01-02')
    expect(direct?.participants.map(({ id }) => id)).toEqual(['U1', 'U2'])
    expect(direct === undefined ? null : conversationReading(direct).metadata).toEqual({
      Doc_Title: ['Ann Lee, Bo Ek, 2024-01-02'],
      Channel: ['Ann Lee, Bo Ek'],
      Channel_Id: ['D1'],
      Channel_Kind: ['Direct messages'],
      Conversation_Date: ['2024-01-02'],
      Time_Zone: ['UTC'],
      Participants: ['Ann Lee <ann@x.example>', 'Bo Ek'],
      Participant_Ids: ['U1', 'U2'],
      Channel_Members: ['Ann Lee <ann@x.example>', 'Bo Ek'],
      Message_Count: ['1'],
      First_Message: ['2024-01-02T10:00:00.000Z'],
      Last_Message: ['2024-01-02T10:00:00.000Z'],
    })
  })

  it('say which day is damaged, and lose nothing of the others', async () => {
    const all = await read([
      day('2024-01-01', '[{"user":"U1","text":"cut'),
      day('2024-01-02', [said('10:00:00'), 7, null, {}]),
      day('2024-01-03', `[${'{},'.repeat(1_600_000)}{}]`),
    ])
    expect(all.flatMap(({ messages }) => messages)).toHaveLength(1)
    expect(
      all.flatMap(({ flaws }) => flaws.map(({ code, reason }) => [code, reason.includes('2024-01-')])),
    ).toEqual([
      ['corrupt', true],
      ['corrupt', true],
      ['tooLarge', true],
    ])
    const [only] = await read([day('2024-01-01', '{}')])
    expect(only).toMatchObject({ title: '#general', messages: [], flaws: [{ code: 'corrupt' }] })
  })

  it('a day with more than one conversation holds has several, and a late message one of its own', async () => {
    const many = Array.from({ length: chatLimits.messages + 1 }, (_, i) =>
      said('10:00:00', { text: `no. ${i}`, ts: ts('2024-01-02T10:00:00Z', i) }),
    )
    const all = await read([
      day('2024-01-02', many),
      day('2024-02-01', [said('10:00:00', { text: 'late', ts: ts('2024-01-02T11:00:00Z') })]),
    ])
    expect(all.map(({ title, messages }) => [title, messages.length])).toEqual([
      ['#general, 2024-01-02', chatLimits.messages],
      ['#general, 2024-01-02, part 2', 1],
      ['#general, 2024-01-02, part 3', 1],
    ])
    expect(all[1]?.messages[0]?.text).toBe(`no. ${chatLimits.messages}`)
  })

  it('stay small whatever a message says: mentions of long names, reactions of everybody, long texts', async () => {
    const name = 'n'.repeat(1000)
    const people = readSlackDirectory([
      { name: 'users.json', bytes: Buffer.from(JSON.stringify([{ id: 'U', name }])) },
    ])
    const rows = [
      said('10:00:00', { text: '<@U>'.repeat(100_000) }),
      said('10:00:01', {
        reactions: Array.from({ length: 1000 }, () => ({ name: 'x', users: Array(1000).fill('U') })),
        attachments: Array.from({ length: 10_000 }, (_, i) => ({ text: `${i} ${'<@U>'.repeat(50)}` })),
      }),
    ]
    const all: Conversation[] = []
    for await (const one of slackConversations(general, [day('2024-01-02', rows)], people, 'UTC'))
      all.push(one)
    expect(JSON.stringify(all).length).toBeLessThan(3_000_000)
    expect(all.flatMap(({ flaws }) => flaws)).toMatchObject([{ code: 'textTruncated' }])
  })

  test('come of any JSON: every message with a text is in one of them, and all of it is JSON again', async () => {
    const hostile = fc.record(
      {
        ts: fc.oneof(fc.constantFrom('1704189600.000001', '1704276000', 'x', ''), fc.jsonValue()),
        user: fc.oneof(fc.constantFrom('U1', '__proto__', 'constructor'), fc.jsonValue()),
        text: fc.oneof(
          fc.string(),
          fc.constantFrom('<@U1> <', '<<!a|b>>', '\ud800', '&lt;&amp;lt;'),
          fc.jsonValue(),
        ),
        subtype: fc.constantFrom(
          'message_deleted',
          'message_changed',
          'channel_join',
          'toString',
          'bot_message',
        ),
        deleted_ts: fc.constantFrom('1704189600.000001', 'x'),
        message: fc.jsonValue(),
        reactions: fc.jsonValue(),
        files: fc.jsonValue(),
        attachments: fc.array(fc.jsonValue(), { maxLength: 3 }),
        blocks: fc.jsonValue(),
        edited: fc.jsonValue(),
        thread_ts: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(hostile, { maxLength: 8 }), async (rows) => {
        const plain = rows.map((row, i) => ({ ...row, subtype: 'me_message', text: `word${i}` }))
        const all = await read([day('2024-01-02', rows), day('2024-01-03', plain)])
        expect(JSON.parse(JSON.stringify(all))).toEqual(all)
        const text = all.map((one) => conversationReading(one).text).join('\n')
        for (const { text: word } of plain) expect(text).toContain(word)
      }),
      { numRuns: runs(150) },
    )
  })
})

const archive = fileURLToPath(
  new URL('../../../../../shared/corpus/chats/slack-export-testarchive.zip', import.meta.url),
)
const present = existsSync(archive)
if (!present) console.warn('The real Slack export is not here: the tests on it are skipped.')

describe.skipIf(!present)('a real Slack export', () => {
  async function whole(timeZone: string): Promise<readonly Conversation[]> {
    const parts = unzipSync(readFileSync(archive))
    const bytesOf = (name: string): ExportedFile => ({ name, bytes: parts[name] ?? new Uint8Array() })
    const files = slackFiles(Object.keys(parts))
    const people = readSlackDirectory((files?.lists ?? []).map(bytesOf))
    const all: Conversation[] = []
    for (const [folder, days] of files?.folders ?? [])
      for await (const one of slackConversations(
        people.channelOf(folder),
        days.map(bytesOf),
        people,
        timeZone,
      ))
        all.push(one)
    return all
  }
  const counts = (all: readonly Conversation[]) =>
    Object.fromEntries(all.map(({ title, messages }) => [title, messages.length]))

  it('has the conversations of its own days in the zone that it was exported in', async () => {
    const all = await whole('America/Los_Angeles')
    // Messages of each file, which are of days in California.
    expect(counts(all)).toEqual({
      '#enrique, 2016-01-14': 6,
      '#enrique, 2016-01-15': 6,
      '#enrique, 2016-01-16': 2,
      '#enrique, 2016-02-07': 20,
      '#enrique, 2016-02-08': 9,
      '#enrique, 2016-03-17': 12,
      '#enrique, 2016-03-25': 10,
      '#enrique, 2016-03-26': 18,
      '#enrique, 2016-03-28': 19,
      '#traveling-sailor, 2016-01-16': 5,
      '#traveling-sailor, 2016-02-07': 3,
      '#traveling-sailor, 2016-02-08': 14,
      '#traveling-sailor, 2016-03-25': 9,
      '#traveling-sailor, 2016-03-26': 14,
      '#traveling-sailor, 2016-03-27': 8,
      '#traveling-sailor, 2016-03-28': 2,
      '#traveling-sailor, 2016-03-29': 1,
    })
    const messages = all.flatMap((one) => one.messages)
    expect(messages.filter(({ kind }) => kind === 'join')).toHaveLength(8)
    expect(messages.filter(({ edited }) => edited !== null)).toHaveLength(1)
    expect(messages.filter(({ files }) => files.length > 0)).toHaveLength(4)
    expect(messages.flatMap(({ reactions }) => reactions)).toEqual([
      { name: 'botman', by: [{ id: 'U0BMYT2FL', name: 'Harry Potter', email: '' }], count: 1 },
    ])
    expect(all.flatMap(({ flaws }) => flaws)).toEqual([])
    expect(JSON.stringify(all)).not.toMatch(/xoxe-|<@U/)
  })

  it('has others in another zone, with the same messages', async () => {
    const all = await whole('Asia/Tokyo')
    expect(counts(all)).toMatchObject({
      '#enrique, 2016-01-15': 12,
      '#enrique, 2016-03-18': 4,
      '#enrique, 2016-03-27': 16,
      '#traveling-sailor, 2016-03-28': 10,
    })
    expect(all.reduce((sum, { messages }) => sum + messages.length, 0)).toBe(158)
  })

  it('reads as people saw it', async () => {
    const [first] = await whole('America/Los_Angeles')
    expect(first === undefined ? '' : conversationText(first)).toBe(
      `[21:55:18] * Hamza Faran joined
[21:55:18] * Harry Potter joined: invited by Hamza Faran
[21:55:18] * Hermione Granger joined: invited by Hamza Faran
[21:55:18] * heroeshannibal joined: invited by Hamza Faran
[21:55:52] Hamza Faran: @Harry Potter: Created an issue for a setup.py so that it can be installed to a standard place
[21:55:59] Hamza Faran: Need that done before it can be used in victoria`,
    )
  })
})
