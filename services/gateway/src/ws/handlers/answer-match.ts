import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'

export const answerMatch =
  ({ matching }: HandlerParts) =>
  ({ session, data }: SignedInContext<'answer-match'>): Promise<void> =>
    matching.answer(session, data)
