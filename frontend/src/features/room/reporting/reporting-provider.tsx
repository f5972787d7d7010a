import { useMemo, useState, type ReactNode } from 'react'
import { useSelector } from 'react-redux'
import { selectOpponent } from '../state/selectors.js'
import { useMe } from '../state/use-me.js'
import { ReportDialog } from './report-dialog.js'
import type { Reported } from './reported.js'
import { ReportingContext } from './reporting-context.js'
import { useLastOpponent } from './use-last-opponent.js'

/** Around the whole room: what is being written stays when the stage is drawn anew, as on a phone that is turned. */
export function ReportingProvider({ children }: { children: ReactNode }) {
  const about = useLastOpponent(useSelector(selectOpponent(useMe())))
  const [meant, setMeant] = useState<Reported | null>(null)
  const reporting = useMemo(() => ({ about, begin: setMeant }), [about])
  return (
    <ReportingContext value={reporting}>
      {children}
      <ReportDialog about={meant} onClose={() => setMeant(null)} />
    </ReportingContext>
  )
}
