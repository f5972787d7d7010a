import { useLocation } from 'react-router'

export const loginPath = (backTo: string) => `/auth/discord?redirectBackTo=${encodeURIComponent(backTo)}`

export const useLoginPath = () => {
  const { pathname, search, hash } = useLocation()
  return loginPath(pathname + search + hash)
}
