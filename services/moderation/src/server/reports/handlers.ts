import type { ModerationHandlers } from '../dependencies.js'
import { changeReports } from './change-reports.js'
import { deleteReport } from './delete-report.js'
import { deletionHandlers } from './deletions.js'
import { getReport } from './get-report.js'
import { listReports } from './list-reports.js'
import type { ReportParts } from './parts.js'
import { keepLines } from './keep-lines.js'
import { recordLines } from './record-lines.js'
import { reviewReport } from './review-report.js'
import { submitReport } from './submit-report.js'
import { updateReport } from './update-report.js'

export const reportHandlers = (parts: ReportParts) =>
  ({
    submitReport: submitReport(parts),
    keepLines: keepLines(parts),
    recordLines: recordLines(parts),
    listReports: listReports(parts),
    getReport: getReport(parts),
    updateReport: updateReport(parts),
    reviewReport: reviewReport(parts),
    deleteReport: deleteReport(parts),
    changeReports: changeReports(parts),
    ...deletionHandlers(parts),
  }) satisfies Partial<ModerationHandlers>
