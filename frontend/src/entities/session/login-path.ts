import { useLocation } from 'react-router'

/** Where signing in starts; afterwards the browser comes back to `backTo`, a path of this site with its query. */
export const loginPath = (backTo: string) => `/auth/discord?redirectBackTo=${encodeURIComponent(backTo)}`

/** Where 'Login with Discord' leads from here: to the login, and back to this very screen. */
export const useLoginPath = () => {
  const { pathname, search } = useLocation()
  return loginPath(pathname + search)
}
