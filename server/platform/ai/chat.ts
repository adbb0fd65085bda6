/** One answer of a chat model to one text. */
import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { AiFault } from './fault.ts'
import { plainText } from './plain-text.ts'

const completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({
          content: z.nullish(z.string()),
          refusal: z.nullish(z.string()),
        }),
        finish_reason: z.nullish(z.string()),
      }),
    )
    .check(z.minLength(1)),
})

/** Some servers put what a model thinks before its answer: it is no part of that. */
const thoughts = /^\s*<think>[\s\S]*?(?:<\/think>|$)/

/**
 * What the model says to `text` by the instruction. The text stands alone in a message of its own, so that what it says is
 * told from what is asked; no tool is offered, so that a document which gives orders gets words at most.
 */
export async function complete(
  endpoint: Endpoint,
  { instruction, text, most }: { readonly instruction: string; readonly text: string; readonly most: number },
  signal: AbortSignal,
): Promise<string> {
  const said = completion.safeParse(
    await endpoint.post(
      '/chat/completions',
      {
        model: endpoint.model,
        messages: [
          { role: 'system', content: instruction },
          { role: 'user', content: text },
        ],
      },
      signal,
    ),
  )
  const choice = said.data?.choices[0]
  if (choice === undefined) throw new AiFault('unusable', 'The endpoint’s answer is no chat completion.')
  const { message, finish_reason } = choice
  if (finish_reason === 'content_filter' || (message.refusal ?? '') !== '')
    throw new AiFault('refused', 'The model refused it.')
  if (finish_reason === 'length') throw new AiFault('cutOff', 'The model’s answer was cut off.')
  const answer = plainText((message.content ?? '').replace(thoughts, ''))
  if (answer === '') throw new AiFault('unusable', 'The model answered nothing.')
  if (answer.length > most) throw new AiFault('unusable', 'The model answered far more than was asked for.')
  return answer
}
