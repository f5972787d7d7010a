import { useWatchLink, WatchPage } from '../features/watch/watch-page.js'
import { useAgeSettled } from './age-attestation.js'
import { Connected } from './connected.js'
import { ScreenLoading } from '../shared/loading/screen-loading.js'

export default function WatchRoute() {
  // Before anything is waited for: it takes the pass out of the address.
  const arrival = useWatchLink()
  if (!useAgeSettled()) return <ScreenLoading>Signing you in…</ScreenLoading>
  return (
    <Connected>
      <WatchPage {...arrival} />
    </Connected>
  )
}
