import type { SignedInContext } from '../event-row.js'
import type { Matching } from '../matching/matching.js'

export const answerMatch =
  ({ matching }: { readonly matching: Matching }) =>
  ({ session, data }: SignedInContext<'answer-match'>): Promise<void> =>
    matching.answer(session, data)
