import { type ReactNode, Suspense, useMemo, useState } from 'react'
import type { Reported } from '../../../entities/reports/reports.js'
import { Dialog } from '../../../shared/ui/dialog.js'
import { IconButton } from '../../../shared/ui/icon-button.js'
import { REPORTING } from '../../../texts/room-safety.js'
import { ReportPanel } from '../later-parts.js'
import { useRoom } from '../state/use-room.js'
import { ReportingContext, useReporting } from './reporting-context.js'

/** Wraps the whole room, so that a draft survives rotating a phone. */
export function ReportingProvider({ children }: { children: ReactNode }) {
  const about = useRoom(({ met }) => met)
  const [meant, setMeant] = useState<Reported | null>(null)
  const reporting = useMemo(() => ({ about, begin: setMeant }), [about])
  return (
    <ReportingContext value={reporting}>
      {children}
      <ReportDialog about={meant} onClose={() => setMeant(null)} />
    </ReportingContext>
  )
}

/** `short`: the second way to report, within reach of a phone's thumb. */
export function ReportButton({ short = false }: { short?: boolean }) {
  const { about, begin } = useReporting()
  if (about === null) return null
  const label = short ? REPORTING.report : REPORTING.reportPlayer({ name: about.username })
  return <IconButton icon="flag" tone="danger" label={label} onClick={() => begin(about)} />
}

interface ReportDialogProps {
  about: Reported | null
  onClose: () => void
}

const ReportDialog = ({ about, onClose }: ReportDialogProps) => (
  <Dialog title={REPORTING.reportPlayer({ name: about?.username ?? '' })} open={about !== null} onClose={onClose}>
    {about && (
      <Suspense>
        <ReportPanel about={about} onDone={onClose} />
      </Suspense>
    )}
  </Dialog>
)
