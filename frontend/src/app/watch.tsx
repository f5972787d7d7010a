import { useWatchLink, WatchPage } from '../features/watch/watch-page.js'
import { ScreenLoading } from '../shared/loading/screen-loading.js'
import { SHELL } from '../texts/shell.js'
import { useAgeSettled } from './age-attestation.js'
import { Connected } from './connected.js'

export default function WatchRoute() {
  // First, because it removes the pass from the address.
  const arrival = useWatchLink()
  if (!useAgeSettled()) return <ScreenLoading>{SHELL.loggingIn}</ScreenLoading>
  return (
    <Connected>
      <WatchPage {...arrival} />
    </Connected>
  )
}
