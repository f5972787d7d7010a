import { EmptyState } from '../../shared/ui/empty-state.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { useSession } from '../../entities/session/use-session.js'
import { SignedOut } from './library-states.js'
import { Library } from './library.js'

/** The saved GIFs of whoever is signed in. */
export default function GifLibrary() {
  useTitle('Saved GIFs')
  const { status, user } = useSession()
  if (status === 'loading') return null
  if (status === 'failed') {
    return <EmptyState wholeScreen icon="offline" title="Your saved GIFs cannot be read right now" />
  }
  return user ? <Library /> : <SignedOut />
}
