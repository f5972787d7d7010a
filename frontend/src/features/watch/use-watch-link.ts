import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { arrival } from '../../entities/room/arrival.js'
import { passIn, roomIn, takeBearer, type WatchLink } from '../../entities/room/watch-link.js'

interface LinkHere {
  /** Null where the address names no room. */
  link: WatchLink | null
  /** A judge's link, of which the pass was taken by an earlier page: it opens once. */
  spent: boolean
  /** Whether it opens without a press: another site did not lead here. */
  goesOn: boolean
}

function bearerHere(): string | null {
  try {
    return takeBearer(window.sessionStorage)
  } catch {
    // Site data may be blocked.
    return null
  }
}

/** Reads the link that led here. A pass leaves the address bar at once, and is kept nowhere but in this page's memory. */
export function useWatchLink(): LinkHere {
  const { key, pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  // Before the pass leaves the address, which makes a new place of it.
  const [goesOn] = useState(() => arrival().goesOnByItself(key))
  const arriving = passIn(hash)
  const [pass, setPass] = useState(arriving)
  // A judge's link opens in a tab of the console's making, and no other.
  const [bearer] = useState(() => (arriving === null ? null : bearerHere()))
  if (arriving !== null && arriving !== pass) setPass(arriving)

  useLayoutEffect(() => {
    // What stays with the address says only that there was one.
    if (arriving !== null) void navigate(pathname + search, { replace: true, state: { judge: true } })
  }, [arriving, pathname, search, navigate])

  const roomId = roomIn(search)
  const judge = (state as { judge?: boolean } | null)?.judge === true
  return { link: roomId === null ? null : { roomId, pass: arriving ?? pass, bearer }, spent: judge && pass === null, goesOn }
}
