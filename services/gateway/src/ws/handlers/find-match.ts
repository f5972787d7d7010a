import { KlaError } from '@kla/chassis'
import type { SignedInContext } from '../event-row.js'
import type { Matching } from '../matching/matching.js'

/** Looks for somebody to meet, and tells how it goes. */
export const findMatch =
  ({ matching }: { readonly matching: Matching }) =>
  async ({ connection, session, data, commandId, answer }: SignedInContext<'find-match'>): Promise<void> => {
    if (connection.member) throw new KlaError('ALREADY_SEATED')
    const { mode, category } = data
    await matching.find(connection, session, { mode, category, commandId }, answer)
  }
