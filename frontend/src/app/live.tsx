import { Outlet } from 'react-router'
import { useAgeSettled } from './age-attestation.js'
import { Connected } from './connected.js'
import { ScreenLoading } from '../shared/loading/screen-loading.js'
import { SeatingProvider } from './seating.js'

/** Around the screens that are live: the connection opens with the first of them, and stays between them. */
export default function Live() {
  if (!useAgeSettled()) return <ScreenLoading>Signing you in…</ScreenLoading>
  return (
    <Connected>
      <SeatingProvider>
        <Outlet />
      </SeatingProvider>
    </Connected>
  )
}
