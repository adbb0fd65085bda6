/** Asks for sheets, cells and what is found. */
import { sheetAsked } from '../events/catalog/sheets.ts'
import { failures } from '../stores/answers.ts'
import { write } from '../stores/cache.ts'
import { sheetKey } from '../stores/sheets.ts'
import { effect } from './define.ts'
import { later } from './later.ts'
import { missed } from './outcomes.ts'

const calls = later(() => import('./sheets-calls.ts'))

const askForSheets = effect({
  name: 'sheets.askForSheets',
  on: sheetAsked,
  strategy: 'latest',
  scope: 'project',
  // Tiles come side by side; of the rest what is asked last is what is waited for.
  key: ({ stream, payload: { question } }) =>
    question.about === 'tile' ? `${stream}:${sheetKey(question)}` : stream,
  retry: { times: 2, base: 300, cap: 5_000 },
  // A large file is read, and searched through, in one go.
  timeout: 300_000,
  request: async ({ payload: { question } }, ctx) => (await calls()).answerOf(question, ctx),
  done: ({ payload: { question } }, answer) => ({
    cache: [answer, write(failures, sheetKey(question), null)],
  }),
  fail: ({ payload: { question } }, failure) => missed(sheetKey(question), failure),
})

export const sheetsEffects = [askForSheets]
