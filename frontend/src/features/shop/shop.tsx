import { EmptyState } from '../../shared/ui/empty-state.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { useSession } from '../../entities/session/use-session.js'
import { SignedOut } from './shop-states.js'
import { Storefront } from './storefront.js'

/** What can be bought, and the cart. For players: items come to an account. */
export default function Shop() {
  useTitle('Shop')
  const { status, user } = useSession()
  if (status === 'loading') return null
  if (status === 'failed') return <EmptyState wholeScreen icon="offline" title="The shop cannot be opened right now" />
  return user ? <Storefront /> : <SignedOut />
}
