/** Asking for figures of documents. */
import * as z from 'zod/mini'
import { figuresAsked, figuresQuestion } from '../events/catalog/facets.ts'
import { command } from './define.ts'

export const askFigures = command({
  capture: 'never',
  type: 'facets.ask',
  payload: z.strictObject({ place: z.string(), question: figuresQuestion }),
  decide: (_state, payload, { tabId }) => [figuresAsked({ tabId, ...payload })],
  label: () => 'Count documents',
})
