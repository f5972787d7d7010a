import { useState } from 'react'
import type { ReportDetailView } from '@kla/proto/web'
import { Button } from '../../shared/ui/button.js'
import { BanForm } from '../banning/ban-form.js'
import { Drawer } from '../kit/dialogs/drawer.js'
import { useShortcut } from '../kit/keys/shortcuts-context.js'
import { banGiven } from './ban-given.js'

/** Bans who was reported, with what the report says filled in. */
export function BanFromReport({ report }: { report: ReportDetailView }) {
  const [open, setOpen] = useState(false)
  useShortcut('b', 'Ban the reported', () => setOpen(true))
  return (
    <>
      <Button variant="danger" wide aria-keyshortcuts="b" onClick={() => setOpen(true)}>
        Ban the reported
      </Button>
      {open && (
        <Drawer title={`Ban ${report.reported_name || `#${report.reported_id}`}`} onClose={() => setOpen(false)}>
          <BanForm given={banGiven(report)} onBanned={() => setOpen(false)} />
        </Drawer>
      )}
    </>
  )
}
