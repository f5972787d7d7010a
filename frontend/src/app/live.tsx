import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { Outlet } from 'react-router'
import { api } from '../lib/api/api.js'
import { RealtimeProvider } from '../lib/realtime/index.js'
import { useSession } from '../lib/session/use-session.js'
import { useAgeSettled } from './age-attestation.js'
import { ScreenLoading } from './screen-loading.js'
import { SeatingProvider } from './seating.js'

/** Around the screens that are live: the connection opens with the first of them, and stays between them. */
export default function Live() {
  const settled = useAgeSettled()
  const { session } = useSession()
  const dispatch = useDispatch()
  const readBans = useCallback(() => void dispatch(api.util.invalidateTags(['Bans'])), [dispatch])
  if (!settled) return <ScreenLoading>Signing you in…</ScreenLoading>
  return (
    <RealtimeProvider accessToken={session?.accessToken ?? undefined} onBanned={readBans}>
      <SeatingProvider>
        <Outlet />
      </SeatingProvider>
    </RealtimeProvider>
  )
}
