import type { SignedInContext } from '../event-row.js'
import type { Matching } from '../matching/matching.js'

export const cancelMatch =
  ({ matching }: { readonly matching: Matching }) =>
  ({ session }: SignedInContext<'cancel-match'>): Promise<void> =>
    matching.cancel(session)
