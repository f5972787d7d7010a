import type { ModerationHandlers } from '../shared/rpc.js'
import { changeReports, getReport, listReports, type ReportParts, reviewReport, updateReport } from './rpc.js'
import { deleteReport, deletionHandlers } from './deletion-rpc.js'
import { keepLines, recordLines } from '../evidence/index.js'
import { submitReport } from './submit-rpc.js'

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
