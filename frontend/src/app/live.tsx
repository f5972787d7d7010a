import { Outlet } from 'react-router'
import { useSession } from '../lib/session/use-session.js'

/** Around the screens that are live: the connection opens with the first of them, and stays between them. */
export const Live = () => {
  const { status } = useSession()
  return status === 'loading' ? null : <Outlet />
}
