import type { SignedInContext } from '../event-row.js'
import type { HandlerParts } from './handler-parts.js'

export const cancelMatch =
  ({ matching }: HandlerParts) =>
  ({ session }: SignedInContext<'cancel-match'>): Promise<void> =>
    matching.cancel(session)
