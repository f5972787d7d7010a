import { useState } from 'react'
import { REPORT_CATEGORIES, type ReportCategory, type ReportView } from '@kla/proto/web'
import { SelectField } from '../../shared/ui/fields.js'
import { toastSuccess } from '../../shared/ui/toast.js'
import { ConfirmDialog } from '../kit/dialogs/confirm-dialog.js'
import { useMay } from '../session/use-may.js'
import { CATEGORY_WORDS, isGrave } from '../words.js'

const OPTIONS = REPORT_CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }))

interface CategorySelectProps {
  report: ReportView
  onChange: (category: ReportCategory, options: { final: boolean }) => Promise<boolean>
  onGone: () => void
}

/** Anybody may hand a report over to child safety; who does not belong there is asked first, as it is gone for them. */
export function CategorySelect({ report, onChange, onGone }: CategorySelectProps) {
  const may = useMay()
  const [handOver, setHandOver] = useState<ReportCategory | null>(null)
  const choose = (category: ReportCategory) => {
    if (isGrave(category) && !may('reports.grave')) setHandOver(category)
    else void onChange(category, { final: false })
  }
  const gone = () => {
    toastSuccess(`Report #${report.id} is with child safety now.`)
    onGone()
  }
  return (
    <>
      <SelectField label="Category" value={report.category} options={OPTIONS} onChange={choose} />
      {handOver && (
        <ConfirmDialog
          title={`Hand over #${report.id}?`}
          confirm="Hand over"
          onConfirm={() => onChange(handOver, { final: true }).then((done) => done && gone())}
          onClose={() => setHandOver(null)}
        >
          <p>It goes to the people of child safety. You will not see it any more, and cannot take this back.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
