import { useState } from 'react'
import { IconButton } from '../../../components/ui/icon-button.js'
import { ReportDialog, type Reported } from './report-dialog.js'

/** In the other player's corner, whatever the phase. */
export function ReportButton({ about }: { about: Reported }) {
  // Kept while the form is open: somebody who leaves can still be reported.
  const [meant, setMeant] = useState<Reported | null>(null)
  return (
    <>
      <IconButton icon="flag" tone="danger" label={`Report ${about.username}`} onClick={() => setMeant(about)} />
      <ReportDialog about={meant} onClose={() => setMeant(null)} />
    </>
  )
}
