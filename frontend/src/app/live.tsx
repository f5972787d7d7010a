import { Outlet } from 'react-router'
import { RealtimeProvider } from '../lib/realtime/index.js'
import { useSession } from '../lib/session/use-session.js'
import { useAgeSettled } from './age-attestation.js'
import { ScreenLoading } from './screen-loading.js'
import { SeatingProvider } from './seating.js'

/** Around the screens that are live: the connection opens with the first of them, and stays between them. */
export default function Live() {
  const settled = useAgeSettled()
  const { session } = useSession()
  if (!settled) return <ScreenLoading>Signing you in…</ScreenLoading>
  return (
    <RealtimeProvider accessToken={session?.accessToken ?? undefined}>
      <SeatingProvider>
        <Outlet />
      </SeatingProvider>
    </RealtimeProvider>
  )
}
