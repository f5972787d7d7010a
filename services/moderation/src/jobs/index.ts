export { closeJob, deriveJobs, type LockedJob, lockOwnJob, type OwnJob, pendingReportIds } from './derive-store.js'
