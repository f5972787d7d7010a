import { EmptyState } from '../../shared/ui/empty-state.js'
import { useTitle } from '../../shared/browser/use-title.js'
import { useSession } from '../../entities/session/use-session.js'
import { Profile } from './profile.js'
import { SignedOut } from './signed-out.js'

export default function Settings() {
  useTitle('Settings')
  const { status, user } = useSession()
  if (status === 'loading') return null
  if (status === 'failed') {
    return <EmptyState wholeScreen icon="offline" title="Your settings cannot be read right now" />
  }
  return user ? <Profile user={user} /> : <SignedOut />
}
