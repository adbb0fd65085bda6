/** A conversation as a chat, in the viewer. */
import { expect, signIn, test } from './fixture.ts'
import { zip } from './mail.ts'
import { bringIn, ownProject } from './projects.ts'
import { openProject, openReview, search, shown } from './review.ts'

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const ts = (time: string): string => `${Date.parse(`2024-03-04T${time}Z`) / 1000}.000100`

const team = zip(
  Object.entries({
    'users.json': json([
      { id: 'U1', name: 'ann', profile: { real_name: 'Ann Lee', email: 'ann@x.example' } },
      { id: 'U2', name: 'bo', profile: { real_name: 'Bo Ek' } },
    ]),
    'channels.json': json([
      { id: 'C1', name: 'drilling', members: ['U1', 'U2'], topic: { value: 'Harmon 14-2' } },
    ]),
    'drilling/2024-03-04.json': json([
      { user: 'U2', subtype: 'channel_join', text: '<@U2> has joined the channel', ts: ts('15:00:00') },
      { user: 'U1', text: 'Did the torque turn data arrive?', ts: ts('15:01:00') },
      {
        user: 'U2',
        text: 'Yes, it is in the data room.',
        ts: ts('15:02:00'),
        thread_ts: ts('15:01:00'),
        parent_user_id: 'U1',
        reactions: [{ name: 'tada', users: ['U1'], count: 2 }],
      },
      {
        subtype: 'message_changed',
        ts: ts('15:03:00'),
        message: { user: 'U2', ts: ts('15:02:00'), text: 'Yes, it is in the torque data room.' },
        previous_message: { user: 'U2', ts: ts('15:02:00'), text: 'Yes, it is in the data room.' },
      },
      { user: 'U1', text: 'The lien is not ours to mention.', ts: ts('15:04:00') },
      {
        subtype: 'message_deleted',
        ts: ts('15:05:00'),
        deleted_ts: ts('15:04:00'),
        previous_message: { user: 'U1', ts: ts('15:04:00'), text: 'The lien is not ours to mention.' },
      },
      {
        user: 'U1',
        text: 'Here is the log.',
        ts: ts('15:06:00'),
        files: [{ id: 'F1', name: 'torque.xlsx', mimetype: 'application/vnd.ms-excel', size: 20480 }],
      },
    ]),
  }).map(([name, bytes]) => ({ name, bytes })),
)

test('a conversation is shown message by message, with what was changed, and hits are marked in it', async ({
  page,
  server,
}) => {
  const project = await ownProject(server, 'Chats')
  await bringIn(project, 'slack.zip', team)
  await signIn(page, 'clientadmin')
  await openProject(page, project.name)
  await openReview(page)
  await search(page, 'torque')
  const chat = shown(page).getByRole('region', { name: 'Conversation' })
  await expect(chat.getByTestId('chat-message')).toHaveCount(5)
  // What is not drawn yet has no lines.
  await expect(chat).toBeVisible()
  const lines = await chat.getByTestId('chat-message').allInnerTexts()
  // 15:00 UTC is nine in the morning in Chicago in winter.
  expect(lines.map((line) => line.replaceAll('\n', ' '))).toEqual([
    '09:00:00 Bo Ek joined',
    '09:01:00 Ann Lee <ann@x.example> Did the torque turn data arrive?',
    expect.stringMatching(
      /^09:02:00 Bo Ek Reply to Ann Lee, 09:01:00 Yes, it is in the torque data room\. Edited.* Before: Yes, it is in the data room\. :tada: 2/,
    ),
    expect.stringMatching(/^09:04:00 Ann Lee <ann@x\.example> The lien is not ours to mention\. Deleted/),
    expect.stringMatching(
      /^09:06:00 Ann Lee <ann@x\.example> Here is the log\. torque\.xlsx · application\/vnd\.ms-excel · 20/,
    ),
  ])
  await expect(chat.locator('mark')).toHaveText(['torque', 'torque', 'torque'])
  // From an answer to what it answers, by the keyboard.
  await chat.getByRole('button', { name: 'Reply to Ann Lee, 09:01:00' }).press('Enter')
  await expect(chat.getByTestId('chat-message').nth(1)).toBeFocused()
  // Its text is there too, and the marks come back with the chat.
  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(page.getByTestId('text-body')).toContainText(
    '[09:01:00] Ann Lee: Did the torque turn data arrive?',
  )
  await page.getByRole('tab', { name: 'Document', exact: true }).click()
  await expect(chat.locator('mark')).toHaveCount(3)
})
