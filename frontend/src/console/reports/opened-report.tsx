import type { ReactNode } from 'react'
import type { ReportDetailView } from '@kla/proto/web'
import { ListBody } from '../kit/states/list-body.js'
import { useToldFailure } from '../kit/states/use-told-failure.js'
import { useReportQuery } from './reports-api.js'

interface OpenedReportProps {
  id: number
  /** Only one of the places that show a report tells that it did not come. */
  tells?: boolean
  children: (report: ReportDetailView) => ReactNode
}

/** A place for one report: what it shows once the report is there. */
export function OpenedReport({ id, tells = false, children }: OpenedReportProps) {
  const query = useReportQuery(id)
  useToldFailure(tells ? query.error : undefined, 'Failed to load report')
  const report = query.data?.id === id ? query.data : undefined
  if (!tells && !report) return null
  return (
    <ListBody query={{ ...query, data: report }} failed="Failed to load report" empty={null}>
      {report && children(report)}
    </ListBody>
  )
}
