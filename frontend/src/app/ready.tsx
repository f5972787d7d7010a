import { useEffect } from 'react'
import { Link, type Location, useLocation, useNavigate } from 'react-router'
import { GetReady } from '../entities/ready/get-ready.js'
import { ReadyPage } from '../entities/ready/ready-page.js'
import { pageEntry } from '../entities/room/page-entry.js'
import { useTitle } from '../shared/browser/use-title.js'
import { PATHS } from '../shared/config/paths.js'
import { buttonClass } from '../shared/ui/button.js'
import { READY_ROUTE } from '../texts/ready-route.js'

/** The screen by itself, which leads to no room. */
export default function ReadyRoute() {
  useTitle(READY_ROUTE.title)
  const { key, pathname, state } = useLocation() as Location<{ readonly redirected?: boolean } | null>
  const navigate = useNavigate()
  const isEarlier = pathname !== PATHS.ready
  useEffect(() => {
    if (isEarlier) void navigate(PATHS.ready, { replace: true, state: { redirected: true } })
  }, [isEarlier, navigate])
  // A redirect gets an entry of its own even if another site opened the page.
  const redirected = state?.redirected === true
  return (
    <ReadyPage title={READY_ROUTE.title} lead={READY_ROUTE.lead}>
      <GetReady
        go={READY_ROUTE.go}
        leadsTo="elsewhere"
        opensCamera={!isEarlier && !redirected && pageEntry().opensWithoutPress(key)}
        notNow={
          <Link className={buttonClass({ variant: 'quiet', size: 'l' })} to={PATHS.home}>
            {READY_ROUTE.notNow}
          </Link>
        }
        onGo={() => navigate(PATHS.gameroom)}
      />
    </ReadyPage>
  )
}
