import { Dialog } from '../../../shared/ui/dialog.js'
import type { Reported } from './reported.js'
import { ReportForm } from './report-form.js'

interface ReportDialogProps {
  /** Whom it is about; null while it is closed. */
  about: Reported | null
  onClose: () => void
}

/** Over the stage: the battle goes on behind it. */
export const ReportDialog = ({ about, onClose }: ReportDialogProps) => (
  <Dialog title={`Report ${about?.username ?? ''}`} open={about !== null} onClose={onClose}>
    {about && <ReportForm about={about} onDone={onClose} />}
  </Dialog>
)
